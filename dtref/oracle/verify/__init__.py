"""Whether a tree that another program made is one that an algorithm allows, node by node. Next: `dtref.oracle.verify.verdicts`."""
