"""Reads the public headers: what they declare, with the comments above.

The headers are C that CONTRIBUTING.md describes ("How to add to the library"): one declaration
after another, formatted by clang-format. What is not of that form is an error with its line, so
that nothing is left out silently. Parts for C++ alone, definitions and macros with arguments
are passed over.
"""
import ast
import os
import re

TOKEN = re.compile(r"\s*(?:(\.\.\.|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+)[uUlL]*|"
                   r"([-+*/%()\[\]{},;=:&|~<>]))")
OWNERSHIP = ("LATHE_GIVE", "LATHE_TAKE", "LATHE_KEEP")
QUALIFIERS = ("const", "volatile", "restrict", "LATHE_API", *OWNERSHIP)
WORDS = ("void", "bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double",
         "struct", "enum", "union")
# For C++ alone, and definitions.
PASSED_OVER = ("#ifdef __cplusplus", "#if defined(__cplusplus)", "#ifndef LATHE_PASS_DECLARATIONS")
NAMES = {"SIZE_MAX": 2**64 - 1, "UINT64_MAX": 2**64 - 1, "UINT32_MAX": 2**32 - 1,
         "INT64_MAX": 2**63 - 1, "INT32_MAX": 2**31 - 1}


class Malformed(Exception):
    """What the headers must not have: the message names file and line."""


class Type:
    """kind is name, pointer, array or function; `of` is what it points to, has or returns."""

    def __init__(self, kind, name="", of=None, const=False, count=None, parameters=()):
        self.kind, self.name, self.of, self.const = kind, name, of, const
        self.count, self.parameters = count, parameters

    def is_text(self):
        return self.kind == "pointer" and self.of.kind == "name" and self.of.name == "char"


class Named:
    """A parameter of a function or a member of a struct; owner is one of OWNERSHIP, or empty."""

    def __init__(self, name, type_, owner="", comment=""):
        self.name, self.type, self.owner, self.comment = name, type_, owner, comment


class Item:
    """A declaration: kind is function, struct, enum, handle, callback, alias or constant."""

    def __init__(self, kind, name, line, comment, text):
        self.kind, self.name, self.line = kind, name, line
        self.comment, self.text = comment, text
        self.type = self.value = None  # of callbacks and aliases; of constants
        self.members = []              # Named of structs and parameters; (name, value) of enums
        self.owner, self.variadic = "", False

    def sentence(self):
        """The first sentence of the comment, on one line; empty if it has none."""
        match = re.match(r".*?[.!?](?=\s|$)", self.comment, re.S)
        return re.sub(r"\s+", " ", match.group()) if match else ""


class Header:
    def __init__(self, path, intro):
        self.path, self.intro, self.items, self.includes = path, intro, [], []
        self.name = os.path.basename(path)


def plain(comment):
    """The text of a comment, without its stars; blank lines part paragraphs."""
    inner = re.sub(r"^/\*+\s?|\s*\*/$", "", comment)
    return "\n".join(re.sub(r"^\s*\* ?", "", line).rstrip() for line in inner.split("\n")).strip()


def number(text, known):
    """The value of a constant expression; None if it is none."""
    allowed = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.Load,
               ast.operator, ast.unaryop)
    text = re.sub(r"\b(\d+|0[xX][0-9a-fA-F]+)[uUlL]+\b", r"\1", text)
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return None
    nodes = list(ast.walk(tree))
    names = [n.id for n in nodes if isinstance(n, ast.Name)]
    numbers = [n.value for n in nodes if isinstance(n, ast.Constant)]
    if not all(isinstance(n, allowed) for n in nodes) or \
            not all(isinstance(n, int) for n in numbers) or any(n not in known for n in names):
        return None
    return eval(compile(tree, "", "eval"), {"__builtins__": {}}, dict(known))


