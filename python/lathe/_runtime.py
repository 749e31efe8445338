"""Calls of liblathe: arguments and results as Python has them, ownership, errors.

_bindings.py, which is generated, says for each function what its arguments and its value mean;
`call` carries that out. A handle keeps alive what it was made from, and is freed before that.
"""
import collections
import contextlib
import ctypes as C
import keyword
import os
import threading
import weakref

MAX_FILLED = 4096  # how much a function may fill without being called again


class Error(Exception):
    """A call that failed: `status` is "usage", "io", "bad-input", "gave-up", "no-memory" or
    "internal", `code` its number."""

    def __init__(self, code, status, message):
        super().__init__(f"{message} [{status}]")
        self.code, self.status, self.message = code, status, message


def candidates():
    """Where the library may be: as the user says, beside this package, where the loader looks."""
    from . import _where
    if os.environ.get("LATHE_LIBRARY"):
        yield os.environ["LATHE_LIBRARY"]
    here = os.path.dirname(os.path.abspath(__file__))
    yield os.path.normpath(os.path.join(here, _where.LIBRARY))
    yield os.path.basename(_where.LIBRARY)


def load():
    """The library, with the types of its functions; those that it lacks are left out."""
    from . import _bindings
    failures = []
    for path in candidates():
        try:
            library = C.CDLL(path)
            break
        except OSError as failure:
            failures.append(str(failure))
    else:
        raise ImportError("liblathe cannot be loaded: " + "; ".join(failures))
    for name, (value, arguments) in _bindings.FUNCTIONS.items():
        function = getattr(library, name, None)
        if function is not None:
            function.restype, function.argtypes = value, arguments
    return library


_loaded = []


def library():
    if not _loaded:
        _loaded.append(load())
    return _loaded[0]


def to_bytes(text):
    return os.fsencode(text) if isinstance(text, (str, os.PathLike)) else text


def to_text(data):
    return None if data is None else data.decode("utf-8", "surrogateescape")


def take_text(address):
    """A string that the library gave, which is freed."""
    if not address:
        return None
    try:
        return to_text(C.string_at(address))
    finally:
        library().lathe_free(address)


class Guard:
    """One call at a time on a context. Python collects garbage in any thread and at any time: what
    it frees waits for the call that runs."""

    def __init__(self):
        self._lock, self._owner, self._later = threading.Lock(), None, collections.deque()

    def __enter__(self):
        if self._owner == threading.get_ident():
            raise RuntimeError("a callback must not call what it is called by")
        self._lock.acquire()
        self._owner = threading.get_ident()

    def __exit__(self, *_):
        self._owner = None
        self._lock.release()
        self._free_waiting()

    def free(self, function, pointer):
        """In the order of the calls."""
        self._later.append((function, pointer))
        self._free_waiting()

    def _free_waiting(self):
        while self._later and self._lock.acquire(blocking=False):
            try:
                while self._later:
                    function, pointer = self._later.popleft()
                    function(pointer)
            finally:
                self._lock.release()


