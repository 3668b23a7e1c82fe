"""Drives the running hub with clients that two generators make of docs/openapi.json.

    DEADWAX_URL=http://127.0.0.1:8740 DEADWAX_SETUP=<set-up link> python generated_clients.py

Everything must be accepted by `mypy --strict`: the generated code, and the programs in `clients` that use it. Needs a
hub with at least three copies, whose database may be written to. Ends with 0 if all of it works.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE.parents[1] / "docs" / "openapi.json"
SCRIPTS = pathlib.Path(sys.executable).parent

# Content that is no JSON has no type in the generated client. The generator names each such response.
UNTYPED = {
    "GET /api/v1/attachments/{id}/thumbnail",
    "GET /api/v1/export/library",
    "GET /api/v1/label-jobs/{id}/sheets.pdf",
    "GET /api/v1/label-jobs/{id}/sheets/{sheet}",
    "GET /api/v1/readers/{name}/preview",
    "GET /api/v1/recording",
    "GET /api/v1/stock-takes/{id}/pdf",
    "GET /api/v1/virtual-hardware/items/{id}/picture",
}


def run(*command, **more):
    done = subprocess.run(command, text=True, capture_output=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{command[0]} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def generate(folder):
    """Makes both clients, and refuses a warning about anything else than content that is no JSON."""
    path = f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"
    client = run(
        SCRIPTS / "openapi-python-client", "generate", "--path", FILE, "--output-path", folder / "deadwax_client",
        "--meta", "none", env={**os.environ, "PATH": path},
    )
    warned = {
        line.removeprefix("WARNING parsing ").split(" within ")[0]
        for line in client.splitlines()
        if line.startswith(("WARNING", "ERROR"))
    }
    if warned != UNTYPED:
        sys.exit(f"openapi-python-client leaves out {sorted(warned ^ UNTYPED)}:\n{client}")
    run(
        SCRIPTS / "datamodel-codegen", "--input", FILE, "--input-file-type", "openapi", "--output",
        folder / "deadwax_models.py", "--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11",
        "--use-annotated", "--field-constraints", "--capitalise-enum-members", "--set-default-enum-member",
        "--formatters", "builtin",
    )


def token(address, link):
    """Returns the administrator's token that the set-up link gives once."""
    body = json.dumps({"secret": link.partition("#")[2]}).encode()
    request = urllib.request.Request(f"{address}/api/v1/setup", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["token"]


def main():
    address = os.environ["DEADWAX_URL"].rstrip("/")
    programs = sorted((HERE / "clients").glob("with_*.py"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        generate(folder)
        # The generator's own frame does not type the arguments of __exit__; all that it derives from the file is checked.
        settings = folder / "mypy.ini"
        settings.write_text("[mypy]\nstrict = True\n[mypy-deadwax_client.client]\nignore_errors = True\n")
        environment = {**os.environ, "MYPYPATH": name, "PYTHONPATH": name, "DEADWAX_URL": address}
        checked = run(
            sys.executable, "-m", "mypy", "--config-file", settings, "--cache-dir", folder / "cache", folder / "deadwax_client",
            folder / "deadwax_models.py", *programs, cwd=name, env=environment,
        )
        print(checked.strip())
        environment["DEADWAX_TOKEN"] = token(address, os.environ["DEADWAX_SETUP"])
        for program in programs:
            print(run(sys.executable, program, env=environment).strip())


if __name__ == "__main__":
    main()
