"""Tests the running hub at the edges of docs/openapi.json: bodies, queries and keys; for openapi_contract.py."""

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request

import jsonschema

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


class Failure(Exception):
    """A failed check; the text describes it."""


def expect(condition, text):
    if not condition:
        raise Failure(text)


def schema_of(description, name):
    """Returns a self-contained schema of the description."""
    return {"$ref": f"#/components/schemas/{name}", "components": description["components"]}


def check_instance(description, name, value, where):
    validator = jsonschema.Draft202012Validator(schema_of(description, name))
    for error in validator.iter_errors(value):
        raise Failure(f"{where}: {error.json_path}: {error.message}")


def resolved(description, value):
    """Returns the target of a reference."""
    while "$ref" in value:
        target = description
        for part in value["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        value = {**target, **{key: other for key, other in value.items() if key != "$ref"}}
    return value


def concrete(description, path, item, operation):
    """Returns an address with the examples of its parameters."""
    for parameter in item.get("parameters", []) + operation.get("parameters", []):
        parameter = resolved(description, parameter)
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", urllib.parse.quote(str(parameter["example"]), safe=""))
    return path


def bodies(description):
    """Returns every operation that takes JSON: its address, the schema of its body, and the examples."""
    for path, item in description["paths"].items():
        for method, operation in item.items():
            content = operation.get("requestBody", {}).get("content", {}) if method.upper() in METHODS else {}
            if "application/json" not in content or "/virtual-hardware" in path:
                continue
            content = content["application/json"]
            examples = [example["value"] for example in content.get("examples", {}).values()]
            examples += [content["example"]] if "example" in content else []
            # The set-up link is used up.
            if path != "/api/v1/setup":
                schema = resolved(description, content["schema"])
                yield method.upper(), concrete(description, path, item, operation), schema, examples


def is_refused(answer):
    """Returns true if a body or a query was refused as invalid. A missing resource does not count."""
    status, headers, data = answer
    return status in (400, 415, 422) and json.loads(data)["code"] in ("bad-request", "invalid", "unsupported-media-type")


def own_examples_are_taken(hub, description):
    count = 0
    for method, path, _, examples in bodies(description):
        expect(examples, f"{method} {path}: the description has no example of the body")
        for example in examples:
            answer = hub.call(method, path, example, {"if-match": "*"})
            # The resources in the examples are mostly missing; some settings and settings of stations mean nothing here.
            expect(not is_refused(answer) or "settings" in path, f"{method} {path} {example}: {answer[2][:300]}")
            expect(answer[0] < 500, f"{method} {path} {example}: status {answer[0]}")
            count += 1
    seen = set()

    def codes(value):
        if isinstance(value, dict):
            for other in value.values():
                yield from codes(other)
        elif isinstance(value, list):
            for other in value:
                yield from codes(other)
        elif isinstance(value, str) and value.startswith("DW:") and len(value) == 19:
            yield value

    for code in sorted(set(codes(description))):
        status, _, data = hub.call("GET", f"/api/v1/resolve?code={urllib.parse.quote(code)}")
        expect(status == 200 and json.loads(data)["class"] != "damaged", f"the example {code} is no code: {data[:200]}")
        seen.add(code)
    return f"{count} bodies, {len(seen)} codes"


# Exactly one of these must be present.
RIVALS = {"place": ["query"], "query": ["place"], "copy": ["code", "release"], "code": ["copy"], "release": ["copy"], "card": ["borrower"], "borrower": ["card"]}


# What the schema allows and the hub refuses, because it depends on the library.
DEPENDS_ON_RECORDS = {
    # A stock-take counts copies, and no copy has this title.
    ("/api/v1/stock-takes", "query is as long as may be"),
}


def alone(example, name, value):
    """Returns the example with another member, and without the members that exclude it."""
    return {**{key: other for key, other in example.items() if key not in RIVALS.get(name, [])}, name: value}


def variants(description, schema, example):
    """Returns bodies with one member at the edge of the allowed range, and whether each is valid."""
    for name, member in schema.get("properties", {}).items():
        kinds = json.dumps(member)
        member = resolved(description, member)
        isNullable = '"null"' in kinds or "null" in member.get("type", []) and isinstance(member.get("type"), list)
        # The only one of its alternatives cannot be left out, and null is the same.
        if name not in RIVALS or name not in example:
            yield f"{name} is null", {**example, name: None}, isNullable
        kind = member.get("type")
        kind = [one for one in kind if one != "null"][0] if isinstance(kind, list) else kind
        if kind == "string" and "maxLength" in member:
            longest = member["maxLength"]
            yield f"{name} is too long", alone(example, name, "1" * (longest + 1)), False
            if "format" not in member and "enum" not in member and re.search(member.get("pattern", ""), "1" * longest):
                yield f"{name} is as long as may be", alone(example, name, "1" * longest), True
            if member.get("minLength", 0) > 0:
                yield f"{name} is empty", alone(example, name, ""), False
        if kind == "integer":
            for edge, taken in [("minimum", 0), ("maximum", 0)]:
                # The last place on a sheet depends on the paper.
                if edge in member and (name, edge) not in (("start", "maximum"), ("copiesOfEach", "maximum")):
                    step = 1 if edge == "maximum" else -1
                    yield f"{name} is at its {edge}", alone(example, name, member[edge]), True
                    yield f"{name} is past its {edge}", alone(example, name, member[edge] + step), False
        if kind == "boolean":
            yield f"{name} is a text", alone(example, name, "true"), False
        if kind == "string":
            yield f"{name} is a number", alone(example, name, 7), False
            yield f"{name} has U+0000", alone(example, name, "a\u0000b"), False


def alternatives(schema, examples):
    """Returns each alternative of a body: its schema, with the members that only others require left out, and an example."""
    if "oneOf" not in schema:
        return [(schema, examples[0])]
    found = []
    for alternative in schema["oneOf"]:
        others = {name for other in schema["oneOf"] if other is not alternative for name in other["required"]}
        left = others - set(alternative["required"])
        members = {name: member for name, member in schema["properties"].items() if name not in left}
        fitting = [example for example in examples if jsonschema.Draft202012Validator(alternative).is_valid(example)]
        expect(fitting, f"no example has {alternative['required']}")
        found.append(({**schema, "properties": members}, fitting[0]))
    return found


def mixed(schema, examples):
    """Returns bodies that are none of the alternatives, or two at once."""
    if "oneOf" in schema:
        yield "it has no member", {}
        for number, (_, example) in enumerate(chosen := alternatives(schema, examples)):
            for _, other in chosen[number + 1 :]:
                yield f"it has {sorted({**example, **other})}", {**example, **other}


def bodies_are_as_described(hub, description):
    count, wrong = 0, []
    for method, path, schema, examples in bodies(description):
        if not examples:
            continue
        # A setting has its own kind, which the description of its value cannot express.
        if "/settings/" in path:
            continue
        varied = [each for one, example in alternatives(schema, examples) for each in variants(description, one, example)]
        for what, body, isTaken in varied + [(what, body, False) for what, body in mixed(schema, examples)]:
            answer = hub.call(method, path, body, {"if-match": "*"})
            expect(answer[0] < 500, f"{method} {path}, {what}: status {answer[0]}")
            if (path, what) in DEPENDS_ON_RECORDS:
                continue
            if is_refused(answer) == isTaken:
                wrong.append(f"{method} {path}, {what}: {answer[0]} {answer[2][:160]}")
            count += 1
        unknown = hub.call(method, path, {**examples[0], "unheard-of": 1}, {"if-match": "*"})
        if not is_refused(unknown):
            wrong.append(f"{method} {path}: an unknown member is taken: {unknown[0]}")
    expect(not wrong, "\n  ".join(["the hub and the description differ:"] + wrong))
    return f"{count} bodies"


def queries_are_as_described(hub, description):
    count = 0
    for path, item in description["paths"].items():
        operation = item.get("get")
        if not operation or path == "/api/v1/events":
            continue
        address = concrete(description, path, item, operation)
        for parameter in item.get("parameters", []) + operation.get("parameters", []):
            parameter = resolved(description, parameter)
            longest = resolved(description, parameter["schema"]).get("maxLength")
            if parameter["in"] != "query" or longest is None:
                continue
            needed = "".join(
                f"&{other['name']}={urllib.parse.quote(str(other['example']))}"
                for other in (resolved(description, one) for one in operation["parameters"])
                if other["in"] == "query" and other.get("required") and other["name"] != parameter["name"]
            )
            answer = hub.call("GET", f"{address}?{parameter['name']}={'1' * (longest + 1)}{needed}")
            # If the addressed resource is missing, the hub checks nothing else.
            isMissing = answer[0] == 404 and "{" in path
            expect(isMissing or is_refused(answer), f"GET {path}: {parameter['name']} of {longest + 1}: {answer[0]}")
            count += 1
    for key, isTaken in [("a b", True), ("~" * 255, True), ("a" * 256, False), ("schl\u00fcssel", False)]:
        headers = {"idempotency-key": key.encode().decode("latin-1")}
        for path, body in [("/api/v1/scans", {"code": f"key {time.time_ns()}"}), ("/api/v1/tag-jobs", {"action": "erase"})]:
            answer = hub.call("POST", path, body, headers)
            expect(is_refused(answer) != isTaken, f"POST {path} with the key {key[:20]!r}: {answer[0]} {answer[2][:200]}")
            count += 1
    return f"{count} requests"


def bodies_have_one_meaning(hub, description):
    """Verifies that an ambiguous body is a bad request, and that a coded one is refused."""
    text = json.dumps({"code": f"one meaning {time.time_ns()}"})
    for what, data, more, wanted in [
        ("a member twice", b'{"code":"a","code":"b"}', {}, 400),
        ("UTF-16", text.encode("utf-16"), {}, 400),
        ("UTF-16 without a mark", text.encode("utf-16-le"), {}, 400),
        ("Latin-1", '{"code":"\u00e9"}'.encode("latin-1"), {}, 400),
        ("U+0000", b'{"code":"a\\u0000b"}', {}, 400),
        ("a body said to be coded", text.encode(), {"content-encoding": "gzip"}, 415),
        ("a large body", b"x" * 5_000_000, {}, 413),
    ]:
        headers = {**hub.headers, "content-type": "application/json", **more}
        request = urllib.request.Request(hub.address + "/api/v1/scans", data=data, method="POST", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, headers, body = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, headers, body = error.code, error.headers, error.read()
        expect(status == wanted, f"{what}: status {status} instead of {wanted}")
        expect(headers.get_content_type() == "application/problem+json", f"{what}: {headers.get_content_type()}")
        check_instance(description, "Problem", json.loads(body), what)
    for path in ["/healthz", "/api/v1/copies", "/api/v1/nothing", "/metrics", "/api/v1/openapi.json"]:
        status, headers, _ = hub.call("GET", path)
        expect(headers.get("x-content-type-options") == "nosniff", f"{path} may be taken for something else")


def cards_cannot_be_guessed(hub, description):
    answers = [hub.call("GET", f"/api/v1/resolve?code=29{number:05}") for number in range(200)]
    refused = [answer for answer in answers if answer[0] == 429]
    expect(refused, "two hundred codes were resolved at once")
    expect(int(refused[0][1]["retry-after"]) >= 1, "429 without Retry-After")
    check_instance(description, "Problem", json.loads(refused[0][2]), "429")


def ids_of_items_may_be_any_text(hub, description):
    """The hub passes the id on in an address of its own: no id may break that request."""
    odd = ["no-such-item", "a b", "a?b", "a#b", "a%b", "a%252Fb", "é", "x" * 100, "x" * 3000]
    for item in odd:
        path = f"/api/v1/virtual-hardware/items/{urllib.parse.quote(item, safe='')}/picture"
        status, _, data = hub.call("GET", path)
        expect(status == 404, f"the item {item[:20]!r}: status {status}: {data[:200]}")
        check_instance(description, "Problem", json.loads(data), f"the item {item[:20]!r}")
    return f"{len(odd)} ids"
