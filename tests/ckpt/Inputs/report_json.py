"""Shows every member of the one document of lathe ckpt --json."""
import json
import os
import sys


def where(one):
    if one["file"] is None:
        assert one["line"] is None and one["column"] is None
        return "?"
    assert os.path.isabs(one["file"])
    return f"{os.path.basename(one['file'])}:{one['line']}:{one['column']}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    assert document.pop("schema") == "lathe-ckpt/2", document
    print("version", document.pop("version"))
    for site in document.pop("checkpoints"):
        print(site["function"], where(site), "block", site["block"], "point", site["point"],
              f"{'directive' if site['directive'] else 'call'}: {site['bytes']}")
        for one in site["tracked"]:
            print(" ", one["name"], one["kind"], one["type"], f"{one['offset']}+{one['bytes']}",
                  one["why"])
    for function in document.pop("functions"):
        counts = function["instructions"]
        print(function["function"], counts["before"], f"instructions, {counts['after']} and",
              counts["cloned"])
    for refusal in document.pop("refusals"):
        print("refused", refusal["function"], where(refusal), refusal["id"], refusal["reason"])
    assert not document, document


main()
