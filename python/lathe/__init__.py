"""lathe: reshape whole LLVM programs.

    import lathe

    with lathe.Context() as ctx:
        module = ctx.load("inventory.c")
        for type in module.analyze().types:
            print(type.name, type.size, type.blocked_by("reorder-fields"))

Every function of liblathe is a method of the class of its first argument, under its name without
the class (`lathe_hir_text` is Hir.text); help() shows the comments of the headers. What is here
makes them handy: iterators, properties, documents. docs/sdk.md says what holds for all of them.
"""
import json as _json

from . import _bindings, _runtime
from ._bindings import *  # noqa: F401,F403: constants, enums, handles, plain functions
from ._runtime import Error, Handle  # noqa: F401
from .loops import Function, Node, Region, Snapshot  # noqa: F401
from .types import Type  # noqa: F401


class Context(_bindings.Context):
    """What every call works with.

    on_diagnostic is called with each note, warning and error, as a named tuple with severity, id,
    file, line, column and message, and on_remark with what passes did and did not do: kind, pass_,
    name, function, file, line, column, message and parts. Without them they are in the lists
    `diagnostics` and `remarks`."""
    _kind, _free = "lathe_ctx", "lathe_ctx_free"

    def __init__(self, on_diagnostic=None, on_remark=None, operations=0, bytes=0):
        pointer = _runtime.library().lathe_ctx_new()
        if not pointer:
            raise MemoryError("no context")
        self._failures, self.diagnostics, self.remarks = [], [], []
        self._guard = _runtime.Guard()
        self._begin(pointer, True, [])
        self.set_budget(operations, bytes)
        self.set_diag(on_diagnostic or self.diagnostics.append)
        self.set_remarks(on_remark or self.remarks.append)

    @property
    def _context(self):
        return self

    def load(self, *paths, flags=(), **options):
        """Reads C, LLVM IR text or bitcode, and links it into one module. flags are for clang;
        other options are those of lathe_load_options."""
        return self.module_load(paths, c_flags=list(flags), **options)

    def read_hir(self, *paths, function=None):
        """Loop nests from files of their text."""
        return self.hir_read(paths, function)


class Module(_bindings.Module):
    """A program, or a part of one. What changes it closes the analyses that were made of it."""
    _kind, _free = "lathe_module", "lathe_module_free"

    def _changes(self, but=()):
        for child in list(self._children):
            if child not in but:
                child.close()
                child._why = "was closed: its module has changed since"

    def run(self, pipeline):
        """Runs a pipeline of lathe's and LLVM's passes; how many things lathe's have changed."""
        return self.run_passes_changed(pipeline)[1]

    def analyze(self, exports=()):
        """Which struct types may change, and why others may not: a Dtrans."""
        return self.dtrans_analyze(exports=list(exports)) if exports else self.dtrans_analyze()

    def hir(self, **options):
        """The loop nests: a Hir. The options are those of lathe_hir_options."""
        return self.hir_build(**options)

    def summary(self, **options):
        """What `lathe info` shows, as a document."""
        return _json.loads(self.info_with(json=True, **options))

    def run_passes(self, pipeline):
        self._changes()
        return super().run_passes(pipeline)

    def run_passes_changed(self, pipeline):
        self._changes()
        return super().run_passes_changed(pipeline)

    def dtrans_apply(self, transform):
        self._changes()
        return super().dtrans_apply(transform)

    def dtrans_analyze(self, **options):
        self._changes()
        return super().dtrans_analyze(**options)

    def hir_build(self, **options):
        if not options.get("as_is"):
            self._changes()
        return super().hir_build(**options)


for _name in ("run_passes", "run_passes_changed", "dtrans_apply", "dtrans_analyze", "hir_build"):
    getattr(Module, _name).__doc__ = getattr(_bindings.Module, _name).__doc__


class Dtrans(_bindings.Dtrans):
    """What is known of the struct types of a program, by index or by name."""
    _kind, _free = "lathe_dtrans", "lathe_dtrans_free"

    @property
    def types(self):
        """All struct types, in the order of the program."""
        return [Type(self, index) for index in range(self.type_count())]

    def __iter__(self):
        return iter(self.types)

    def __len__(self):
        return self.type_count()

    def __getitem__(self, name):
        """A type by its index, or by its name in IR or in the source."""
        index = self.type_find(name) if isinstance(name, str) else range(len(self))[name]
        if index == _bindings.LATHE_DTRANS_NONE:
            raise KeyError(name)
        return Type(self, index)

    @property
    def document(self):
        """The report of `lathe dtrans --json`."""
        return _json.loads(self.json())


class Hir(_bindings.Hir):
    """The loop nests of a program, by function."""
    _kind, _free = "lathe_hir", "lathe_hir_free"

    @property
    def document(self):
        """The document of `lathe hir --json`."""
        return _json.loads(self.json())

    @property
    def functions(self):
        """The functions that have loops, in the order of the program, as they are now."""
        now = Snapshot(self)
        return [Function(self, index, now) for index in range(self.function_count())]

    def __iter__(self):
        return iter(self.functions)

    def __len__(self):
        return self.function_count()

    def __getitem__(self, name):
        """A function by its index or its name."""
        if not isinstance(name, str):
            return self.functions[name]
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(name)


class HirFunction(_bindings.HirFunction):
    """The HIR of one function: queries and changes (lathe/hir_tree.h, lathe/hir_edit.h)."""
    _kind = "lathe_hir_function"

    def lower(self):
        """Makes code of the regions that have changed; how many. What else was made of the module
        is closed."""
        for hir in self._parents:
            for module in hir._parents:
                if isinstance(module, Module):
                    module._changes(self._parents)
        return super().lower()


class Ddg(_bindings.Ddg):
    """The dependences of a region, by reference. What changes it closes its edges."""
    _kind = "lathe_ddg"

    def _ends_edges(self):
        for owner in self._parents:
            for child in list(owner._children):
                if child._kind == "lathe_ddg_edge":
                    child.close()
                    child._why = "was closed: its graph has changed since"


def _changing(name):
    plain = getattr(_bindings.Ddg, name)

    def method(self, *arguments, **options):
        try:
            return plain(self, *arguments, **options)
        finally:
            self._ends_edges()
    method.__doc__, method.__name__ = plain.__doc__, name
    return method


for _name in dir(_bindings.Ddg):
    if _name.startswith(("hir_", "update", "refine")):
        setattr(Ddg, _name, _changing(_name))


def version_info():
    """The version of the library as numbers."""
    return tuple(int(part) for part in _bindings.version().split("."))

