"""Whether schema.py accepts what is right and rejects what is not: one row for each keyword, and
changed copies of a real document. check_schema.py FOLDER DOCUMENT"""

import copy
import json
import sys

import schema as s

ROWS = [  # schema, values that fit, values that do not
    ({"type": "integer"}, [0, -3, 2**64], ["1", None, True, 1.5, [], {}]),
    ({"type": "number"}, [0, 1.5], [True, "1"]),
    ({"type": ["string", "null"]}, ["", None], [0, False]),
    ({"type": "boolean"}, [True, False], [0, 1, None]),
    ({"const": 2}, [2], [1, "2", None]),
    ({"const": True}, [True], [1]),
    ({"enum": ["a", None]}, ["a", None], ["b", 0, False]),
    ({"minimum": 1}, [1, 7, "0"], [0, -1]),
    ({"pattern": "^[%@]"}, ["%x", "@y"], ["x", ""]),
    ({"type": "object", "required": ["a"], "properties": {"a": {"type": "null"}}},
     [{"a": None}], [{}, {"a": 1}, {"a": None, "b": 1}, []]),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, [{}, {"x": 1}], [{"x": "1"}]),
    ({"type": "array", "items": {"type": "integer"}}, [[], [1, 2]], [[1, "2"], {}]),
    ({"prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
     [[1, "a"]], [[1], [1, "a", 2], ["a", 1]]),
    ({"anyOf": [{"type": "null"}, {"type": "array", "items": {"const": 1}}]},
     [None, [1]], [[2], 1]),
    ({"allOf": [{"minimum": 1}, {"type": "integer"}]}, [1], [0, "1"]),
    ({"if": {"properties": {"k": {"const": 1}}}, "then": {"required": ["a"]},
      "else": {"required": ["b"]}}, [{"k": 1, "a": 0}, {"k": 2, "b": 0}],
     [{"k": 1, "b": 0}, {"k": 2, "a": 0}]),
    ({"$ref": "#/$defs/x", "$defs": {"x": {"type": "string"}}}, ["a"], [1]),
]
BAD_SCHEMAS = [{"typ": "integer"}, {"$ref": "#/$defs/none"}, {"$ref": "other.json"}]


def fits(schema, value):
    return s.Checker(schema).fits(value, schema, "")


def check_rows():
    for schema, good, bad in ROWS:
        for value in good:
            assert fits(schema, value), (schema, value)
        for value in bad:
            assert not fits(schema, value), (schema, value)
            if s.jsonschema and not (isinstance(value, dict) and "b" in value):
                assert not s.jsonschema.Draft202012Validator(schema).is_valid(value), value
    for schema in BAD_SCHEMAS:
        assert not fits(schema, 1), schema
    return len(ROWS)


def leaves(value, path=()):
    """Each member of each object, by its path."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in items:
        yield path + (key,), isinstance(value, dict)
        if isinstance(one, (dict, list)):
            yield from leaves(one, path + (key,))


def changed(document, path, change):
    copied = copy.deepcopy(document)
    at = copied
    for key in path[:-1]:
        at = at[key]
    change(at, path[-1])
    return copied


def rename(at, key):
    at[key + "s"] = at.pop(key)


def is_rejected(schemas, document):
    try:
        s.check_document(schemas, document)
    except Exception:  # of either checker
        return True
    return False


def check_document(schemas, document):
    """No member may be renamed, none may become a value of no type that it has."""
    rejected, package = 0, s.jsonschema
    s.jsonschema = None
    assert not is_rejected(schemas, document)
    for path, is_member in leaves(document):
        if is_member and not (path[0] == "counters" or "transforms" in path[-2:-1]):
            assert is_rejected(schemas, changed(document, path, rename)), path
            rejected += 1
        odd = changed(document, path, lambda at, key: at.__setitem__(key, {"odd": []}))
        assert is_rejected(schemas, odd), path
        rejected += 1
    s.jsonschema = package
    return rejected


all_schemas = s.load(sys.argv[1])
with open(sys.argv[2]) as file:
    count = check_document(all_schemas, json.load(file))
print(f"{check_rows()} keywords, {count} changed documents rejected")
