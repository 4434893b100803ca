"""
Growing from AVC sets alone: of each attribute at a node how many records of each class have which value (Gehrke 1998).

They add up, so the records may be counted in parts, wherever they are, and never have to be in memory together.
Reading order: rows, frontier, source, the folder `sources`, cuts, policies, sets, growing.
"""