class Handle:
    """An object of the library. Leaving `with`, close() or the last reference frees it."""
    _kind = _free = None
    _classes = {}

    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        if cls._kind:
            Handle._classes[cls._kind] = cls  # the last one, the most special, is what calls return

    @classmethod
    def _make(cls, kind, pointer, owned, parents):
        made = object.__new__(Handle._classes[kind])
        made._begin(pointer, owned, parents)
        return made

    def _begin(self, pointer, owned, parents):
        self._pointer, self._owned, self._parents = pointer, owned, list(parents)
        self._children, self._kept = weakref.WeakSet(), []
        self._root = next((p._context for p in parents if p._context is not None), None)
        self._why, self._pending, self._users = "was closed", None, 0
        for parent in parents:
            parent._children.add(self)
            parent._users += 1

    def _address(self):
        if self._pointer is None:
            raise ValueError(f"this {type(self).__name__} {self._why}")
        return self._pointer

    @property
    def _context(self):
        """The context that it was made in; None if it has none."""
        return self._root

    def close(self):
        """Frees the object, and before it all that was made from it. More than once is harmless."""
        self._end(True)

    def _end(self, free):
        """free: it is still ours, and not taken by the library."""
        pointer = getattr(self, "_pointer", None)
        if pointer is None:
            return
        for child in list(self._children):
            child.close()
        self._pointer = None
        self._pending = pointer, free and self._owned and self._free
        self._release()

    def _release(self):
        """Frees it once nothing made from it is left: garbage is collected in any order."""
        if self._users or self._pending is None:
            return
        (pointer, free), self._pending = self._pending, None
        if free and self._context is None:
            getattr(library(), free)(pointer)
        elif free:
            self._context._guard.free(getattr(library(), free), pointer)
        self._kept.clear()
        for parent in self._parents:
            parent._users -= 1
            parent._release()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:  # the interpreter is ending: so does the memory
            pass

    def __eq__(self, other):
        return isinstance(other, Handle) and self._pointer is not None and \
            other._pointer is not None and self._kind == other._kind and \
            C.cast(self._pointer, C.c_void_p).value == C.cast(other._pointer, C.c_void_p).value

    def __hash__(self):
        return hash(C.cast(self._address(), C.c_void_p).value)


# What structs become, and come from.

_records = {}


def record_class(struct):
    if struct not in _records:
        names = [n + "_" * keyword.iskeyword(n) for n, _ in struct._fields_ if n != "struct_size"]
        name = "".join(p.capitalize() for p in struct.__name__[len("lathe_"):].split("_"))
        _records[struct] = collections.namedtuple(name, names)
    return _records[struct]


def to_record(value):
    """A struct as a named tuple, with strings, enums, and structs inside of it as such."""
    struct, found = type(value), []
    for name, kind in struct._fields_:
        if name == "struct_size":
            continue
        member = getattr(value, name)
        if kind is C.c_char_p:
            member = to_text(member)
        elif name in struct._enums_:
            member = to_enum(struct._enums_[name], member)
        elif isinstance(member, C.Structure):
            member = to_record(member)
        elif holds_structs(kind) and list_size(value, name) is not None:
            member = [to_record(member[i]) for i in range(list_size(value, name))]
        found.append(member)
    return record_class(struct)(*found)


def holds_structs(kind):
    """Whether it is a pointer to structs, and not to what only the library knows."""
    of = getattr(kind, "_type_", None)
    return isinstance(of, type) and issubclass(of, C.Structure) and hasattr(of, "_fields_")


def list_size(value, name):
    """How many a member points to; None if no other member says so."""
    for label in (f"{name}_count", f"{name.rstrip('s')}_count"):
        if hasattr(value, label):
            return getattr(value, label)
    return None


def to_enum(kind, value):
    try:
        return kind(value)
    except ValueError:  # of a newer library
        return value


def to_number(kind, value):
    """An enum may be given by its name: "parallel"."""
    return kind[value.upper().replace("-", "_")] if isinstance(value, str) else value


def texts(values, kept):
    """A list of strings for C, which lives as long as `kept`."""
    if isinstance(values, (str, bytes, os.PathLike)):
        values = [values]
    array = (C.c_char_p * (len(values) + 1))(*[to_bytes(v) for v in values], None)
    kept.append(array)
    return C.cast(array, C.POINTER(C.c_char_p)), len(values)


def count_member(names, name):
    for label in (f"{name}_count", f"{name.rstrip('s')}_count", "count"):
        if label in names:
            return label
    raise TypeError(f"{name}: not a list")


def put_list(value, name, kind, given, kept):
    """A list in the member `name`, and its length in the member for that."""
    names = [n for n, _ in value._fields_]
    if kind._type_ is C.c_char_p:
        array, count = texts(given, kept)
    else:
        array = (kind._type_ * len(given))(*[to_struct(kind._type_, g, kept) for g in given])
        count = len(given)
        kept.append(array)
        array = C.cast(array, kind)
    setattr(value, name, array)
    setattr(value, count_member(names, name), count)


