"""The keys of the drill: what rules and texts name its steps and its charts by."""

RALLY_STEP = "rally"
FIRE_STEP = "fire"
MARCH_STEP = "march"
RECKONING_STEP = "reckoning"

ALLOWANCE_CHART = "allowance"
DRILL_CHART = "drill"
FIRE_CHART = "fire"
