"""Checks JSON documents against the schemas of schema/ (JSON Schema, draft 2020-12).

    schema.py FOLDER FILE...     each FILE is one document, or several after one another
    schema.py --check FOLDER     the schemas themselves: keywords, references, one version

A document says by its member `schema` which one it is; so does any object in it that has such a
member. Schemas let unknown members pass, as readers should; here they are errors, so that nothing
is printed that no schema has. A keyword that is not known here is an error in the schema: it would
be passed over in silence. Where Python has the package jsonschema, it has to agree.
"""

import json
import os
import re
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TYPES = {"null": type(None), "boolean": bool, "string": str, "array": list, "object": dict}
NOTES = {"$schema", "$id", "$defs", "title", "description", "else", "then"}
SUFFIX = ".schema.json"


class Wrong(Exception):
    pass


def is_type(value, name):
    if name in ("integer", "number"):
        return isinstance(value, (int, float) if name == "number" else int) \
            and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def same(a, b):
    """true is not 1."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


class Checker:
    """One schema. Each keyword is a method: k_type checks `type`."""

    def __init__(self, schema, strict=True):
        self.root, self.strict = schema, strict

    def fail(self, path, text):
        raise Wrong(f"{path or '$'}: {text}")

    def check(self, value, schema, path=""):
        for keyword, rule in schema.items():
            if keyword in NOTES:
                continue
            method = getattr(self, "k_" + keyword.replace("$", ""), None)
            if not method:
                self.fail(path, f"the schema has the keyword {keyword}, which is not known here")
            method(value, rule, path, schema)

    def fits(self, value, schema, path):
        try:
            self.check(value, schema, path)
        except Wrong:
            return False
        return True

    def k_type(self, value, rule, path, _):
        names = rule if isinstance(rule, list) else [rule]
        if not any(is_type(value, name) for name in names):
            self.fail(path, f"{json.dumps(value)[:60]} is not of type {' or '.join(names)}")

    def k_const(self, value, rule, path, _):
        if not same(value, rule):
            self.fail(path, f"{json.dumps(value)[:60]} is not {json.dumps(rule)}")

    def k_enum(self, value, rule, path, _):
        if not any(same(value, one) for one in rule):
            self.fail(path, f"{json.dumps(value)[:60]} is none of {json.dumps(rule)}")

    def k_minimum(self, value, rule, path, _):
        if is_type(value, "number") and value < rule:
            self.fail(path, f"{value} is less than {rule}")

    def k_pattern(self, value, rule, path, _):
        if isinstance(value, str) and not re.search(rule, value):
            self.fail(path, f"{value!r} does not match {rule}")

    def k_required(self, value, rule, path, _):
        for name in rule if isinstance(value, dict) else ():
            if name not in value:
                self.fail(path, f"the member {name} is missing")

    def k_properties(self, value, rule, path, schema):
        if not isinstance(value, dict):
            return
        for name in value:
            if name in rule:
                self.check(value[name], rule[name], f"{path}.{name}")
            elif self.strict and "type" in schema and "additionalProperties" not in schema:
                self.fail(path, f"the member {name} is not in the schema")

    def k_additionalProperties(self, value, rule, path, schema):
        for name in value if isinstance(value, dict) else ():
            if name not in schema.get("properties", {}):
                self.check(value[name], rule, f"{path}.{name}")

    def k_prefixItems(self, value, rule, path, _):
        if isinstance(value, list):
            for i, (item, one) in enumerate(zip(value, rule)):
                self.check(item, one, f"{path}[{i}]")

    def k_items(self, value, rule, path, schema):
        if isinstance(value, list):
            for i in range(len(schema.get("prefixItems", [])), len(value)):
                self.check(value[i], rule, f"{path}[{i}]")

    def k_minItems(self, value, rule, path, _):
        if isinstance(value, list) and len(value) < rule:
            self.fail(path, f"fewer than {rule} items")

    def k_maxItems(self, value, rule, path, _):
        if isinstance(value, list) and len(value) > rule:
            self.fail(path, f"more than {rule} items")

    def k_anyOf(self, value, rule, path, _):
        if any(self.fits(value, one, path) for one in rule):
            return
        for one in rule:  # for the message: the one that is about values of this type
            if not ("type" in one and not self.fits(value, {"type": one["type"]}, path)):
                self.check(value, one, path)
        self.fail(path, f"{json.dumps(value)[:60]} fits none of the alternatives")

    def k_allOf(self, value, rule, path, _):
        for one in rule:
            self.check(value, one, path)

    def k_if(self, value, rule, path, schema):
        branch = schema.get("then" if self.fits(value, rule, path) else "else")
        if branch is not None:
            self.check(value, branch, path)

    def k_ref(self, value, rule, path, _):
        name = re.fullmatch(r"#/\$defs/(\w+)", rule)
        if not name or name[1] not in self.root.get("$defs", {}):
            self.fail(path, f"the schema refers to {rule}, which it does not have")
        self.check(value, self.root["$defs"][name[1]], path)


def load(folder):
    schemas = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith(SUFFIX):
            raise Wrong(f"{folder}: {name} is no schema")
        with open(os.path.join(folder, name)) as file:
            schemas[name[: -len(SUFFIX)]] = json.load(file)
    return schemas


def documents(text):
    """The values in the text, one after another."""
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield value


def inner(value):
    """Every document in it, itself first if it is one."""
    if isinstance(value, dict) and isinstance(value.get("schema"), str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) \
            else ():
        yield from inner(item)


def check_document(schemas, document, strict=True):
    """Its kind; Wrong if it is not what the schema of that kind says."""
    says = document.get("schema") if isinstance(document, dict) else None
    kind = re.fullmatch(r"lathe-([\w-]+)/(\d+)", says) if isinstance(says, str) else None
    if not kind or kind[1] not in schemas:
        raise Wrong(f"the document says that its schema is {json.dumps(says)}")
    schema = schemas[kind[1]]
    Checker(schema, strict).check(document, schema)
    if jsonschema:
        jsonschema.Draft202012Validator(schema).validate(document)
    return kind[1]


def parts(schema):
    yield schema
    for keyword in ("properties", "$defs"):
        for one in schema.get(keyword, {}).values():
            yield from parts(one)
    for keyword in ("items", "additionalProperties", "if", "then", "else"):
        if keyword in schema:
            yield from parts(schema[keyword])
    for keyword in ("anyOf", "allOf", "prefixItems"):
        for one in schema.get(keyword, ()):
            yield from parts(one)


def check_schema(kind, schema):
    """Its keywords are known, its references lead somewhere, it says who it is; its version."""
    for part in parts(schema):
        for keyword in part:
            if keyword not in NOTES and not hasattr(Checker, "k_" + keyword.replace("$", "")):
                raise Wrong(f"{kind}: the keyword {keyword} is not known here")
        if "$ref" in part and part["$ref"].rpartition("/")[2] not in schema.get("$defs", {}):
            raise Wrong(f"{kind}: it does not have {part['$ref']}")
        required = set(part.get("required", ()))
        if "type" in part and required - set(part.get("properties", ())):
            raise Wrong(f"{kind}: a required member has no schema: {required}")
    says = schema["properties"]["schema"]["const"]
    name, _, version = says.partition("/")
    if schema["$schema"] != DRAFT or name != f"lathe-{kind}" or "schema" not in schema["required"]:
        raise Wrong(f"{kind}: it says that it is {says}")
    if schema["$id"] != f"urn:lathe:{kind}:{version}":
        raise Wrong(f"{kind}: its $id is {schema['$id']}")
    if jsonschema:
        jsonschema.Draft202012Validator.check_schema(schema)
    return version


def main(words):
    if words[0] == "--check":
        schemas = load(words[1])
        versions = {check_schema(kind, schema) for kind, schema in schemas.items()}
        print(f"{len(schemas)} schemas of version {' and '.join(sorted(versions))}")
        return
    schemas = load(words[0])
    for path in words[1:]:
        with open(path) as file:
            for document in documents(file.read()):
                kinds = [check_document(schemas, one) for one in inner(document) or [document]]
                if not kinds:
                    check_document(schemas, document)
                print(f"{os.path.basename(path)}: {', '.join(kinds)}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"schema: {wrong}")
