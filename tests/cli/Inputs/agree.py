"""agree.py LATHE PIPELINES: compares what --help, the man page and the bash completion of a lathe say
with its tables of options, passes and transforms; PIPELINES is what programs of tests/run go through."""

import collections
import json
import re
import shutil
import subprocess
import sys
import tempfile

LATHE = shutil.which(sys.argv[1])


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def generated(what):
    return run(LATHE, f"--generate={what}").replace("\\:", "")


def in_table():
    options = collections.defaultdict(set)
    command = None
    for line in generated("options").splitlines():
        section = re.match(r"## (?:lathe )?(\S+)$", line)
        command = section[1] if section else command
        option = re.match(r"\| `(-[^`]+)`", line)
        if option:
            options[command].add(option[1])
    return options


def in_help(command):
    text = run(LATHE, *([] if command == "lathe" else [command]), "--help")
    return set(re.findall(r"^ +(?:-\w, )?(--?[a-z][\w-]+(?:=[A-Z:\[\]]+)?)", text, re.M))


def in_man():
    options = collections.defaultdict(set)
    command = None
    for line in generated("man").replace("\\-", "-").splitlines():
        section = re.match(r"\.SH (?:COMMAND )?(\S+)", line)
        if section:
            command = "lathe" if section[1] == "OPTIONS" else section[1]
        option = re.match(r"\.BR? (?:.* \")?(--?[a-z][\w-]+(?:=[A-Z:\[\]]+)?)$", line)
        if option:
            options[command].add(option[1])
    return options


def in_own_man(command):
    text = generated("man" if command == "lathe" else f"man-{command}").replace("\\-", "-")
    part = text.split("\n.SH OPTIONS\n")[1].split("\n.SH ")[0]
    return set(re.findall(r"^\.BR? (?:.* \")?(--?[a-z][\w-]+(?:=[A-Z:\[\]]+)?)$", part, re.M))


def complete(*words):
    """The words bash offers in place of the last one."""
    with tempfile.NamedTemporaryFile("w") as script:
        script.write(generated("completion"))
        script.flush()
        line = " ".join(f"'{word}'" for word in words)
        program = (
            f"compopt() {{ :; }}; source {script.name}; COMP_WORDS=({line}); "
            f"COMP_CWORD={len(words) - 1}; _lathe; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        )
        return set(run("bash", "--norc", "-c", program).split())


def in_completion(command):
    dashes = "-f" if command in ("cc", "c++") else "--"
    return complete("lathe", *([] if command == "lathe" else [command]), dashes)


def check(condition, message):
    if not condition:
        sys.exit(message)


def check_options():
    man = in_man()
    for command, options in in_table().items():
        check(in_help(command) == options, f"{command}: help has {in_help(command) ^ options}")
        check(man[command] == options, f"{command}: man has {man[command] ^ options}")
        own = in_own_man(command)
        check(own == options, f"{command}: its own man page has {own ^ options}")
        bare = {re.sub("=.*", "=", option) for option in options}
        check(in_completion(command) == bare, f"{command}: completion: {in_completion(command) ^ bare}")
        print(f"{command}: {len(options)} options agree")


def check_exit_codes():
    help_codes = re.findall(r"^ +(\d+)  (.*)", run(LATHE, "--help"), re.M)
    man_codes = re.findall(r"^\.B (\d+)\n(.*)\.$", generated("man"), re.M)
    check(len(help_codes) == 6 and help_codes == man_codes, f"{help_codes} {man_codes}")
    print("exit codes agree")


def check_man():
    pages = ["man"] + [f"man-{command}" for command in generated("commands").split()]
    check(len(pages) > 4, str(pages))
    for page in pages:
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=run(LATHE, f"--generate={page}"),
                              capture_output=True, text=True)
        check(done.returncode == 0 and not done.stderr, done.stderr)
    print("no warnings from the man pages")


def check_completion():
    check(complete("lathe", "") >= {"info", "opt", "passes"}, "commands")
    check(complete("lathe", "op") == {"opt"}, "a command's beginning")
    check(complete("lathe", "opt", "--pas") == {"--passes="}, "an option's beginning")
    check(complete("lathe", "opt", "--color", "=", "a") == {"auto", "always"}, "values")
    check(complete("lathe", "opt", "--color", "=") == {"auto", "always", "never"}, "all values")
    print("completion works")


def as_roff(param):
    spelling = param["key"] + (f"={param['value']}" if param["value"] else "")
    return f".RS\n.TP\n.B {spelling}\n{param['help']}.\n.RE\n"


def check_rows():
    """Passes and transforms, of which there is one row each, wherever they are shown."""
    passes = json.loads(run(LATHE, "passes", "--json"))["passes"]
    names = {row["name"] for row in passes}
    for page in ("man", "man-passes"):
        section = (generated(page) + ".SH ").split("\n.SH PASSES\n")[1].split("\n.SH ")[0] + "\n"
        section = section.replace("\\-", "-").replace("\\(aq", "'")
        shown = re.findall(r"\.TP\n\.B (\S+)\n(.*)\.\n((?:\.RS\n.*\n.*\n.*\n\.RE\n)*)", section)
        check(shown == [(row["name"], row["summary"], "".join(map(as_roff, row["params"])))
                        for row in passes], f"{page}: {shown}")
    check(complete("lathe", "opt", "--passes", "=", "dtrans-")
          == {name for name in names if name.startswith("dtrans-")}, "completion of --passes")
    print("passes agree")
    transforms = json.loads(run(LATHE, "dtrans", "--rules", "--json"))["transforms"]
    check(names >= {f"dtrans-{name}" for name in transforms}, f"{transforms} {names}")
    check(complete("lathe", "cc", "-flathe", "=", "") == {"none", *transforms}, "of -flathe")
    texts = {what: " ".join(text.replace("\\-", "-").split())
             for what, text in (("help", run(LATHE, "cc", "--help")), ("man", generated("man-cc")))}
    for what, text in texts.items():
        listed = re.search("none, or a list of (.*?) and shuffle:SEED", text)[1].split(", ")
        check(sorted(listed) == sorted(transforms), f"{what}: {listed}")
    words = set(re.search("Let one of (.*?) change", " ".join(run(LATHE, "opt", "--help").split()))[1]
                .replace(" and ", ", ").split(", "))
    check(complete("lathe", "opt", "--dtrans-force", "=", "") == {f"{w}:" for w in words}, "of force")
    page = generated("passes").split("## Transforms of layouts")[1]
    check(sorted(re.findall(r"^\| `(\S+)` \|", page, re.M)) == sorted(transforms), page)
    default = re.search(r"Without passes= it runs (\S+)\.", generated("man").replace("\\-", "-"))[1]
    chosen = set(re.findall(r"dtrans-([a-z-]+)", default)) - {"strip-annotations"}
    check(chosen < set(transforms) and len(chosen) == len(transforms) - 1, default)
    with open(sys.argv[2]) as file:
        tried = file.read()
    for name in transforms:
        check(f"dtrans-{name}" in tried, f"{sys.argv[2]} has no {name}")
    print("transforms agree")


check_options()
check_exit_codes()
check_man()
check_completion()
check_rows()