def put_member(value, name, kind, given, kept):
    if given is None:
        return
    if kind is C.c_char_p:
        kept.append(to_bytes(given))
        setattr(value, name, kept[-1])
    elif isinstance(given, Handle):
        setattr(value, name, given._address())
    elif name in value._enums_:
        setattr(value, name, to_number(value._enums_[name], given))
    elif isinstance(kind, type) and issubclass(kind, C.Structure):
        setattr(value, name, to_struct(kind, given, kept))
    elif isinstance(given, (list, tuple)) and hasattr(kind, "_type_") and hasattr(kind, "contents"):
        put_list(value, name, kind, given, kept)
    else:
        setattr(value, name, given)


def to_struct(struct, given, kept):
    """A struct from a mapping of its members, from them in order, or from the list it holds."""
    if isinstance(given, struct):
        return given
    value = struct()
    kinds = {n: k for n, k in struct._fields_}
    if "struct_size" in kinds:
        value.struct_size = C.sizeof(struct)
    if isinstance(given, (str, list, set, tuple)) and "at" in kinds and "count" in kinds:
        given = {"at": [given] if isinstance(given, str) else list(given)}
    elif isinstance(given, (list, tuple)):
        given = dict(zip([n for n in kinds if n != "struct_size"], given))
    for name, member in (given or {}).items():
        if name not in kinds or name == "struct_size":
            raise TypeError(f"there is no option '{name}'; there are " +
                            ", ".join(n for n in kinds if n != "struct_size"))
        put_member(value, name, kinds[name], member, kept)
    return value


def from_c(value):
    """What a callback receives."""
    if isinstance(value, bytes):
        return to_text(value)
    struct = getattr(value, "_type_", None)
    if isinstance(struct, type) and issubclass(struct, C.Structure):
        if not value:
            return None
        return to_record(value.contents) if hasattr(struct, "_fields_") else \
            Handle._make(struct.__name__, value, False, [])
    return value


def guarded(function, data, context):
    """A function as the library calls it: exceptions do not pass through C. data: which argument is
    the library's own, or None."""
    failures = context._failures if context is not None else []

    def called(*arguments):
        try:
            return function(*[from_c(a) for i, a in enumerate(arguments) if i != data])
        except BaseException as failure:
            failures.append(failure)
            return None
    return called


