"""Checks lines of the reader protocol against its schema: validate_lines.py SCHEMA PART < LINES

PART is a name under $defs. For each line it prints one line: `ok`, or the reason that the line is not valid. The schema
allows other fields of a reader; here they are refused, so that a field renamed on one side alone is found.
"""

import json
import sys

from jsonschema import Draft202012Validator


def closed(part):
    """Returns the same schema, with every object of named properties closed to others."""
    if isinstance(part, list):
        return [closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    result = {key: closed(value) for key, value in part.items()}
    if part.get("type") == "object" and "properties" in part:
        result["additionalProperties"] = False
    return result


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    strict = closed(schema)
    strict.pop("oneOf")
    strict["$ref"] = "#/$defs/" + sys.argv[2]
    validator = Draft202012Validator(strict)
    for line in sys.stdin.buffer:
        try:
            errors = [error.message for error in validator.iter_errors(json.loads(line))]
        except ValueError as error:
            errors = [f"not JSON: {error}"]
        print("; ".join(error.replace("\n", " ") for error in errors) or "ok", flush=True)


main()
