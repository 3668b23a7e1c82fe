"""The wall clock of the hub under test: it stands still until the tester moves it."""

import mmap
import pathlib
import struct
import subprocess

SOURCE = pathlib.Path(__file__).with_name("test_clock.c")
FORM = "<q"


class TestClock:
    """Milliseconds since 1970 in a shared file, and the library that makes a program use this clock."""

    def __init__(self, folder: pathlib.Path, now: int) -> None:
        self.library = folder / "test_clock.so"
        self._path = folder / "clock"
        compiler = ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([*compiler, "-o", str(self.library), str(SOURCE), "-ldl"], check=True)
        self._path.write_bytes(struct.pack(FORM, now))
        with self._path.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), struct.calcsize(FORM))

    @property
    def environment(self) -> dict[str, str]:
        """Returns the environment that gives a program this clock."""
        return {"LD_PRELOAD": str(self.library), "TEST_CLOCK": str(self._path), "TZ": "UTC"}

    @property
    def now(self) -> int:
        return int(struct.unpack(FORM, self._page[:])[0])

    @now.setter
    def now(self, value: int) -> None:
        self._page[:] = struct.pack(FORM, value)
