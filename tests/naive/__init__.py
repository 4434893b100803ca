"""
Programs that answer operations of golden/README.md without dtref: the other route to the vectors' answers.

Each module has `ANSWERS`, operation -> function of what a vector gives. They import nothing of dtref, are written from the definitions by
hand, and are as plain as can be: `Fraction`s, lists of everything, mpmath for logarithms and tails.
"""