class Call:
    """One call while it is prepared and taken apart."""

    def __init__(self, spec):
        self.spec, self.kept, self.words, self.outs = spec, [], [], []
        self.parents, self.taken, self.context = [], [], None

    def add(self, what, of, values):
        getattr(self, f"add_{what}")(of, values)

    def add_value(self, of, values):
        value = values.pop(0)
        self.words.append(value._address() if isinstance(value, Handle) else value)

    def add_enum(self, of, values):
        self.words.append(int(to_number(of, values.pop(0))))

    def add_handle(self, of, values):
        handle = values.pop(0)
        if handle is None:
            self.words.append(None)
            return
        if not isinstance(handle, Handle) or handle._kind != of:
            raise TypeError(f"a {Handle._classes[of].__name__} expected, not {handle!r}")
        self.words.append(handle._address())
        self.parents.append(handle)
        self.context = self.context or handle._context

    def add_take(self, of, values):
        self.taken.append(values[0])
        self.add_handle(of, values)
        self.parents.pop()

    def add_text(self, of, values):
        self.words.append(to_bytes(values.pop(0)))

    def add_texts(self, of, values):
        self.words += texts(values.pop(0) or [], self.kept)

    def add_structs(self, of, values):
        given = values.pop(0) or []
        array = (of * len(given))(*[to_struct(of, g, self.kept) for g in given])
        self.words += [array, len(given)]

    def add_options(self, of, values):
        given = values.pop(0)
        value = to_struct(of, given, self.kept) if given else None
        self.words.append(C.byref(value) if value is not None else None)
        self.kept.append(value)

    def add_callback(self, of, values):
        """Lives as long as the first handle; what it raises is raised by the call."""
        kind, data, paired = of
        function = values.pop(0)
        callback = kind(guarded(function, data, self.context)) if function else kind()
        if self.parents:
            self.parents[0]._kept.append(callback)
        self.words += [callback, None] if paired else [callback]

    def add_result(self, of, values):
        value = to_struct(of, {}, self.kept)
        self.words.append(C.byref(value))
        self.outs.append(lambda: to_record(value))

    def add_out(self, of, values):
        value = of()
        self.words.append(C.byref(value))
        self.outs.append(lambda: value.value)

    def add_out_text(self, of, values):
        value = C.c_char_p()
        self.words.append(C.byref(value))
        self.outs.append(lambda: to_text(value.value))

    def add_out_given(self, of, values):
        value = C.c_void_p()
        self.words.append(C.byref(value))
        self.outs.append(lambda: take_text(value.value))

    def add_out_handle(self, of, values):
        kind, owned = of
        from . import _bindings
        value = C.POINTER(getattr(_bindings, kind))()
        self.words.append(C.byref(value))
        self.outs.append(lambda: self.wrap(kind, value, owned))

    def add_fill(self, of, values):
        """As many as there is room for; the value of the call is how many there are."""
        self.filled = (of * MAX_FILLED)()
        self.words += [self.filled, MAX_FILLED]

    def add_array(self, of, values):
        """Numbers or handles; paired: their number is the next argument."""
        kind, paired = of
        given = [g._address() if isinstance(g, Handle) else g for g in values.pop(0) or []]
        self.words += [(kind * len(given))(*given)] + [len(given)] * paired

    def wrap(self, kind, pointer, owned):
        """What is borrowed lives as long as what owns it, and not as what led to it."""
        parents = self.parents if owned else [
            o for p in self.parents for o in ([p] if p._owned else p._parents)]
        return Handle._make(kind, pointer, owned, parents) if pointer else None

    def check(self):
        """Raises the context's failure, or that of a callback; the context is clear then."""
        context = self.context
        if context is None or context._pointer is None:
            return
        code = library().lathe_ctx_status(context._pointer)
        failure = context._failures.pop() if context._failures else None
        context._failures.clear()
        if code:
            message = to_text(library().lathe_ctx_error(context._pointer))
            status = to_text(library().lathe_status_name(code))
            library().lathe_ctx_clear(context._pointer)
            raise Error(code, status, message) from failure
        if failure:
            raise failure

    def finish(self, value, what, of):
        """What the caller gets: the value, or what the call has filled, or both."""
        outs = [out() for out in self.outs]
        if what == "bool" and outs:
            # An answer that is no is filled, too; what is not there is not.
            filled = value or (isinstance(outs[0], tuple) and any(outs[0]))
            return (outs[0] if len(outs) == 1 else tuple(outs)) if filled else None
        if hasattr(self, "filled"):
            found = self.filled[:min(value, MAX_FILLED)]
            return [to_text(f) if isinstance(f, bytes) else f for f in found]
        values = [] if what in ("status", "nothing") else [self.meaning(value, what, of)]
        values += outs
        return None if not values else values[0] if len(values) == 1 else tuple(values)

    def meaning(self, value, what, of):
        if what == "given_text":
            return take_text(value)
        if what == "text":
            return to_text(value)
        if what == "enum":
            return to_enum(of, value)
        if what in ("given", "borrowed"):
            return self.wrap(of, value, what == "given")
        return value


SILENT = ("lathe_ctx_status", "lathe_ctx_error")  # they are about a failure, and fail not


def call(name, value_spec, spec, values):
    """Calls a function of the library. values: what Python gives, one for each argument that is not
    filled by the call."""
    function = getattr(library(), name, None)
    if function is None:
        raise NotImplementedError(f"{name} is not in this liblathe")
    made = Call(spec)
    for what, of in spec:
        made.add(what, of, values)
    what, of = value_spec
    value = failure = None
    with made.context._guard if made.context is not None else contextlib.nullcontext():
        value = function(*made.words)
        try:
            if name not in SILENT:
                made.check()
        except BaseException as problem:
            failure = problem
    for handle in made.taken:
        handle._end(False)
    result = made.finish(value, what, of)  # also frees what was given in spite of a failure
    if failure:
        raise failure
    return result
