"""Whether a program is right: it is asked golden cases and judged exactly. Next: `dtref.oracle.judge.cases`."""
