"""HTTP and websockets: requests come in here, answers go out."""
