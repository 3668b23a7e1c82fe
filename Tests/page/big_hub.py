"""A hub of its own with a large library, for tests of long lists."""

import json
import os
import pathlib
import subprocess
import tempfile
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("DEADWAX_PROGRAMS", ROOT / ".build/debug"))
# Seconds. The library is made in 6 s on a machine at rest.
LIMIT = 600


class BigHub:
    """8,000 releases, 10,000 copies, 1,000 borrowers, 1,000 open loans and 20,000 returned ones, from a seed."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="deadwax-big-")
        data = f"{self.folder.name}/data"
        subprocess.run([PROGRAMS / "deadwax-bench", "library", data, "--small", "--seed", "7"], check=True,
                       stdout=subprocess.DEVNULL, timeout=LIMIT)
        self.hub = subprocess.Popen(
            [PROGRAMS / "deadwaxd", "--data", data, "--listen", "127.0.0.1:0", "--www", ROOT / "www", "--docs",
             ROOT / "docs", "--demo", ROOT / "demo", "--camera", "none", "--scanner", "none", "--nfc", "none"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = []
        for line in self.hub.stdout:
            lines.append(line)
            if "/setup#" in line:
                break
        else:
            raise AssertionError("the hub did not start: " + "".join(lines[-5:]))
        link = "http" + lines[-1].split("http", 1)[1].strip()
        self.address = link.split("/setup#")[0]
        secret = urllib.parse.unquote(link.split("#")[1])
        self.token = self.call("POST", "/setup", {"secret": secret})["token"]

    def call(self, method, path, body=None):
        headers = {"content-type": "application/json"}
        if hasattr(self, "token"):
            headers["authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(
            f"{self.address}/api/v1{path}", None if body is None else json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=100) as answer:
            return json.loads(answer.read())

    def end(self):
        self.hub.terminate()
        self.hub.wait(timeout=LIMIT)
        self.hub.stdout.close()
        self.folder.cleanup()
