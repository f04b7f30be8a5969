"""Where everything lies on the canvas, and the colours it is drawn in."""
