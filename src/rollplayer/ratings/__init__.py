"""How strong players are: Glicko-2, several at a table, bots as anchors."""
