"""Movement: marches, force marches, combining and breaking down, leaders, zones of control."""