class Parser:
    """A recursive descent over one declaration."""

    def __init__(self, text, where):
        self.tokens, self.at, self.where = [], 0, where
        position = 0
        text = text.rstrip()
        while position < len(text):
            match = TOKEN.match(text, position)
            if not match:
                self.fail(f"cannot read '{text[position:position + 20].strip()}'")
            self.tokens.append(match.group(1) or match.group(2))
            position = match.end()

    def fail(self, what):
        raise Malformed(f"{self.where}: {what}")

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if not token or (wanted and token != wanted):
            self.fail(f"'{wanted or 'a word'}' expected, not '{token or 'the end'}'")
        self.at += 1
        return token

    def skip(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def base(self):
        """The words before a declarator: the type they name, and who owns it."""
        words, const, owner = [], False, ""
        while re.match(r"[A-Za-z_]", self.peek() or "-"):
            word = self.peek()
            if word in QUALIFIERS:
                const |= word == "const"
                owner = word if word in OWNERSHIP else owner
            elif word in WORDS or not words or words[-1] in ("struct", "enum"):
                words.append(word)
            else:
                break
            self.at += 1
        if not words:
            self.fail(f"a type expected, not '{self.peek()}'")
        if words[0] in ("struct", "enum"):
            words = words[1:]
        return Type("name", " ".join(words), const=const), owner

    def declarator(self, type_):
        """The name that a type is given, and that type."""
        while self.skip("*"):
            const = False
            while self.peek() in QUALIFIERS:
                const |= self.take() == "const"
            type_ = Type("pointer", of=type_, const=const)
        if self.peek() == "(" and self.tokens[self.at + 1:self.at + 2] == ["*"]:
            return self.pointer_to_function(type_)
        name = self.take() if re.match(r"[A-Za-z_]", self.peek() or "-") else ""
        counts = []
        while self.skip("["):
            counts.append(self.take() if self.peek() != "]" else None)
            self.take("]")
        for count in reversed(counts):
            type_ = Type("array", of=type_, count=count)
        if self.peek() == "(":
            type_ = Type("function", of=type_, parameters=self.parameters())
        return name, type_

    def pointer_to_function(self, result):
        self.take("(")
        self.take("*")
        name = self.take() if self.peek() != ")" else ""
        self.take(")")
        return name, Type("pointer", of=Type("function", of=result, parameters=self.parameters()))

    def parameters(self):
        found = []
        self.take("(")
        if self.peek() == "void" and self.tokens[self.at + 1] == ")":
            self.take()
        while self.peek() != ")":
            if self.skip("..."):
                found.append(Named("...", None))
                break
            type_, owner = self.base()
            name, type_ = self.declarator(type_)
            if type_.kind == "array":
                type_ = Type("pointer", of=type_.of)
            found.append(Named(name, type_, owner))
            if not self.skip(","):
                break
        self.take(")")
        return found


def strip_comments(text):
    return re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def members_of(body, where):
    """Of a struct: each with the comment beside it or above it."""
    found, above = [], ""
    pieces = re.findall(r"/\*.*?\*/|[^;/]+;", body, re.S)
    for piece in pieces:
        if piece.startswith("/*"):
            before = body[:body.index(piece)]
            if found and "\n" not in before[before.rindex(";"):]:
                found[-1].comment = plain(piece)
            else:
                above = plain(piece)
            continue
        parser = Parser(piece.strip().rstrip(";"), where)
        type_, owner = parser.base()
        first = True
        while first or parser.skip(","):
            name, own = parser.declarator(type_)
            if not name or parser.peek() == ":":
                parser.fail("a member without a name, or a bit field")
            found.append(Named(name, own, owner, above))
            first = False
        if parser.peek():
            parser.fail(f"'{parser.peek()}' after a member")
        above = ""
    return found


class Reader:
    def __init__(self, path, shown, known):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.path, self.known, self.at = shown, known, 0
        self.header = Header(shown, "")
        self.comment, self.comment_end = "", -1

    def line(self, position=None):
        return self.text.count("\n", 0, self.at if position is None else position) + 1

    def where(self):
        return f"{self.path}:{self.line()}"

    def read(self):
        if self.text.startswith("/*"):
            self.header.intro = plain(self.text[:self.text.index("*/") + 2])
        while self.at < len(self.text):
            self.next()
        return self.header

    def next(self):
        blank = re.compile(r"\s+").match(self.text, self.at)
        if blank:
            self.at = blank.end()
        elif self.text.startswith("/*", self.at):
            end = self.text.index("*/", self.at) + 2
            self.comment_read(plain(self.text[self.at:end]), end)
            self.at = end
        elif self.text.startswith("#", self.at):
            self.directive()
        else:
            self.declaration()

    def comment_read(self, text, end):
        """A comment beside a declaration belongs to that, any other to what follows."""
        items = self.header.items
        begins = self.text.rfind("\n", 0, self.at) + 1
        if self.text[begins:self.at].strip():
            if items and items[-1].kind in ("handle", "alias") and not items[-1].comment:
                items[-1].comment = text
        else:
            self.comment, self.comment_end = text, self.line(end)

    def above(self):
        """The comment that ends right above what begins here."""
        return self.comment if self.comment_end in (self.line(), self.line() - 1) else ""

    def directive(self):
        end = re.compile(r"(?:[^\n]*\\\n)*[^\n]*").match(self.text, self.at).end()
        text = self.text[self.at:end]
        if text.startswith(PASSED_OVER):
            other = re.compile(r".*?^#(else|endif)[^\n]*", re.S | re.M)
            self.at = other.match(self.text, end).end()
            return
        include = re.match(r"#\s*include\s+<(lathe/[^>]+)>", text)
        if include:
            self.header.includes.append(include.group(1))
        define = re.match(r"#\s*define\s+(LATHE_\w+)[ \t]+(.+)", strip_comments(text))
        value = number(define.group(2), {**NAMES, **self.known}) if define else None
        if value is not None:
            item = Item("constant", define.group(1), self.line(), self.above(), text)
            item.value = self.known[item.name] = value
            self.header.items.append(item)
        self.at = end

    def declaration(self):
        end, depth, code = self.at, 0, strip_comments(self.text[self.at:])
        for index, letter in enumerate(code):
            depth += (letter == "{") - (letter == "}")
            if letter == ";" and depth == 0:
                end = self.at + index + 1
                break
            if letter == "}" and depth == 0 and re.match(r"(LATHE_\w+ )*static ", code):
                end = self.at + index + 1
                break
        else:
            raise Malformed(f"{self.where()}: a declaration without an end")
        text = self.text[self.at:end]
        if not strip_comments(text).startswith("static "):
            self.header.items.append(self.item(text))
        self.at = end

    def item(self, text):
        code = strip_comments(text)
        match = re.match(r"(?:typedef )?(struct|enum|union)\s*(\w*)\s*\{(.*)\}\s*(\w*)\s*;$", code,
                         re.S)
        if match:
            return self.aggregate(text, match)
        match = re.match(r"typedef struct \w+ (\w+);$", code)
        if match:
            return self.make("handle", match.group(1), text)
        read = self.typedef if code.startswith("typedef ") else self.function
        return read(text, code)

    def make(self, kind, name, text):
        return Item(kind, name, self.line(), self.above(), text)

    def aggregate(self, text, match):
        kind, tag, _, name = match.groups()
        if kind == "union" or (kind == "struct" and tag != name):
            raise Malformed(f"{self.where()}: a struct is 'typedef struct name {{…}} name;'")
        item = self.make(kind, name or tag, text)
        body = text[text.index("{") + 1:text.rindex("}")]
        if kind == "struct":
            item.members = members_of(body, self.where())
            return item
        value = -1
        for entry in filter(None, (e.strip() for e in strip_comments(body).split(","))):
            label, _, given = (part.strip() for part in entry.partition("="))
            value = number(given, {**NAMES, **self.known}) if given else value + 1
            if value is None:
                raise Malformed(f"{self.where()}: the value of {label} is not a number")
            self.known[label] = value
            item.members.append((label, value))
        return item

    def typedef(self, text, code):
        parser = Parser(code[len("typedef "):].rstrip(";"), self.where())
        type_, _ = parser.base()
        name, type_ = parser.declarator(type_)
        function = type_.of if type_.kind == "pointer" and type_.of.kind == "function" else type_
        item = self.make("callback" if function.kind == "function" else "alias", name, text)
        item.type = type_
        return item

    def function(self, text, code):
        parser = Parser(code.rstrip(";"), self.where())
        type_, owner = parser.base()
        name, type_ = parser.declarator(type_)
        if type_.kind != "function" or parser.peek():
            parser.fail("neither a function nor a type")
        item = self.make("function", name, text)
        item.type, item.owner = type_.of, owner
        item.members = [p for p in type_.parameters if p.name != "..."]
        item.variadic = len(item.members) < len(type_.parameters)
        return item


def read(root):
    """All headers of the tree or prefix at root, what is included first."""
    folder = os.path.join(root, "include", "lathe")
    known, headers = {}, {}

    def add(name):
        if name in headers:
            return
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            needed = re.findall(r"#\s*include\s+<lathe/([^>]+)>", file.read())
        for other in needed:
            add(other)
        headers[name] = Reader(path, f"include/lathe/{name}", known).read()

    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        if name.endswith(".h"):
            add(name)
    return list(headers.values())


def about_comment(item):
    """What is wrong with the comment of a declaration."""
    if item.kind not in ("function", "struct", "enum", "handle", "callback"):
        return
    if not re.search(r"\w", item.comment) and (item.name or item.kind != "enum"):
        yield f"{item.name} has no comment right above it"
    elif item.kind == "function" and not item.sentence():
        yield f"the comment of {item.name} does not begin with a sentence"


def about_struct(item):
    if item.kind == "struct" and "never grows" not in item.comment.lower() and \
            (not item.members or item.members[0].name != "struct_size"):
        yield (f"{item.name} does not begin with struct_size; if it never grows, its comment must "
               "say so")


def about_result(item, kinds):
    """What a function gives must have one function that frees it, and may not be a struct."""
    of = item.type
    if item.kind != "function":
        return
    if of.kind == "name" and kinds.get(of.name) == "struct":
        yield f"{item.name} returns a struct, which can then not grow"
    if of.is_text() and of.of.const == (item.owner == "LATHE_GIVE"):
        yield f"{item.name} returns a string: LATHE_GIVE char * or const char *"
    if of.kind == "pointer" and kinds.get(of.of.name) == "handle" and \
            item.owner == "LATHE_GIVE" and f"{of.of.name}_free" not in kinds:
        yield f"{item.name} gives what nothing frees: there is no {of.of.name}_free"


def complaints(headers):
    """(path, line, what) of each departure from the conventions of the library."""
    kinds = {item.name: item.kind for header in headers for item in header.items}
    for header in headers:
        for item in header.items:
            for text in (*about_comment(item), *about_struct(item), *about_result(item, kinds)):
                yield header.path, item.line, text
