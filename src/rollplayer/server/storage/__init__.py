"""What the server keeps, and how."""
