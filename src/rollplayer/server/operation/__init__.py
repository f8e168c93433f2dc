"""Starting, ending and looking after a server."""
