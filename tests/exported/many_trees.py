"""
Runs exported code on many generated trees: `PYTHONPATH=tests python tests/exported/many_trees.py 200 1000 [program …]`.

The programs are those of `RUNS`; onnx, onnxruntime and jpmml-evaluator[jpype] come from pip, all others as tests/peers/install says.
"""

from __future__ import annotations

import sys

from exported.agreement import RUNS, lines

if __name__ == "__main__":
    trees, probes, *programs = sys.argv[1:]
    for name in programs or RUNS:
        for line in lines([name], range(int(trees)), int(probes)):
            print(line, flush=True)
