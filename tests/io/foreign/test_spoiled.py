"""A folder of more than 200 spoiled and hostile files: each is refused with its name and a place, in a second, the whole in 200 MB."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from spoiled_files import write

CHILD = """
import json, resource, sys, time
from pathlib import Path
from dtref.errors import Invalid
from dtref.io.foreign.formats import read_foreign
# the most memory of this process; what getrusage says counts that of the one it was forked from, too
status = Path("/proc/self/status")
def kilobytes():
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
resource.setrlimit(resource.RLIMIT_DATA, (3 * 10**8, 3 * 10**8))
for line in sys.stdin:
    path, file_format = json.loads(line)
    start = time.process_time()
    try:
        read_foreign(path, file_format)
        refused = None
    except Invalid as problem:
        refused = [problem.where, str(problem)]
    print(json.dumps([path, refused, time.process_time() - start, kilobytes()]))
"""


def test_every_spoiled_file_is_refused_by_name_in_a_second_and_little_memory(tmp_path: Path) -> None:
    files = write(tmp_path)
    assert len(files) > 200
    asked = "".join(f"{json.dumps([str(path), file_format])}\n" for path, file_format in files)
    child = subprocess.run([sys.executable, "-c", CHILD], input=asked, capture_output=True, text=True, timeout=300, check=False)
    answers = [json.loads(line) for line in child.stdout.splitlines()]
    assert len(answers) == len(files), child.stderr[-2000:]
    read = [path for path, refused, _, _ in answers if refused is None]
    assert read == []
    assert answers[-1][-1] > 10_000 or not Path("/proc/self/status").exists()
    for path, (where, message), seconds, kilobytes in answers:
        assert Path(path).name in where
        assert len(message) < 500, path
        assert seconds < 1, path
        assert kilobytes < 200_000, path
