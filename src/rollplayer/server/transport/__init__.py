"""HTTP and websockets: requests come in, responses go out."""
