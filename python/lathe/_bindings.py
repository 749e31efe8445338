"""What liblathe declares. Made by scripts/api_python.py; `make api` makes it anew."""
import ctypes as C
import enum

from . import _runtime as R

LATHE_DTRANS_NONE = 18446744073709551615
LATHE_HIR_ALL = 18446744073709551615
LATHE_DDG_NONE = 18446744073709551615
LATHE_TRANSFORM_NONE = 4294967295
LATHE_PASS_ABI = 1


class Status(enum.IntEnum):
    """How a call ended. lathe_status_exit_code() maps each to the exit code the command documents."""
    OK = 0
    GATE_FAILED = 1
    USAGE = 2
    IO = 3
    BAD_INPUT = 4
    GAVE_UP = 5
    NO_MEMORY = 6
    INTERNAL = 7


LATHE_OK = 0
LATHE_GATE_FAILED = 1
LATHE_USAGE = 2
LATHE_IO = 3
LATHE_BAD_INPUT = 4
LATHE_GAVE_UP = 5
LATHE_NO_MEMORY = 6
LATHE_INTERNAL = 7


class Severity(enum.IntEnum):
    """How much a diagnostic matters."""
    NOTE = 0
    REMARK = 1
    WARNING = 2
    ERROR = 3


LATHE_NOTE = 0
LATHE_REMARK = 1
LATHE_WARNING = 2
LATHE_ERROR = 3


class RemarkKind(enum.IntEnum):
    """What a remark is about."""
    PASSED = 0
    MISSED = 1
    ANALYSIS = 2


LATHE_REMARK_PASSED = 0
LATHE_REMARK_MISSED = 1
LATHE_REMARK_ANALYSIS = 2


class CkptSet(enum.IntEnum):
    """Sets of values of a block."""
    LIVE_IN = 0
    LIVE_OUT = 1
    TRACKED = 2


LATHE_CKPT_LIVE_IN = 0
LATHE_CKPT_LIVE_OUT = 1
LATHE_CKPT_TRACKED = 2


class CkptKind(enum.IntEnum):
    """What is saved: a value, or the bytes of an object."""
    ARGUMENT = 0
    VALUE = 1
    MEMORY = 2


LATHE_CKPT_ARGUMENT = 0
LATHE_CKPT_VALUE = 1
LATHE_CKPT_MEMORY = 2


class CkptHalf(enum.IntEnum):
    """Which half is injected."""
    SAVE_RESTORE = 0
    SAVE = 1
    RESTORE = 2


LATHE_CKPT_SAVE_RESTORE = 0
LATHE_CKPT_SAVE = 1
LATHE_CKPT_RESTORE = 2


class DtransCallKind(enum.IntEnum):
    """What a call does to objects."""
    ALLOCATES = 0
    REALLOCATES = 1
    FREES = 2
    COPIES = 3
    MOVES = 4
    SETS = 5


LATHE_DTRANS_ALLOCATES = 0
LATHE_DTRANS_REALLOCATES = 1
LATHE_DTRANS_FREES = 2
LATHE_DTRANS_COPIES = 3
LATHE_DTRANS_MOVES = 4
LATHE_DTRANS_SETS = 5


class HirIndexing(enum.IntEnum):
    """Whether the location that a reference leads to depends on what another one reads: a[b[i] + 1]."""
    NOT_INDEXED = 0
    INDEXED_BY_SUBSCRIPT = 1
    INDEXED_BY_BASE = 2


LATHE_HIR_NOT_INDEXED = 0
LATHE_HIR_INDEXED_BY_SUBSCRIPT = 1
LATHE_HIR_INDEXED_BY_BASE = 2


class DepsKind(enum.IntEnum):
    """What kind of dependence an edge is."""
    FLOW = 0
    ANTI = 1
    OUTPUT = 2
    INPUT = 3


LATHE_DEPS_FLOW = 0
LATHE_DEPS_ANTI = 1
LATHE_DEPS_OUTPUT = 2
LATHE_DEPS_INPUT = 3
LATHE_DEPS_LESS = 1
LATHE_DEPS_EQUAL = 2
LATHE_DEPS_GREATER = 4


class DepsQuestion(enum.IntEnum):
    """What may be asked about a loop: whether its iterations may run in another order."""
    PARALLEL = 0
    VECTORIZE = 1
    INTERCHANGE = 2
    TILE = 3
    FUSE = 4
    REVERSE = 5


LATHE_DEPS_PARALLEL = 0
LATHE_DEPS_VECTORIZE = 1
LATHE_DEPS_INTERCHANGE = 2
LATHE_DEPS_TILE = 3
LATHE_DEPS_FUSE = 4
LATHE_DEPS_REVERSE = 5


class HlKind(enum.IntEnum):
    """The kinds of nodes."""
    REGION = 0
    LOOP = 1
    IF = 2
    SWITCH = 3
    LABEL = 4
    GOTO = 5
    INST = 6


LATHE_HL_REGION = 0
LATHE_HL_LOOP = 1
LATHE_HL_IF = 2
LATHE_HL_SWITCH = 3
LATHE_HL_LABEL = 4
LATHE_HL_GOTO = 5
LATHE_HL_INST = 6


class HlLoopKind(enum.IntEnum):
    """What is known of how often a loop runs."""
    DO = 0
    MULTI_EXIT = 1
    WHILE = 2


LATHE_HL_DO = 0
LATHE_HL_MULTI_EXIT = 1
LATHE_HL_WHILE = 2


class DdrefKind(enum.IntEnum):
    """The kinds of references."""
    SCALAR = 0
    MEMORY = 1
    ADDRESS = 2


LATHE_DDREF_SCALAR = 0
LATHE_DDREF_MEMORY = 1
LATHE_DDREF_ADDRESS = 2


class CanonCast(enum.IntEnum):
    """What is done with the value at last."""
    NO_CAST = 0
    TRUNC = 1
    ZEXT = 2
    SEXT = 3


LATHE_CANON_NO_CAST = 0
LATHE_CANON_TRUNC = 1
LATHE_CANON_ZEXT = 2
LATHE_CANON_SEXT = 3


class BlobOp(enum.IntEnum):
    """What a blob is, or does with its operands."""
    TEMP = 0
    CONSTANT = 1
    ADD = 2
    MUL = 3
    UDIV = 4
    SDIV = 5
    SMIN = 6
    SMAX = 7
    UMIN = 8
    UMAX = 9
    TRUNC = 10
    ZEXT = 11
    SEXT = 12
    PTRTOINT = 13


LATHE_BLOB_TEMP = 0
LATHE_BLOB_CONSTANT = 1
LATHE_BLOB_ADD = 2
LATHE_BLOB_MUL = 3
LATHE_BLOB_UDIV = 4
LATHE_BLOB_SDIV = 5
LATHE_BLOB_SMIN = 6
LATHE_BLOB_SMAX = 7
LATHE_BLOB_UMIN = 8
LATHE_BLOB_UMAX = 9
LATHE_BLOB_TRUNC = 10
LATHE_BLOB_ZEXT = 11
LATHE_BLOB_SEXT = 12
LATHE_BLOB_PTRTOINT = 13


class TransformStep(enum.IntEnum):
    """Where the run is."""
    BEGINS = 0
    TYPES = 1
    EDITS = 2
    REPLACES = 3


LATHE_TRANSFORM_BEGINS = 0
LATHE_TRANSFORM_TYPES = 1
LATHE_TRANSFORM_EDITS = 2
LATHE_TRANSFORM_REPLACES = 3


class TransformList(enum.IntEnum):
    """What numbers of a decision mean. Only the first has a meaning to the base."""
    ORDER = 0
    GROUP = 1
    NARROW = 2


LATHE_TRANSFORM_ORDER = 0
LATHE_TRANSFORM_GROUP = 1
LATHE_TRANSFORM_NARROW = 2


class TransformFate(enum.IntEnum):
    """What becomes of a byte of an object."""
    KEPT = 0
    DELETED = 1
    PADDING = 2
    BROKEN = 3


LATHE_TRANSFORM_KEPT = 0
LATHE_TRANSFORM_DELETED = 1
LATHE_TRANSFORM_PADDING = 2
LATHE_TRANSFORM_BROKEN = 3


class ParamKind(enum.IntEnum):
    """What a parameter may be."""
    FLAG = 0
    NUMBER = 1
    CHOICE = 2
    TEXT = 3


LATHE_PARAM_FLAG = 0
LATHE_PARAM_NUMBER = 1
LATHE_PARAM_CHOICE = 2
LATHE_PARAM_TEXT = 3


class PassNeed(enum.IntEnum):
    """What must hold where a pass runs, as bits of lathe_pass.needs."""
    PROGRAM = 1
    LOOPS = 2


LATHE_NEEDS_PROGRAM = 1
LATHE_NEEDS_LOOPS = 2


class PassKeep(enum.IntEnum):
    """What a pass leaves as it was, as bits of lathe_pass.keeps."""
    MODULE = 1


LATHE_KEEPS_MODULE = 1


class lathe_ctx(C.Structure):
    """What every call works with: limits, the first failure, where diagnostics go."""


class lathe_module(C.Structure):
    """A program, or a part of one, as LLVM IR."""


class lathe_diag(C.Structure):
    """Something a person should know, with the source line it is about. The library fills it, and
    strings live for the call only."""


class lathe_remark_part(C.Structure):
    """A fact, or text between facts; never grows."""


class lathe_remark(C.Structure):
    """What a pass did or did not do, as `lathe opt --remarks=FILE` writes it. The library fills it, and
    strings live for the call only."""


class lathe_load_options(C.Structure):
    """How inputs are read."""


class lathe_pass_info(C.Structure):
    """A pass, as `lathe passes` lists it. The library fills it, and strings live as long as the
    context."""


class lathe_info_options(C.Structure):
    """How the summary is shown."""


class lathe_ckpt_live(C.Structure):
    """What is live in a function, block by block, as it was when that was asked: later changes of the
    function make it out of date, and its handles invalid as they do all others."""


class lathe_ckpt_value(C.Structure):
    """An element of a set. The library fills it, and strings live as long as the handle."""


class lathe_ckpt_candidates(C.Structure):
    """Where checkpoints could be: the ends of the blocks of a program's functions. Choosing and
    dropping keep the list true; other changes of the module make it out of date."""


class lathe_ckpt_candidate(C.Structure):
    """A candidate, the end of a block. The library fills it, and strings live as long as the handle."""


class lathe_ckpt_options(C.Structure):
    """How checkpoints are injected."""


class lathe_ckpt_result(C.Structure):
    """What injecting has done: where checkpoints are, what each saves, what was refused. It stays
    valid when the module is changed or freed, but not after its context is."""


class lathe_ckpt_site(C.Structure):
    """Where a function can be interrupted. The library fills it, and strings live as long as the
    handle."""


class lathe_ckpt_field(C.Structure):
    """What is saved at a site. The library fills it, and strings live as long as the handle."""


class lathe_ckpt_refusal(C.Structure):
    """Why a function, or the program, gets no checkpoints. The library fills it, and strings live as
    long as the handle."""


class lathe_ckpt_growth(C.Structure):
    """How large a function has become. The library fills it, and the string lives as long as the
    handle."""


class lathe_dtrans(C.Structure):
    """What is known of the struct types of a program."""


class lathe_dtrans_options(C.Structure):
    """What the analysis may assume."""


class lathe_dtrans_names(C.Structure):
    """A list of names; never grows. `label` is what messages call the list, for callers who have a name
    of their own for it, such as an option of a command; NULL: the name of the member or argument."""


class lathe_dtrans_forced(C.Structure):
    """One transform for one type; never grows."""


class lathe_dtrans_settings(C.Structure):
    """What transforms of the module's layouts shall do. Types are named as in IR or in the source.
    Types declared with __attribute__((btf_decl_tag("lathe.keep"))) never change, if there is debug
    info. None of this changes verdicts."""


class lathe_dtrans_field(C.Structure):
    """An element of the IR type."""


class lathe_dtrans_use(C.Structure):
    """A use of the type that sets a safety condition."""


class lathe_dtrans_site(C.Structure):
    """Where objects of the type are allocated."""


class lathe_dtrans_pointer(C.Structure):
    """What a pointer, or an integer that carries one, points to (LocalPointerInfo)."""


class lathe_dtrans_alias(C.Structure):
    """One way to see the location: an object of a type, or an element of one."""


class lathe_dtrans_call(C.Structure):
    """A call that makes, ends, copies or sets objects."""


class lathe_dtrans_view(C.Structure):
    """What reports show."""


class lathe_dtrans_mark(C.Structure):
    """A mark of a pointer."""


class lathe_hir(C.Structure):
    """The loop nests of a program."""


class lathe_hir_options(C.Structure):
    """How HIR is built."""


class lathe_hir_counts(C.Structure):
    """How many loops of which kinds there are."""


class lathe_hir_refusal(C.Structure):
    """Why a loop is not modelled, or not as one that runs a known number of times."""


class lathe_hir_view(C.Structure):
    """What text, documents and pages show."""


class lathe_deps(C.Structure):
    """Dependences: which references must keep their order, and why (docs/hir-dd.md)."""


class lathe_deps_options(C.Structure):
    """What dependences may be assumed away, and how much work is done for them."""


class lathe_deps_counts(C.Structure):
    """How many pairs of references were tested, and with what result."""


class lathe_deps_edge(C.Structure):
    """A dependence: the source runs first."""


class lathe_deps_answer(C.Structure):
    """Whether it may be done, and if not, why."""


class lathe_hir_function(C.Structure):
    """the HIR of one function"""


class lathe_hl_node(C.Structure):
    """HLNode: region, loop, if, …"""


class lathe_reg_ddref(C.Structure):
    """RegDDRef: an operand of a node"""


class lathe_blob_ddref(C.Structure):
    """BlobDDRef: a temp inside of a RegDDRef"""


class lathe_canon_expr(C.Structure):
    """CanonExpr: a closed form"""


class lathe_ddg(C.Structure):
    """the dependences of one region"""


class lathe_ddg_edge(C.Structure):
    """lives until the graph is updated or refined"""


class lathe_transform(C.Structure):
    """One run of a transform: what hooks are given."""


class lathe_transform_hooks(C.Structure):
    """The hooks of a transform. Required: name, and plan or prepare_types. `data` is what the run was
    given."""


class lathe_transform_change(C.Structure):
    """A struct that has a new one in its place."""


class lathe_pass_call(C.Structure):
    """One run of a pass. Lives as long as the run."""


class lathe_param(C.Structure):
    """A parameter of a pass; never grows."""


class lathe_pass(C.Structure):
    """A pass, with one of run_module, run_loop, layouts and choose_checkpoints."""


class lathe_pass_file(C.Structure):
    """What lathe looks for in a shared object: the rows, which its linker puts side by side; it
    never grows."""


lathe_diag_fn = C.CFUNCTYPE(None, C.c_void_p, C.POINTER(lathe_diag))
lathe_remark_fn = C.CFUNCTYPE(None, C.c_void_p, C.POINTER(lathe_remark))
lathe_diag._fields_ = [
    ('struct_size', C.c_size_t),
    ('severity', C.c_int),
    ('id', C.c_char_p),
    ('file', C.c_char_p),
    ('line', C.c_uint),
    ('column', C.c_uint),
    ('message', C.c_char_p),
]
lathe_diag._enums_ = {'severity': Severity}
lathe_remark_part._fields_ = [
    ('key', C.c_char_p),
    ('value', C.c_char_p),
]
lathe_remark_part._enums_ = {}
lathe_remark._fields_ = [
    ('struct_size', C.c_size_t),
    ('kind', C.c_int),
    ('pass', C.c_char_p),
    ('name', C.c_char_p),
    ('function', C.c_char_p),
    ('file', C.c_char_p),
    ('line', C.c_uint),
    ('column', C.c_uint),
    ('message', C.c_char_p),
    ('parts', C.POINTER(lathe_remark_part)),
    ('part_count', C.c_size_t),
]
lathe_remark._enums_ = {'kind': RemarkKind}
lathe_load_options._fields_ = [
    ('struct_size', C.c_size_t),
    ('c_flags', C.POINTER(C.c_char_p)),
    ('c_flag_count', C.c_size_t),
    ('clang', C.c_char_p),
    ('clang_stderr', C.c_int),
    ('passes', C.c_char_p),
]
lathe_load_options._enums_ = {}
lathe_pass_info._fields_ = [
    ('struct_size', C.c_size_t),
    ('name', C.c_char_p),
    ('summary', C.c_char_p),
    ('file', C.c_char_p),
]
lathe_pass_info._enums_ = {}
lathe_info_options._fields_ = [
    ('struct_size', C.c_size_t),
    ('json', C.c_bool),
    ('layouts', C.c_bool),
    ('type', C.c_char_p),
]
lathe_info_options._enums_ = {}
lathe_ckpt_value._fields_ = [
    ('struct_size', C.c_size_t),
    ('value', C.c_void_p),
    ('name', C.c_char_p),
    ('type', C.c_char_p),
    ('kind', C.c_int),
    ('bytes', C.c_uint64),
]
lathe_ckpt_value._enums_ = {'kind': CkptKind}
lathe_ckpt_candidate._fields_ = [
    ('struct_size', C.c_size_t),
    ('function', C.c_void_p),
    ('block', C.c_void_p),
    ('file', C.c_char_p),
    ('line', C.c_uint),
    ('column', C.c_uint),
    ('level', C.c_uint),
    ('always', C.c_bool),
    ('has_one_successor', C.c_bool),
    ('in_memory', C.c_bool),
    ('chosen', C.c_bool),
    ('runs', C.c_double),
    ('share', C.c_double),
    ('time', C.c_double),
    ('tracked', C.c_size_t),
    ('bytes', C.c_uint64),
]
lathe_ckpt_candidate._enums_ = {}
lathe_ckpt_options._fields_ = [
    ('struct_size', C.c_size_t),
    ('half', C.c_int),
    ('automatic', C.c_bool),
    ('memory_only', C.c_bool),
    ('mem_function', C.c_char_p),
    ('mem_argument', C.c_char_p),
    ('mem_bytes', C.c_uint64),
    ('name', C.c_char_p),
    ('live', C.c_char_p),
]
lathe_ckpt_options._enums_ = {'half': CkptHalf}
lathe_ckpt_site._fields_ = [
    ('struct_size', C.c_size_t),
    ('function', C.c_char_p),
    ('block', C.c_char_p),
    ('file', C.c_char_p),
    ('line', C.c_uint),
    ('column', C.c_uint),
    ('point', C.c_uint),
    ('directive', C.c_bool),
    ('bytes', C.c_uint64),
    ('field_count', C.c_size_t),
]
lathe_ckpt_site._enums_ = {}
lathe_ckpt_field._fields_ = [
    ('struct_size', C.c_size_t),
    ('name', C.c_char_p),
    ('type', C.c_char_p),
    ('why', C.c_char_p),
    ('kind', C.c_int),
    ('offset', C.c_uint64),
    ('bytes', C.c_uint64),
]
lathe_ckpt_field._enums_ = {'kind': CkptKind}
lathe_ckpt_refusal._fields_ = [
    ('struct_size', C.c_size_t),
    ('id', C.c_char_p),
    ('reason', C.c_char_p),
    ('function', C.c_char_p),
    ('file', C.c_char_p),
    ('line', C.c_uint),
    ('column', C.c_uint),
]
lathe_ckpt_refusal._enums_ = {}
lathe_ckpt_growth._fields_ = [
    ('struct_size', C.c_size_t),
    ('function', C.c_char_p),
    ('before', C.c_uint64),
    ('after', C.c_uint64),
    ('cloned', C.c_uint64),
]
lathe_ckpt_growth._enums_ = {}
lathe_dtrans_options._fields_ = [
    ('struct_size', C.c_size_t),
    ('exports', C.POINTER(C.c_char_p)),
    ('export_count', C.c_size_t),
]
lathe_dtrans_options._enums_ = {}
lathe_dtrans_names._fields_ = [
    ('at', C.POINTER(C.c_char_p)),
    ('count', C.c_size_t),
    ('label', C.c_char_p),
]
lathe_dtrans_names._enums_ = {}
lathe_dtrans_forced._fields_ = [
    ('transform', C.c_char_p),
    ('type', C.c_char_p),
]
lathe_dtrans_forced._enums_ = {}
lathe_dtrans_settings._fields_ = [
    ('struct_size', C.c_size_t),
    ('only', lathe_dtrans_names),
    ('skip', lathe_dtrans_names),
    ('forced', C.POINTER(lathe_dtrans_forced)),
    ('forced_count', C.c_size_t),
    ('forced_label', C.c_char_p),
    ('exports', lathe_dtrans_names),
    ('allocators', lathe_dtrans_names),
]
lathe_dtrans_settings._enums_ = {}
lathe_dtrans_field._fields_ = [
    ('struct_size', C.c_size_t),
    ('name', C.c_char_p),
    ('type', C.c_char_p),
    ('offset', C.c_uint64),
    ('size', C.c_uint64),
    ('reads', C.c_uint64),
    ('writes', C.c_uint64),
    ('frequency', C.c_double),
    ('padding', C.c_bool),
    ('address_taken', C.c_bool),
    ('pinned', C.c_bool),
    ('never_read', C.c_bool),
    ('single_value', C.c_char_p),
]
lathe_dtrans_field._enums_ = {}
lathe_dtrans_use._fields_ = [
    ('struct_size', C.c_size_t),
    ('condition', C.c_char_p),
    ('reason', C.c_char_p),
    ('function', C.c_char_p),
    ('file', C.c_char_p),
    ('line', C.c_uint),
    ('column', C.c_uint),
]
lathe_dtrans_use._enums_ = {}
lathe_dtrans_site._fields_ = [
    ('struct_size', C.c_size_t),
    ('call', C.c_void_p),
    ('function', C.c_char_p),
    ('count', C.c_uint64),
]
lathe_dtrans_site._enums_ = {}
lathe_dtrans_pointer._fields_ = [
    ('struct_size', C.c_size_t),
    ('dominant', C.c_size_t),
    ('aliases', C.c_size_t),
    ('objects', C.c_size_t),
    ('conflicting', C.c_bool),
    ('analysed', C.c_bool),
    ('escapes', C.c_bool),
]
lathe_dtrans_pointer._enums_ = {}
lathe_dtrans_alias._fields_ = [
    ('struct_size', C.c_size_t),
    ('type', C.c_size_t),
    ('offset', C.c_uint64),
    ('field', C.c_size_t),
    ('outer', C.c_bool),
]
lathe_dtrans_alias._enums_ = {}
lathe_dtrans_call._fields_ = [
    ('struct_size', C.c_size_t),
    ('kind', C.c_int),
    ('type', C.c_size_t),
    ('bytes', C.c_uint64),
    ('count', C.c_uint64),
    ('zeroed', C.c_bool),
    ('size', C.c_void_p),
]
lathe_dtrans_call._enums_ = {'kind': DtransCallKind}
lathe_dtrans_view._fields_ = [
    ('struct_size', C.c_size_t),
    ('only_legal', C.c_bool),
    ('advise', C.c_bool),
    ('color', C.c_bool),
    ('folder', C.c_char_p),
    ('type', C.c_char_p),
    ('see', C.c_char_p),
    ('root_causes', C.c_bool),
]
lathe_dtrans_view._enums_ = {}
lathe_dtrans_mark._fields_ = [
    ('struct_size', C.c_size_t),
    ('kind', C.c_char_p),
    ('text', C.c_char_p),
    ('extension', C.c_char_p),
    ('file', C.c_char_p),
    ('line', C.c_uint),
    ('name', C.c_char_p),
]
lathe_dtrans_mark._enums_ = {}
lathe_hir_options._fields_ = [
    ('struct_size', C.c_size_t),
    ('function', C.c_char_p),
    ('as_is', C.c_bool),
    ('for_changes', C.c_bool),
    ('optimized', C.c_bool),
]
lathe_hir_options._enums_ = {}
lathe_hir_counts._fields_ = [
    ('struct_size', C.c_size_t),
    ('loops', C.c_size_t),
    ('regions', C.c_size_t),
    ('do_loops', C.c_size_t),
    ('multi_exit_loops', C.c_size_t),
    ('while_loops', C.c_size_t),
    ('not_modelled', C.c_size_t),
]
lathe_hir_counts._enums_ = {}
lathe_hir_refusal._fields_ = [
    ('struct_size', C.c_size_t),
    ('id', C.c_char_p),
    ('reason', C.c_char_p),
    ('loop', C.c_char_p),
    ('modelled', C.c_bool),
    ('file', C.c_char_p),
    ('line', C.c_uint),
    ('column', C.c_uint),
]
lathe_hir_refusal._enums_ = {}
lathe_hir_view._fields_ = [
    ('struct_size', C.c_size_t),
    ('one_region', C.c_bool),
    ('region', C.c_size_t),
    ('numbers', C.c_bool),
    ('verbose', C.c_bool),
    ('folder', C.c_char_p),
]
lathe_hir_view._enums_ = {}
lathe_deps_options._fields_ = [
    ('struct_size', C.c_size_t),
    ('assume_noalias', C.c_bool),
    ('assume_dims', C.c_bool),
    ('no_exact', C.c_bool),
    ('input', C.c_bool),
    ('max_operations', C.c_uint64),
    ('max_pairs', C.c_uint64),
]
lathe_deps_options._enums_ = {}
lathe_deps_counts._fields_ = [
    ('struct_size', C.c_size_t),
    ('pairs', C.c_size_t),
    ('none', C.c_size_t),
    ('proved', C.c_size_t),
    ('assumed', C.c_size_t),
    ('asked', C.c_size_t),
    ('gave_up', C.c_size_t),
    ('edges', C.c_size_t),
    ('incomplete', C.c_size_t),
]
lathe_deps_counts._enums_ = {}
lathe_deps_edge._fields_ = [
    ('struct_size', C.c_size_t),
    ('kind', C.c_int),
    ('source', C.c_uint),
    ('sink', C.c_uint),
    ('level', C.c_uint),
    ('levels', C.c_uint),
    ('directions', C.POINTER(C.c_ubyte)),
    ('constant', C.POINTER(C.c_bool)),
    ('distance', C.POINTER(C.c_int64)),
    ('reason', C.c_char_p),
    ('scalar', C.c_bool),
]
lathe_deps_edge._enums_ = {'kind': DepsKind}
lathe_deps_answer._fields_ = [
    ('struct_size', C.c_size_t),
    ('yes', C.c_bool),
    ('id', C.c_char_p),
    ('reason', C.c_char_p),
    ('edge', C.c_size_t),
    ('distance', C.c_uint64),
]
lathe_deps_answer._enums_ = {}
lathe_transform_hooks._fields_ = [
    ('struct_size', C.c_size_t),
    ('name', C.c_char_p),
    ('prefix', C.c_char_p),
    ('dependent_prefix', C.c_char_p),
    ('like', C.c_char_p),
    ('begin', C.CFUNCTYPE(C.c_bool, C.POINTER(lathe_transform), C.c_void_p)),
    ('end', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p)),
    ('plan', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p)),
    ('prepare_types', C.CFUNCTYPE(C.c_bool, C.POINTER(lathe_transform), C.c_void_p)),
    ('populate_types', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p)),
    ('field_type', C.CFUNCTYPE(C.c_void_p, C.POINTER(lathe_transform), C.c_size_t, C.c_size_t, C.c_void_p)),
    ('field_is_signed', C.CFUNCTYPE(C.c_bool, C.POINTER(lathe_transform), C.c_size_t, C.c_size_t, C.c_void_p)),
    ('before_edits', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p)),
    ('after_edits', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p)),
    ('prepare_module', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p)),
    ('create_global_replacement', C.CFUNCTYPE(C.c_void_p, C.POINTER(lathe_transform), C.c_void_p, C.c_void_p)),
    ('initialize_global_replacement', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p, C.c_void_p, C.c_void_p)),
    ('post_process_global', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p, C.c_void_p, C.c_void_p)),
    ('process_function', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p, C.c_void_p)),
    ('post_process_function', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p, C.c_void_p)),
    ('finish', C.CFUNCTYPE(None, C.POINTER(lathe_transform), C.c_void_p)),
    ('remap_type', C.CFUNCTYPE(C.c_void_p, C.POINTER(lathe_transform), C.c_void_p, C.c_void_p)),
    ('materialize', C.CFUNCTYPE(C.c_void_p, C.POINTER(lathe_transform), C.c_void_p, C.c_void_p)),
]
lathe_transform_hooks._enums_ = {}
lathe_transform_change._fields_ = [
    ('struct_size', C.c_size_t),
    ('type', C.c_size_t),
    ('from', C.c_void_p),
    ('to', C.c_void_p),
    ('dependent', C.c_bool),
]
lathe_transform_change._enums_ = {}
lathe_param._fields_ = [
    ('key', C.c_char_p),
    ('kind', C.c_int),
    ('value', C.c_char_p),
    ('least', C.c_uint64),
    ('most', C.c_uint64),
    ('help', C.c_char_p),
]
lathe_param._enums_ = {'kind': ParamKind}
lathe_pass._fields_ = [
    ('struct_size', C.c_size_t),
    ('name', C.c_char_p),
    ('summary', C.c_char_p),
    ('params', C.POINTER(lathe_param)),
    ('param_count', C.c_size_t),
    ('needs', C.c_uint),
    ('keeps', C.c_uint),
    ('run_module', C.CFUNCTYPE(None, C.POINTER(lathe_pass_call), C.POINTER(lathe_module))),
    ('run_loop', C.CFUNCTYPE(C.c_bool, C.POINTER(lathe_pass_call), C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer))),
    ('layouts', C.POINTER(lathe_transform_hooks)),
    ('end', C.CFUNCTYPE(None, C.POINTER(lathe_pass_call))),
    ('choose_checkpoints', C.CFUNCTYPE(None, C.POINTER(lathe_pass_call), C.POINTER(lathe_ckpt_candidates))),
]
lathe_pass._enums_ = {}
lathe_pass_file._fields_ = [
    ('abi', C.c_uint32),
    ('first', C.POINTER(C.POINTER(lathe_pass))),
    ('end', C.POINTER(C.POINTER(lathe_pass))),
]
lathe_pass_file._enums_ = {}

# The value of each function, and its arguments.
FUNCTIONS = {
    'lathe_status_exit_code': (C.c_int, [C.c_int]),
    'lathe_status_name': (C.c_char_p, [C.c_int]),
    'lathe_version': (C.c_char_p, []),
    'lathe_free': (None, [C.c_void_p]),
    'lathe_ctx_new': (C.POINTER(lathe_ctx), []),
    'lathe_ctx_free': (None, [C.POINTER(lathe_ctx)]),
    'lathe_ctx_status': (C.c_int, [C.POINTER(lathe_ctx)]),
    'lathe_ctx_error': (C.c_char_p, [C.POINTER(lathe_ctx)]),
    'lathe_ctx_clear': (None, [C.POINTER(lathe_ctx)]),
    'lathe_ctx_set_budget': (None, [C.POINTER(lathe_ctx), C.c_uint64, C.c_uint64]),
    'lathe_ctx_set_diag': (None, [C.POINTER(lathe_ctx), lathe_diag_fn, C.c_void_p]),
    'lathe_ctx_set_remarks': (None, [C.POINTER(lathe_ctx), lathe_remark_fn, C.c_void_p]),
    'lathe_module_load': (C.POINTER(lathe_module), [C.POINTER(lathe_ctx), C.POINTER(C.c_char_p), C.c_size_t, C.POINTER(lathe_load_options)]),
    'lathe_module_wrap': (C.POINTER(lathe_module), [C.POINTER(lathe_ctx), C.c_void_p]),
    'lathe_module_free': (None, [C.POINTER(lathe_module)]),
    'lathe_module_llvm': (C.c_void_p, [C.POINTER(lathe_module)]),
    'lathe_module_write': (C.c_int, [C.POINTER(lathe_module), C.c_char_p]),
    'lathe_run_passes': (C.c_int, [C.POINTER(lathe_module), C.c_char_p, C.POINTER(C.c_void_p)]),
    'lathe_run_passes_changed': (C.c_int, [C.POINTER(lathe_module), C.c_char_p, C.POINTER(C.c_void_p), C.POINTER(C.c_size_t)]),
    'lathe_load_passes': (C.c_int, [C.POINTER(lathe_ctx), C.c_char_p]),
    'lathe_pass_count': (C.c_size_t, [C.POINTER(lathe_ctx)]),
    'lathe_pass_get': (C.c_bool, [C.POINTER(lathe_ctx), C.c_size_t, C.POINTER(lathe_pass_info)]),
    'lathe_module_info': (C.c_void_p, [C.POINTER(lathe_module), C.c_bool]),
    'lathe_module_info_with': (C.c_void_p, [C.POINTER(lathe_module), C.POINTER(lathe_info_options)]),
    'lathe_ckpt_split': (C.c_int, [C.POINTER(lathe_module), C.POINTER(C.c_size_t)]),
    'lathe_ckpt_live_analyze': (C.POINTER(lathe_ckpt_live), [C.POINTER(lathe_module), C.c_void_p]),
    'lathe_ckpt_live_free': (None, [C.POINTER(lathe_ckpt_live)]),
    'lathe_ckpt_live_block_count': (C.c_size_t, [C.POINTER(lathe_ckpt_live)]),
    'lathe_ckpt_live_block': (C.c_void_p, [C.POINTER(lathe_ckpt_live), C.c_size_t]),
    'lathe_ckpt_live_count': (C.c_size_t, [C.POINTER(lathe_ckpt_live), C.c_size_t, C.c_int]),
    'lathe_ckpt_live_get': (C.c_bool, [C.POINTER(lathe_ckpt_live), C.c_size_t, C.c_int, C.c_size_t, C.POINTER(lathe_ckpt_value)]),
    'lathe_ckpt_live_bytes': (C.c_uint64, [C.POINTER(lathe_ckpt_live), C.c_size_t]),
    'lathe_ckpt_live_json': (C.c_void_p, [C.POINTER(lathe_module)]),
    'lathe_ckpt_candidates_find': (C.POINTER(lathe_ckpt_candidates), [C.POINTER(lathe_module), C.c_void_p]),
    'lathe_ckpt_candidates_free': (None, [C.POINTER(lathe_ckpt_candidates)]),
    'lathe_ckpt_candidates_count': (C.c_size_t, [C.POINTER(lathe_ckpt_candidates)]),
    'lathe_ckpt_candidates_get': (C.c_bool, [C.POINTER(lathe_ckpt_candidates), C.c_size_t, C.POINTER(lathe_ckpt_candidate)]),
    'lathe_ckpt_candidates_choose': (C.c_int, [C.POINTER(lathe_ckpt_candidates), C.c_size_t]),
    'lathe_ckpt_candidates_drop': (C.c_int, [C.POINTER(lathe_ckpt_candidates), C.c_size_t]),
    'lathe_ckpt_sizes_set': (C.c_int, [C.POINTER(lathe_module), C.c_char_p]),
    'lathe_ckpt_size_get': (C.c_void_p, [C.POINTER(lathe_module), C.c_void_p, C.c_uint]),
    'lathe_ckpt_inject': (C.POINTER(lathe_ckpt_result), [C.POINTER(lathe_module), C.POINTER(lathe_ckpt_options)]),
    'lathe_ckpt_result_free': (None, [C.POINTER(lathe_ckpt_result)]),
    'lathe_ckpt_site_count': (C.c_size_t, [C.POINTER(lathe_ckpt_result)]),
    'lathe_ckpt_site_get': (C.c_bool, [C.POINTER(lathe_ckpt_result), C.c_size_t, C.POINTER(lathe_ckpt_site)]),
    'lathe_ckpt_field_get': (C.c_bool, [C.POINTER(lathe_ckpt_result), C.c_size_t, C.c_size_t, C.POINTER(lathe_ckpt_field)]),
    'lathe_ckpt_refusal_count': (C.c_size_t, [C.POINTER(lathe_ckpt_result)]),
    'lathe_ckpt_refusal_get': (C.c_bool, [C.POINTER(lathe_ckpt_result), C.c_size_t, C.POINTER(lathe_ckpt_refusal)]),
    'lathe_ckpt_growth_count': (C.c_size_t, [C.POINTER(lathe_ckpt_result)]),
    'lathe_ckpt_growth_get': (C.c_bool, [C.POINTER(lathe_ckpt_result), C.c_size_t, C.POINTER(lathe_ckpt_growth)]),
    'lathe_ckpt_text': (C.c_void_p, [C.POINTER(lathe_ckpt_result)]),
    'lathe_ckpt_json': (C.c_void_p, [C.POINTER(lathe_ckpt_result)]),
    'lathe_dtrans_set': (C.c_int, [C.POINTER(lathe_module), C.POINTER(lathe_dtrans_settings)]),
    'lathe_dtrans_choose': (C.c_int, [C.POINTER(lathe_module), C.c_char_p, C.c_char_p]),
    'lathe_dtrans_force': (C.c_int, [C.POINTER(lathe_module), C.c_char_p]),
    'lathe_dtrans_export': (C.c_int, [C.POINTER(lathe_module), C.c_char_p]),
    'lathe_dtrans_analyze': (C.POINTER(lathe_dtrans), [C.POINTER(lathe_module), C.POINTER(lathe_dtrans_options)]),
    'lathe_dtrans_free': (None, [C.POINTER(lathe_dtrans)]),
    'lathe_dtrans_not_whole_reason': (C.c_char_p, [C.POINTER(lathe_dtrans)]),
    'lathe_dtrans_has_exceptions': (C.c_bool, [C.POINTER(lathe_dtrans)]),
    'lathe_dtrans_type_count': (C.c_size_t, [C.POINTER(lathe_dtrans)]),
    'lathe_dtrans_type_find': (C.c_size_t, [C.POINTER(lathe_dtrans), C.c_char_p]),
    'lathe_dtrans_type_name': (C.c_char_p, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_type_size': (C.c_uint64, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_type_align': (C.c_uint64, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_type_kept': (C.c_char_p, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_type_frequency': (C.c_double, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_field_count': (C.c_size_t, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_field_get': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t, C.POINTER(lathe_dtrans_field)]),
    'lathe_dtrans_use_count': (C.c_size_t, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_use_get': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t, C.POINTER(lathe_dtrans_use)]),
    'lathe_dtrans_use_value': (C.c_void_p, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t]),
    'lathe_dtrans_condition_count': (C.c_size_t, []),
    'lathe_dtrans_condition_name': (C.c_char_p, [C.c_size_t]),
    'lathe_dtrans_has_condition': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_char_p]),
    'lathe_dtrans_type_of': (C.c_size_t, [C.POINTER(lathe_dtrans), C.c_void_p]),
    'lathe_dtrans_type_llvm': (C.c_void_p, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_site_count': (C.c_size_t, [C.POINTER(lathe_dtrans), C.c_size_t]),
    'lathe_dtrans_site_get': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t, C.POINTER(lathe_dtrans_site)]),
    'lathe_dtrans_affinity': (C.c_double, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t, C.c_size_t]),
    'lathe_dtrans_field_obstacle': (C.c_char_p, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t, C.POINTER(C.c_void_p)]),
    'lathe_dtrans_access_count': (C.c_size_t, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t]),
    'lathe_dtrans_access_at': (C.c_void_p, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t, C.c_size_t]),
    'lathe_dtrans_field_values': (C.c_size_t, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t, C.POINTER(C.c_void_p), C.c_size_t]),
    'lathe_dtrans_field_range': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t, C.POINTER(C.c_int64), C.POINTER(C.c_int64)]),
    'lathe_dtrans_value_range': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_void_p, C.POINTER(C.c_int64), C.POINTER(C.c_int64)]),
    'lathe_dtrans_is_index_field': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_size_t]),
    'lathe_dtrans_pointer_get': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_void_p, C.POINTER(lathe_dtrans_pointer)]),
    'lathe_dtrans_alias_get': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_void_p, C.c_size_t, C.POINTER(lathe_dtrans_alias)]),
    'lathe_dtrans_call_get': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_void_p, C.POINTER(lathe_dtrans_call)]),
    'lathe_dtrans_update': (C.c_int, [C.POINTER(lathe_dtrans)]),
    'lathe_dtrans_transform_count': (C.c_size_t, []),
    'lathe_dtrans_transform_name': (C.c_char_p, [C.c_size_t]),
    'lathe_dtrans_is_legal': (C.c_bool, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_char_p]),
    'lathe_dtrans_blocked_by': (C.c_size_t, [C.POINTER(lathe_dtrans), C.c_size_t, C.c_char_p, C.POINTER(C.c_char_p), C.c_size_t]),
    'lathe_dtrans_apply': (C.c_int, [C.POINTER(lathe_module), C.c_char_p, C.POINTER(C.c_size_t)]),
    'lathe_dtrans_text': (C.c_void_p, [C.POINTER(lathe_dtrans), C.POINTER(lathe_dtrans_view)]),
    'lathe_dtrans_json': (C.c_void_p, [C.POINTER(lathe_dtrans), C.POINTER(lathe_dtrans_view)]),
    'lathe_dtrans_html': (C.c_void_p, [C.POINTER(lathe_dtrans), C.POINTER(lathe_dtrans_view)]),
    'lathe_dtrans_annotate_type': (C.c_bool, [C.POINTER(lathe_module), C.c_void_p, C.c_void_p, C.c_uint]),
    'lathe_dtrans_annotated_type': (C.c_bool, [C.c_void_p, C.POINTER(C.c_void_p), C.POINTER(C.c_uint)]),
    'lathe_dtrans_annotate_pointer': (C.c_void_p, [C.POINTER(lathe_module), C.c_void_p, C.POINTER(lathe_dtrans_mark), C.c_void_p]),
    'lathe_dtrans_annotation_variable': (C.c_void_p, [C.POINTER(lathe_module), C.POINTER(lathe_dtrans_mark)]),
    'lathe_dtrans_is_annotation': (C.c_bool, [C.c_void_p]),
    'lathe_dtrans_is_annotation_of_kind': (C.c_bool, [C.c_void_p, C.c_char_p]),
    'lathe_dtrans_annotation_kind': (C.c_char_p, [C.c_void_p]),
    'lathe_dtrans_annotation_text': (C.c_char_p, [C.c_void_p]),
    'lathe_dtrans_annotation_place': (C.c_bool, [C.c_void_p, C.POINTER(C.c_char_p), C.POINTER(C.c_uint)]),
    'lathe_dtrans_remove_annotation': (C.c_bool, [C.POINTER(lathe_module), C.c_void_p]),
    'lathe_dtrans_remove_annotated_type': (C.c_bool, [C.POINTER(lathe_module), C.c_void_p]),
    'lathe_hir_build': (C.POINTER(lathe_hir), [C.POINTER(lathe_module), C.POINTER(lathe_hir_options)]),
    'lathe_hir_read': (C.POINTER(lathe_hir), [C.POINTER(lathe_ctx), C.POINTER(C.c_char_p), C.c_size_t, C.c_char_p]),
    'lathe_hir_free': (None, [C.POINTER(lathe_hir)]),
    'lathe_hir_count': (C.c_bool, [C.POINTER(lathe_hir), C.c_size_t, C.POINTER(lathe_hir_counts)]),
    'lathe_hir_function_count': (C.c_size_t, [C.POINTER(lathe_hir)]),
    'lathe_hir_function_name': (C.c_char_p, [C.POINTER(lathe_hir), C.c_size_t]),
    'lathe_hir_refusal_count': (C.c_size_t, [C.POINTER(lathe_hir), C.c_size_t]),
    'lathe_hir_refusal_get': (C.c_bool, [C.POINTER(lathe_hir), C.c_size_t, C.c_size_t, C.POINTER(lathe_hir_refusal)]),
    'lathe_hir_ref_indexing': (C.c_int, [C.POINTER(lathe_hir), C.c_size_t, C.c_size_t, C.c_uint, C.c_size_t, C.POINTER(C.c_uint)]),
    'lathe_hir_text': (C.c_void_p, [C.POINTER(lathe_hir), C.POINTER(lathe_hir_view)]),
    'lathe_hir_json': (C.c_void_p, [C.POINTER(lathe_hir), C.POINTER(lathe_hir_view)]),
    'lathe_hir_deps': (C.POINTER(lathe_deps), [C.POINTER(lathe_hir), C.POINTER(lathe_deps_options)]),
    'lathe_deps_free': (None, [C.POINTER(lathe_deps)]),
    'lathe_deps_count': (C.c_bool, [C.POINTER(lathe_deps), C.POINTER(lathe_deps_counts)]),
    'lathe_deps_edge_count': (C.c_size_t, [C.POINTER(lathe_deps), C.c_size_t, C.c_size_t]),
    'lathe_deps_edge_get': (C.c_bool, [C.POINTER(lathe_deps), C.c_size_t, C.c_size_t, C.c_size_t, C.POINTER(lathe_deps_edge)]),
    'lathe_deps_ask': (C.c_bool, [C.POINTER(lathe_deps), C.c_size_t, C.c_size_t, C.c_int, C.c_uint, C.c_uint, C.POINTER(lathe_deps_answer)]),
    'lathe_deps_text': (C.c_void_p, [C.POINTER(lathe_deps), C.POINTER(lathe_hir_view)]),
    'lathe_deps_json': (C.c_void_p, [C.POINTER(lathe_deps), C.POINTER(lathe_hir_view)]),
    'lathe_deps_dot': (C.c_void_p, [C.POINTER(lathe_deps), C.POINTER(lathe_hir_view)]),
    'lathe_deps_isl': (C.c_void_p, [C.POINTER(lathe_deps), C.POINTER(lathe_hir_view)]),
    'lathe_deps_why_not': (C.c_void_p, [C.POINTER(lathe_deps), C.c_int, C.POINTER(lathe_hir_view)]),
    'lathe_deps_html': (C.c_void_p, [C.POINTER(lathe_deps), C.POINTER(lathe_deps), C.POINTER(lathe_hir_view)]),
    'lathe_hir_function_get': (C.POINTER(lathe_hir_function), [C.POINTER(lathe_hir), C.c_size_t]),
    'lathe_hir_function_find': (C.POINTER(lathe_hir_function), [C.POINTER(lathe_hir), C.c_char_p]),
    'lathe_hir_function_llvm': (C.c_void_p, [C.POINTER(lathe_hir_function)]),
    'lathe_hir_region_count': (C.c_size_t, [C.POINTER(lathe_hir_function)]),
    'lathe_hir_region_get': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.c_size_t]),
    'lathe_hir_node_numbered': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.c_uint]),
    'lathe_hir_loop_at_line': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.c_uint]),
    'lathe_hl_kind_of': (C.c_int, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_number': (C.c_uint, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_parent': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node)]),
    'lathe_hl_next': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node)]),
    'lathe_hl_prev': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node)]),
    'lathe_hl_next_in': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node)]),
    'lathe_hl_parent_loop': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node)]),
    'lathe_hl_parent_region': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node)]),
    'lathe_hl_nesting_level': (C.c_uint, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_is_before': (C.c_bool, [C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node)]),
    'lathe_hl_is_in': (C.c_bool, [C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node)]),
    'lathe_hl_source': (None, [C.POINTER(lathe_hl_node), C.POINTER(C.c_char_p), C.POINTER(C.c_uint), C.POINTER(C.c_uint)]),
    'lathe_hl_text': (C.c_void_p, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node)]),
    'lathe_hl_list_count': (C.c_size_t, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_first': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node), C.c_size_t]),
    'lathe_hl_last': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node), C.c_size_t]),
    'lathe_hl_region_entry': (C.c_char_p, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_region_exit': (C.c_char_p, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_region_live_in': (C.c_size_t, [C.POINTER(lathe_hl_node), C.POINTER(C.c_uint32), C.c_size_t]),
    'lathe_hl_region_live_out': (C.c_size_t, [C.POINTER(lathe_hl_node), C.POINTER(C.c_uint32), C.c_size_t]),
    'lathe_hl_region_depth': (C.c_uint, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_region_changed': (C.c_bool, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_loop_kind_of': (C.c_int, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_loop_upper': (C.POINTER(lathe_canon_expr), [C.POINTER(lathe_hl_node)]),
    'lathe_hl_loop_trip_count': (C.POINTER(lathe_canon_expr), [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node)]),
    'lathe_hl_loop_const_trip_count': (C.c_uint64, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node)]),
    'lathe_hl_loop_iv_type': (C.c_void_p, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_loop_is_innermost': (C.c_bool, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_loop_is_exact': (C.c_bool, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_loop_refusal': (C.c_char_p, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_compares_reals': (C.c_bool, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_predicate': (C.c_int, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_real_predicate': (C.c_int, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_switch_case_count': (C.c_size_t, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_switch_case_value': (C.c_int64, [C.POINTER(lathe_hl_node), C.c_size_t]),
    'lathe_hl_label_name': (C.c_char_p, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_goto_target': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hl_node)]),
    'lathe_hl_opcode': (C.c_int, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_callee': (C.c_char_p, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_llvm': (C.c_void_p, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_has_lval': (C.c_bool, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_ref_count': (C.c_size_t, [C.POINTER(lathe_hl_node)]),
    'lathe_hl_ref': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_hl_node), C.c_size_t]),
    'lathe_hl_lval': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_hl_node)]),
    'lathe_ddref_kind_of': (C.c_int, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_node': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_symbase': (C.c_uint, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_is_lval': (C.c_bool, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_is_volatile': (C.c_bool, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_is_atomic': (C.c_bool, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_type': (C.c_void_p, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_base': (C.POINTER(lathe_canon_expr), [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_dimension_count': (C.c_uint, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_subscript': (C.POINTER(lathe_canon_expr), [C.POINTER(lathe_reg_ddref), C.c_uint]),
    'lathe_ddref_dimension_stride': (C.c_uint32, [C.POINTER(lathe_reg_ddref), C.c_uint]),
    'lathe_ddref_dimension_const_stride': (C.c_int64, [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref), C.c_uint]),
    'lathe_ddref_dimension_size': (C.c_uint64, [C.POINTER(lathe_reg_ddref), C.c_uint]),
    'lathe_ddref_stride_at_level': (C.POINTER(lathe_canon_expr), [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref), C.c_uint]),
    'lathe_ddref_const_stride_at_level': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref), C.c_uint, C.POINTER(C.c_int64)]),
    'lathe_ddref_is_in_bounds': (C.c_bool, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_is_invariant_at_level': (C.c_bool, [C.POINTER(lathe_reg_ddref), C.c_uint]),
    'lathe_ddref_is_self_blob': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_temp': (C.c_uint32, [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_indexing': (C.c_int, [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref), C.POINTER(C.POINTER(lathe_reg_ddref))]),
    'lathe_ddref_llvm': (C.c_void_p, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_text': (C.c_void_p, [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_blob_count': (C.c_size_t, [C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_blob_get': (C.POINTER(lathe_blob_ddref), [C.POINTER(lathe_reg_ddref), C.c_size_t]),
    'lathe_blob_ddref_blob': (C.c_uint32, [C.POINTER(lathe_blob_ddref)]),
    'lathe_blob_ddref_symbase': (C.c_uint, [C.POINTER(lathe_blob_ddref)]),
    'lathe_blob_ddref_level': (C.c_uint, [C.POINTER(lathe_blob_ddref)]),
    'lathe_blob_ddref_parent': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_blob_ddref)]),
    'lathe_ddref_find_blob_level': (C.c_uint, [C.POINTER(lathe_reg_ddref), C.c_uint32]),
    'lathe_ddref_find_max_blob_level': (C.c_uint, [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref), C.POINTER(C.c_uint32), C.c_size_t]),
    'lathe_canon_src_type': (C.c_void_p, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_dest_type': (C.c_void_p, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_cast_of': (C.c_int, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_has_iv': (C.c_bool, [C.POINTER(lathe_canon_expr), C.c_uint]),
    'lathe_canon_iv_coefficient': (C.c_int64, [C.POINTER(lathe_canon_expr), C.c_uint]),
    'lathe_canon_iv_blob': (C.c_uint32, [C.POINTER(lathe_canon_expr), C.c_uint]),
    'lathe_canon_blob_count': (C.c_size_t, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_blob_at': (C.c_uint32, [C.POINTER(lathe_canon_expr), C.c_size_t]),
    'lathe_canon_blob_coefficient': (C.c_int64, [C.POINTER(lathe_canon_expr), C.c_size_t]),
    'lathe_canon_constant': (C.c_int64, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_denominator': (C.c_int64, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_is_signed_division': (C.c_bool, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_is_exact': (C.c_bool, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_is_constant': (C.c_bool, [C.POINTER(lathe_canon_expr), C.POINTER(C.c_int64)]),
    'lathe_canon_is_self_blob': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr)]),
    'lathe_canon_defined_at_level': (C.c_uint, [C.POINTER(lathe_canon_expr)]),
    'lathe_canon_is_linear_at_level': (C.c_bool, [C.POINTER(lathe_canon_expr), C.c_uint]),
    'lathe_canon_is_invariant_at_level': (C.c_bool, [C.POINTER(lathe_canon_expr), C.c_uint]),
    'lathe_canon_mergeable': (C.c_bool, [C.POINTER(lathe_canon_expr), C.POINTER(lathe_canon_expr)]),
    'lathe_canon_equal': (C.c_bool, [C.POINTER(lathe_canon_expr), C.POINTER(lathe_canon_expr)]),
    'lathe_canon_collect_temp_blobs': (C.c_size_t, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.POINTER(C.c_uint32), C.c_size_t]),
    'lathe_canon_text': (C.c_void_p, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr)]),
    'lathe_blob_op_of': (C.c_int, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_blob_type': (C.c_void_p, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_blob_is_temp': (C.c_bool, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_blob_temp': (C.c_uint32, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_blob_is_constant': (C.c_bool, [C.POINTER(lathe_hir_function), C.c_uint32, C.POINTER(C.c_int64)]),
    'lathe_blob_operand_count': (C.c_size_t, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_blob_operand': (C.c_uint32, [C.POINTER(lathe_hir_function), C.c_uint32, C.c_size_t]),
    'lathe_blob_level': (C.c_uint, [C.POINTER(lathe_hir_function), C.c_uint32, C.POINTER(lathe_hl_node)]),
    'lathe_blob_text': (C.c_void_p, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_temp_find': (C.c_uint32, [C.POINTER(lathe_hir_function), C.c_char_p]),
    'lathe_temp_name': (C.c_char_p, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_temp_type': (C.c_void_p, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_temp_symbase': (C.c_uint, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_temp_level': (C.c_uint, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_temp_llvm': (C.c_void_p, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_temp_create': (C.c_uint32, [C.POINTER(lathe_hir_function), C.c_char_p, C.c_void_p]),
    'lathe_blob_create_temp': (C.c_uint32, [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_blob_create_constant': (C.c_uint32, [C.POINTER(lathe_hir_function), C.c_void_p, C.c_int64]),
    'lathe_blob_create': (C.c_uint32, [C.POINTER(lathe_hir_function), C.c_int, C.c_void_p, C.POINTER(C.c_uint32), C.c_size_t]),
    'lathe_canon_create': (C.POINTER(lathe_canon_expr), [C.POINTER(lathe_hir_function), C.c_void_p]),
    'lathe_canon_create_ext': (C.POINTER(lathe_canon_expr), [C.POINTER(lathe_hir_function), C.c_void_p, C.c_void_p, C.c_int]),
    'lathe_canon_clone': (C.POINTER(lathe_canon_expr), [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr)]),
    'lathe_canon_add_iv': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.c_uint, C.c_int64, C.c_uint32]),
    'lathe_canon_add_blob': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.c_int64, C.c_uint32]),
    'lathe_canon_add_constant': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.c_int64]),
    'lathe_canon_add': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.POINTER(lathe_canon_expr)]),
    'lathe_canon_negate': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr)]),
    'lathe_canon_multiply': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.c_int64]),
    'lathe_canon_multiply_by_blob': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.c_uint32]),
    'lathe_canon_divide': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.c_int64, C.c_bool]),
    'lathe_canon_replace_iv': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.c_uint, C.POINTER(lathe_canon_expr)]),
    'lathe_canon_update_level': (None, [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr), C.POINTER(lathe_hl_node)]),
    'lathe_ddref_create_scalar': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr)]),
    'lathe_ddref_create_temp': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_hir_function), C.c_uint32]),
    'lathe_ddref_create_constant': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_hir_function), C.c_void_p]),
    'lathe_ddref_create_memory': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref), C.POINTER(lathe_canon_expr), C.POINTER(C.POINTER(lathe_canon_expr)), C.POINTER(C.c_int64), C.c_size_t, C.c_void_p]),
    'lathe_ddref_clone': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref)]),
    'lathe_ddref_set_subscript': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_reg_ddref), C.c_uint, C.POINTER(lathe_canon_expr)]),
    'lathe_hl_create_inst': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.c_int, C.POINTER(lathe_reg_ddref), C.POINTER(C.POINTER(lathe_reg_ddref)), C.c_size_t]),
    'lathe_hl_create_cmp': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.c_int, C.POINTER(lathe_reg_ddref), C.POINTER(lathe_reg_ddref), C.POINTER(lathe_reg_ddref)]),
    'lathe_hl_create_if': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.c_int, C.POINTER(lathe_reg_ddref), C.POINTER(lathe_reg_ddref)]),
    'lathe_hl_create_loop': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.POINTER(lathe_canon_expr)]),
    'lathe_hl_create_label': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.c_char_p]),
    'lathe_hl_create_goto': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node)]),
    'lathe_hl_clone': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node)]),
    'lathe_hl_insert_before': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node)]),
    'lathe_hl_insert_after': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node)]),
    'lathe_hl_append': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node), C.c_size_t, C.POINTER(lathe_hl_node)]),
    'lathe_hl_remove': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node)]),
    'lathe_hl_replace': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node)]),
    'lathe_hl_set_ref': (C.c_bool, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node), C.c_size_t, C.POINTER(lathe_reg_ddref)]),
    'lathe_hir_update': (C.c_int, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node)]),
    'lathe_hir_verify': (C.c_bool, [C.POINTER(lathe_hir_function)]),
    'lathe_hir_lower_refusal': (C.c_char_p, [C.POINTER(lathe_hir_function), C.POINTER(lathe_hl_node)]),
    'lathe_hir_lower': (C.c_int, [C.POINTER(lathe_hir_function), C.POINTER(C.c_size_t)]),
    'lathe_hir_read_for': (C.POINTER(lathe_hir), [C.POINTER(lathe_module), C.POINTER(C.c_char_p), C.c_size_t, C.POINTER(lathe_hir_options)]),
    'lathe_deps_graph': (C.POINTER(lathe_ddg), [C.POINTER(lathe_deps), C.c_size_t, C.c_size_t]),
    'lathe_deps_graph_of': (C.POINTER(lathe_ddg), [C.POINTER(lathe_deps), C.POINTER(lathe_hl_node)]),
    'lathe_ddg_function': (C.POINTER(lathe_hir_function), [C.POINTER(lathe_ddg)]),
    'lathe_ddg_region': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_ddg)]),
    'lathe_ddg_is_complete': (C.c_bool, [C.POINTER(lathe_ddg)]),
    'lathe_ddg_update': (C.c_int, [C.POINTER(lathe_ddg)]),
    'lathe_ddg_vertex_count': (C.c_size_t, [C.POINTER(lathe_ddg)]),
    'lathe_ddg_find': (C.c_size_t, [C.POINTER(lathe_ddg), C.POINTER(lathe_reg_ddref)]),
    'lathe_ddg_find_blob': (C.c_size_t, [C.POINTER(lathe_ddg), C.POINTER(lathe_blob_ddref)]),
    'lathe_ddg_vertex_ref': (C.POINTER(lathe_reg_ddref), [C.POINTER(lathe_ddg), C.c_size_t]),
    'lathe_ddg_vertex_blob': (C.POINTER(lathe_blob_ddref), [C.POINTER(lathe_ddg), C.c_size_t]),
    'lathe_ddg_vertex_node': (C.POINTER(lathe_hl_node), [C.POINTER(lathe_ddg), C.c_size_t]),
    'lathe_ddg_next_out': (C.POINTER(lathe_ddg_edge), [C.POINTER(lathe_ddg), C.c_size_t, C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_next_in': (C.POINTER(lathe_ddg_edge), [C.POINTER(lathe_ddg), C.c_size_t, C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_edge_source': (C.c_size_t, [C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_edge_sink': (C.c_size_t, [C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_edge_kind': (C.c_int, [C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_edge_level': (C.c_uint, [C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_edge_levels': (C.c_uint, [C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_edge_direction': (C.c_uint, [C.POINTER(lathe_ddg_edge), C.c_uint]),
    'lathe_ddg_edge_distance': (C.c_bool, [C.POINTER(lathe_ddg_edge), C.c_uint, C.POINTER(C.c_int64)]),
    'lathe_ddg_edge_reason': (C.c_char_p, [C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_edge_text': (C.c_void_p, [C.POINTER(lathe_ddg), C.POINTER(lathe_ddg_edge)]),
    'lathe_ddg_refine': (C.c_int, [C.POINTER(lathe_ddg), C.c_size_t, C.c_size_t, C.c_uint64, C.POINTER(C.c_size_t)]),
    'lathe_ddg_ask': (C.c_bool, [C.POINTER(lathe_ddg), C.c_int, C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_interchange': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_reverse': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_fuse': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_distribute': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_strip_mine': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.c_uint, C.POINTER(lathe_deps_answer)]),
    'lathe_hir_tile': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_hl_node), C.POINTER(C.c_uint), C.c_size_t, C.POINTER(lathe_deps_answer)]),
    'lathe_hir_unroll_jam': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.c_uint, C.POINTER(lathe_deps_answer)]),
    'lathe_hir_hoist_if': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_drop_if': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_sink': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_reduce_in_memory': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_licm': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_scalar_replace': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_hir_version': (C.c_bool, [C.POINTER(lathe_ddg), C.POINTER(lathe_hl_node), C.POINTER(lathe_deps_answer)]),
    'lathe_transform_run': (C.c_int, [C.POINTER(lathe_module), C.POINTER(lathe_transform_hooks), C.c_void_p, C.POINTER(C.c_size_t)]),
    'lathe_transform_plan': (C.c_int, [C.POINTER(lathe_module), C.POINTER(lathe_transform_hooks), C.c_void_p, C.POINTER(C.c_void_p)]),
    'lathe_transform_apply': (C.c_int, [C.POINTER(lathe_module), C.POINTER(lathe_transform_hooks), C.c_void_p, C.c_char_p, C.POINTER(C.c_size_t)]),
    'lathe_transform_step_of': (C.c_int, [C.POINTER(lathe_transform)]),
    'lathe_transform_is_rehearsal': (C.c_bool, [C.POINTER(lathe_transform)]),
    'lathe_transform_module': (C.POINTER(lathe_module), [C.POINTER(lathe_transform)]),
    'lathe_transform_analysis': (C.POINTER(lathe_dtrans), [C.POINTER(lathe_transform)]),
    'lathe_transform_fail': (None, [C.POINTER(lathe_transform), C.c_char_p]),
    'lathe_transform_may_change': (C.c_bool, [C.POINTER(lathe_transform), C.c_size_t]),
    'lathe_transform_is_field_needed': (C.c_bool, [C.POINTER(lathe_transform), C.c_size_t, C.c_size_t]),
    'lathe_transform_decide': (C.c_bool, [C.POINTER(lathe_transform), C.c_size_t, C.c_int, C.POINTER(C.c_uint32), C.c_size_t]),
    'lathe_transform_decided': (C.c_uint32, [C.POINTER(lathe_transform), C.c_size_t, C.c_int, C.c_size_t]),
    'lathe_transform_is_decided': (C.c_bool, [C.POINTER(lathe_transform), C.c_size_t]),
    'lathe_transform_replace': (C.c_void_p, [C.POINTER(lathe_transform), C.c_size_t, C.c_char_p]),
    'lathe_transform_add_type_mapping': (C.c_bool, [C.POINTER(lathe_transform), C.c_void_p, C.c_void_p]),
    'lathe_transform_type_name': (C.c_char_p, [C.POINTER(lathe_transform), C.c_char_p, C.c_size_t]),
    'lathe_transform_remap_type': (C.c_void_p, [C.POINTER(lathe_transform), C.c_void_p]),
    'lathe_transform_map_pointer': (C.c_bool, [C.POINTER(lathe_transform), C.c_size_t, C.c_void_p]),
    'lathe_transform_pointer_refusal': (C.c_char_p, [C.POINTER(lathe_transform), C.c_size_t]),
    'lathe_transform_set_body': (C.c_bool, [C.POINTER(lathe_transform), C.c_size_t, C.POINTER(C.c_uint32), C.POINTER(C.c_uint64), C.c_size_t]),
    'lathe_transform_change_count': (C.c_size_t, [C.POINTER(lathe_transform)]),
    'lathe_transform_change_get': (C.c_bool, [C.POINTER(lathe_transform), C.c_size_t, C.POINTER(lathe_transform_change)]),
    'lathe_transform_new_element': (C.c_uint32, [C.POINTER(lathe_transform), C.c_size_t, C.c_size_t]),
    'lathe_transform_new_size': (C.c_uint64, [C.POINTER(lathe_transform), C.c_void_p]),
    'lathe_transform_new_offset': (C.c_int, [C.POINTER(lathe_transform), C.c_void_p, C.c_uint64, C.POINTER(C.c_uint64)]),
    'lathe_transform_value': (C.c_void_p, [C.POINTER(lathe_transform), C.c_void_p]),
    'lathe_transform_set_value': (C.c_bool, [C.POINTER(lathe_transform), C.c_void_p, C.c_void_p]),
    'lathe_pass_number': (C.c_uint64, [C.POINTER(lathe_pass_call), C.c_char_p, C.c_uint64]),
    'lathe_pass_given': (C.c_bool, [C.POINTER(lathe_pass_call), C.c_char_p]),
    'lathe_pass_text': (C.c_char_p, [C.POINTER(lathe_pass_call), C.c_char_p]),
    'lathe_pass_choice': (C.c_size_t, [C.POINTER(lathe_pass_call), C.c_char_p, C.c_size_t]),
    'lathe_pass_state': (C.c_void_p, [C.POINTER(lathe_pass_call), C.c_size_t]),
    'lathe_pass_ctx': (C.POINTER(lathe_ctx), [C.POINTER(lathe_pass_call)]),
    'lathe_pass_print': (None, [C.POINTER(lathe_pass_call), C.c_char_p]),
    'lathe_pass_remark': (None, [C.POINTER(lathe_pass_call), C.c_int, C.c_char_p, C.c_void_p, C.c_char_p]),
    'lathe_pass_fail': (None, [C.POINTER(lathe_pass_call), C.c_char_p]),
}


class Context(R.Handle):
    """What every call works with: limits, the first failure, where diagnostics go."""
    _kind, _free = 'lathe_ctx', 'lathe_ctx_free'

    def status(self):
        """How the first call ended that has failed since the last clear; LATHE_OK if none has."""
        return R.call('lathe_ctx_status', ('enum', Status), [('handle', 'lathe_ctx')], [self])

    def error(self):
        """The first error since the last clear, one line, "" if none. Valid until the next call."""
        return R.call('lathe_ctx_error', ('text', None), [('handle', 'lathe_ctx')], [self])

    def clear(self):
        """Forgets the failure; calls are made again."""
        return R.call('lathe_ctx_clear', ('nothing', None), [('handle', 'lathe_ctx')], [self])

    def set_budget(self, operations, bytes):
        """Limits on work and on memory held by lathe's own structures; 0 means no limit."""
        return R.call('lathe_ctx_set_budget', ('nothing', None), [('handle', 'lathe_ctx'), ('value', None), ('value', None)], [self, operations, bytes])

    def set_diag(self, fn):
        """Where diagnostics go from now on; NULL: nowhere."""
        return R.call('lathe_ctx_set_diag', ('nothing', None), [('handle', 'lathe_ctx'), ('callback', (lathe_diag_fn, 0, True))], [self, fn])

    def set_remarks(self, fn):
        """Where the remarks of passes and transforms go from now on, once each pipeline has succeeded;
        NULL: nowhere."""
        return R.call('lathe_ctx_set_remarks', ('nothing', None), [('handle', 'lathe_ctx'), ('callback', (lathe_remark_fn, 0, True))], [self, fn])

    def module_load(self, paths, **options):
        """Reads .c, .ll and .bc files and links them into one module that the verifier accepts. C is known
        by its suffix (.c, .i), IR by its content; "-" is the standard input. NULL on failure."""
        return R.call('lathe_module_load', ('given', 'lathe_module'), [('handle', 'lathe_ctx'), ('texts', None), ('options', lathe_load_options)], [self, paths, options])

    def module_wrap(self, module):
        """Wraps a module of the caller's; lathe_module_free then leaves the LLVM module alone. No call
        frees, replaces or takes over the module or its LLVM context.

        lathe_run_passes and lathe_dtrans_apply run on a copy first. If they fail, for whatever reason,
        or if nothing changes, the module is as it was and every LLVM handle into it stays valid. If they
        succeed, the module itself is changed: instructions and blocks anywhere, and functions, variables
        and types that a pass rewrites, may be gone; handles to the module, its context and types stay
        valid, handles into it are to be asked for again. lathe_dtrans_analyze and lathe_hir_build bring
        the module into shape in place, as they say, and lathe_hir_lower changes it in place."""
        return R.call('lathe_module_wrap', ('given', 'lathe_module'), [('handle', 'lathe_ctx'), ('value', None)], [self, module])

    def load_passes(self, path):
        """Loads the passes of a shared object (lathe/pass.h), which pipelines of this context then have
        beside lathe's own. The path is one also without a slash in it. A file that is loaded already
        stays as it is. LATHE_IO, or LATHE_BAD_INPUT if it is none, was built for another version or has
        a pass that is not sound; then none of its passes is there."""
        return R.call('lathe_load_passes', ('status', None), [('handle', 'lathe_ctx'), ('text', None)], [self, path])

    def pass_count(self):
        """How many passes there are, those that were loaded included."""
        return R.call('lathe_pass_count', ('value', None), [('handle', 'lathe_ctx')], [self])

    def pass_get(self, index):
        """Fills what is known of a pass. False if there is none of that index."""
        return R.call('lathe_pass_get', ('bool', None), [('handle', 'lathe_ctx'), ('value', None), ('result', lathe_pass_info)], [self, index])

    def hir_read(self, paths, function):
        """Reads files of HIR, as text (lathe_hir_text) or as JSON (lathe_hir_json), which begins with a
        brace; "-" is the standard input. It is read as HIR of a machine with 64-bit pointers. function:
        only this one, LATHE_USAGE if there is none; NULL: all. NULL on failure: LATHE_IO, or
        LATHE_BAD_INPUT with file, line and column in the message."""
        return R.call('lathe_hir_read', ('given', 'lathe_hir'), [('handle', 'lathe_ctx'), ('texts', None), ('text', None)], [self, paths, function])


class Module(R.Handle):
    """A program, or a part of one, as LLVM IR."""
    _kind, _free = 'lathe_module', 'lathe_module_free'

    def llvm(self):
        """The LLVM module, which stays the library's, or the caller's if it was wrapped."""
        return R.call('lathe_module_llvm', ('value', None), [('handle', 'lathe_module')], [self])

    def write(self, path):
        """Writes bitcode, or text when path ends in .ll. The file appears whole or not at all; devices and
        pipes are written directly. "-" writes text to the standard output."""
        return R.call('lathe_module_write', ('status', None), [('handle', 'lathe_module'), ('text', None)], [self, path])

    def run_passes(self, pipeline):
        """Runs a comma-separated pipeline of lathe's and LLVM's passes, then the verifier. *output, unless
        output is NULL, becomes what printing passes have printed, NULL after a failure."""
        return R.call('lathe_run_passes', ('status', None), [('handle', 'lathe_module'), ('text', None), ('out_given', None)], [self, pipeline])

    def run_passes_changed(self, pipeline):
        """Runs a pipeline as lathe_run_passes does, and says how much it has changed. *changed, unless that
        is NULL, becomes how many types, loop nests and checkpoints lathe's transforms have changed or
        made, 0 after a failure."""
        return R.call('lathe_run_passes_changed', ('status', None), [('handle', 'lathe_module'), ('text', None), ('out_given', None), ('out', C.c_size_t)], [self, pipeline])

    def info(self, json):
        """What `lathe info` shows, as text or as JSON. NULL on failure."""
        return R.call('lathe_module_info', ('given_text', None), [('handle', 'lathe_module'), ('value', None)], [self, json])

    def info_with(self, **options):
        """What `lathe info` shows, as the options say, which may be NULL. NULL on failure."""
        return R.call('lathe_module_info_with', ('given_text', None), [('handle', 'lathe_module'), ('options', lathe_info_options)], [self, options])

    def ckpt_split(self):
        """Splits each block that has several successors in two, X.upper and X.lower, before its branch or
        switch and the compare that this alone uses. *count, unless NULL, becomes how many were split."""
        return R.call('lathe_ckpt_split', ('status', None), [('handle', 'lathe_module'), ('out', C.c_size_t)], [self])

    def ckpt_live_analyze(self, function):
        """Finds what is live in a function with a body. NULL on failure."""
        return R.call('lathe_ckpt_live_analyze', ('given', 'lathe_ckpt_live'), [('handle', 'lathe_module'), ('value', None)], [self, function])

    def ckpt_live_json(self):
        """The sets of all functions of a module as the pass ckpt-live prints them. NULL on failure."""
        return R.call('lathe_ckpt_live_json', ('given_text', None), [('handle', 'lathe_module')], [self])

    def ckpt_candidates_find(self, function):
        """Finds the candidates of one function, or of all that have a body if it is NULL. NULL on failure."""
        return R.call('lathe_ckpt_candidates_find', ('given', 'lathe_ckpt_candidates'), [('handle', 'lathe_module'), ('value', None)], [self, function])

    def ckpt_sizes_set(self, text):
        """Says how many bytes arguments point to, one in each line of the text, FUNC:ARG:BYTES: BYTES is an
        expression over other arguments, such as n*n*8; what follows a # is a comment. It counts more
        than what the source declares. LATHE_USAGE if there is no such function or argument."""
        return R.call('lathe_ckpt_sizes_set', ('status', None), [('handle', 'lathe_module'), ('text', None)], [self, text])

    def ckpt_size_get(self, function, argument):
        """Gives the expression that is known of an argument of a function, by its number: what was set, or
        what the C or C++ source declares (float a[n][n]). NULL if there is none, or on failure."""
        return R.call('lathe_ckpt_size_get', ('given_text', None), [('handle', 'lathe_module'), ('value', None), ('value', None)], [self, function, argument])

    def ckpt_inject(self, **options):
        """Puts checkpoints into the module at the calls of checkpoint(). What is refused stays as it was,
        and so does a module that the caller owns if that fails. NULL on failure; refusals are none."""
        return R.call('lathe_ckpt_inject', ('given', 'lathe_ckpt_result'), [('handle', 'lathe_module'), ('options', lathe_ckpt_options)], [self, options])

    def dtrans_set(self, **settings):
        """Says what transforms of the module's layouts shall do. Replaces all settings given before, except
        exports; NULL: of what was given, nothing holds. All of it is checked before anything is done.
        LATHE_USAGE, and the settings from before, if a list is missing, a name is missing or empty, a
        transform is not one of those above, or an export cannot be the name of a symbol; the message
        names the member. A name that nothing in the program has is not an error but a warning, that of a
        type by the next analysis."""
        return R.call('lathe_dtrans_set', ('status', None), [('handle', 'lathe_module'), ('options', lathe_dtrans_settings)], [self, settings])

    def dtrans_choose(self, only, skip):
        """Says which types may change, `only` and `skip` of the settings, as lists with commas between.
        NULL: nothing is said."""
        return R.call('lathe_dtrans_choose', ('status', None), [('handle', 'lathe_module'), ('text', None), ('text', None)], [self, only, skip])

    def dtrans_force(self, force):
        """Says which transform shall change which type, `forced` of the settings, as text,
        "pool:node,split:arc". NULL: nothing is said. LATHE_USAGE, and what was said before, if a word is
        not a transform, a colon and a name."""
        return R.call('lathe_dtrans_force', ('status', None), [('handle', 'lathe_module'), ('text', None)], [self, force])

    def dtrans_export(self, exports):
        """Says which functions and variables code outside the program uses, with commas between; without
        main, they are what makes it whole. What they take, return and reach belongs to others. From now
        on all else, except main, is internal to the module, also when it is written: what was forgotten
        is an error of the linker's. A program with weak definitions stays as it is, and is not whole. A
        name of nothing is a warning. NULL and no names do nothing."""
        return R.call('lathe_dtrans_export', ('status', None), [('handle', 'lathe_module'), ('text', None)], [self, exports])

    def dtrans_analyze(self, **options):
        """Analyses the program. The module is prepared for it (always-inline, mem2reg), must outlive the
        analysis, and must not change while it is asked. options may be NULL. NULL on failure."""
        return R.call('lathe_dtrans_analyze', ('given', 'lathe_dtrans'), [('handle', 'lathe_module'), ('options', lathe_dtrans_options)], [self, options])

    def dtrans_apply(self, transform):
        """Applies a transform, by the name that lathe_dtrans_is_legal takes, to every type that it may
        change, that gains by it and that the user's choice (lathe_dtrans_choose) leaves to it. The
        module is analysed for that by itself; analyses made before must be freed before, and LLVM
        handles into the module be asked for again (lathe_module_llvm). *changed becomes the number of
        types that have changed; it may be NULL. LATHE_USAGE if there is no such transform yet. After a
        failure the module is what it was."""
        return R.call('lathe_dtrans_apply', ('status', None), [('handle', 'lathe_module'), ('text', None), ('out', C.c_size_t)], [self, transform])

    def dtrans_annotate_type(self, inst, type, level):
        """Says that the result of an instruction leads to an object of the type through `level` pointers, 1
        or more; replaces what was said before. False, with LATHE_USAGE set, for an instruction without
        result, a type without size or a level out of range."""
        return R.call('lathe_dtrans_annotate_type', ('bool', None), [('handle', 'lathe_module'), ('value', None), ('value', None), ('value', None)], [self, inst, type, level])

    def dtrans_annotate_pointer(self, pointer, before, **mark):
        """Marks a pointer by a call that returns it, inserted before an instruction; with NULL it is in no
        block, and the caller's. NULL on failure."""
        return R.call('lathe_dtrans_annotate_pointer', ('value', None), [('handle', 'lathe_module'), ('value', None), ('options', lathe_dtrans_mark), ('value', None)], [self, pointer, mark, before])

    def dtrans_annotation_variable(self, **mark):
        """The variable that holds the text of such a mark: made once for each kind, text and extension.
        NULL on failure."""
        return R.call('lathe_dtrans_annotation_variable', ('value', None), [('handle', 'lathe_module'), ('options', lathe_dtrans_mark)], [self, mark])

    def dtrans_remove_annotation(self, value):
        """Removes a mark: whatever used it uses the pointer again. False, and nothing is done, if the value
        is not a mark in a function."""
        return R.call('lathe_dtrans_remove_annotation', ('bool', None), [('handle', 'lathe_module'), ('value', None)], [self, value])

    def dtrans_remove_annotated_type(self, inst):
        """Removes what lathe_dtrans_annotate_type said; false if nothing was."""
        return R.call('lathe_dtrans_remove_annotated_type', ('bool', None), [('handle', 'lathe_module'), ('value', None)], [self, inst])

    def hir_build(self, **options):
        """Builds the HIR of the module's functions. The module's loops are brought into shape for it
        (docs/hir-model.md), unless the options say otherwise; it must outlive the HIR, and must not
        change while that is asked. options may be NULL. NULL on failure."""
        return R.call('lathe_hir_build', ('given', 'lathe_hir'), [('handle', 'lathe_module'), ('options', lathe_hir_options)], [self, options])

    def hir_read_for(self, paths, **options):
        """Reads HIR as text or JSON, as lathe_hir_read does, of functions that the module has, and ties it
        to their code: it can be changed and lowered as if it had been built from the module, which it
        must have been, in the same shape: nodes are found again by their numbers if the text has them,
        else by their position. All regions count as changed. LATHE_BAD_INPUT if the text has a function,
        nest, value or way out that the module does not have."""
        return R.call('lathe_hir_read_for', ('given', 'lathe_hir'), [('handle', 'lathe_module'), ('texts', None), ('options', lathe_hir_options)], [self, paths, options])

    def transform_run(self, data, **hooks):
        """Runs the transform: analyses the program, plans, carries out, verifies. *changed becomes the
        number of types that have changed, dependent ones included; it may be NULL. Analyses made before
        must be freed before, and LLVM handles into the module be asked for again (lathe_module_llvm).
        LATHE_OK and 0 if nothing may change. After a failure the module is what it was."""
        return R.call('lathe_transform_run', ('status', None), [('handle', 'lathe_module'), ('options', lathe_transform_hooks), ('value', None), ('out', C.c_size_t)], [self, hooks, data])

    def transform_plan(self, data, **hooks):
        """The first half: what `plan` decides, as text with a line for each type that changes. The module
        stays as it is. LATHE_USAGE without the hook `plan`."""
        return R.call('lathe_transform_plan', ('status', None), [('handle', 'lathe_module'), ('options', lathe_transform_hooks), ('value', None), ('out_given', None)], [self, hooks, data])

    def transform_apply(self, data, plan, **hooks):
        """The second half, for that text and the same program. `plan` is asked again and has to come to
        what the text says; LATHE_USAGE or LATHE_BAD_INPUT if it does not."""
        return R.call('lathe_transform_apply', ('status', None), [('handle', 'lathe_module'), ('options', lathe_transform_hooks), ('value', None), ('text', None), ('out', C.c_size_t)], [self, hooks, data, plan])


class CkptLive(R.Handle):
    """What is live in a function, block by block, as it was when that was asked: later changes of the
    function make it out of date, and its handles invalid as they do all others."""
    _kind, _free = 'lathe_ckpt_live', 'lathe_ckpt_live_free'

    def block_count(self):
        """How many blocks the function has."""
        return R.call('lathe_ckpt_live_block_count', ('value', None), [('handle', 'lathe_ckpt_live')], [self])

    def block(self, block):
        """The block of an index, in the order of the function. NULL if there is none."""
        return R.call('lathe_ckpt_live_block', ('value', None), [('handle', 'lathe_ckpt_live'), ('value', None)], [self, block])

    def count(self, block, set):
        """How many elements a set of a block has."""
        return R.call('lathe_ckpt_live_count', ('value', None), [('handle', 'lathe_ckpt_live'), ('value', None), ('enum', CkptSet)], [self, block, set])

    def get(self, block, set, index):
        """Fills an element of a set of a block. False if there is none of that index."""
        return R.call('lathe_ckpt_live_get', ('bool', None), [('handle', 'lathe_ckpt_live'), ('value', None), ('enum', CkptSet), ('value', None), ('result', lathe_ckpt_value)], [self, block, set, index])

    def bytes(self, block):
        """How many bytes are tracked at the end of a block, as far as sizes are known."""
        return R.call('lathe_ckpt_live_bytes', ('value', None), [('handle', 'lathe_ckpt_live'), ('value', None)], [self, block])


class CkptCandidates(R.Handle):
    """Where checkpoints could be: the ends of the blocks of a program's functions. Choosing and
    dropping keep the list true; other changes of the module make it out of date."""
    _kind, _free = 'lathe_ckpt_candidates', 'lathe_ckpt_candidates_free'

    def count(self):
        """How many candidates there are."""
        return R.call('lathe_ckpt_candidates_count', ('value', None), [('handle', 'lathe_ckpt_candidates')], [self])

    def get(self, index):
        """Fills what is known of a candidate. False if there is none of that index."""
        return R.call('lathe_ckpt_candidates_get', ('bool', None), [('handle', 'lathe_ckpt_candidates'), ('value', None), ('result', lathe_ckpt_candidate)], [self, index])

    def choose(self, index):
        """Puts a call of checkpoint() to the end of the block, before the compare and branch, unless there
        is one. LATHE_USAGE if there is no such candidate."""
        return R.call('lathe_ckpt_candidates_choose', ('status', None), [('handle', 'lathe_ckpt_candidates'), ('value', None)], [self, index])

    def drop(self, index):
        """Removes the calls of checkpoint() from the block. LATHE_USAGE if there is no such candidate."""
        return R.call('lathe_ckpt_candidates_drop', ('status', None), [('handle', 'lathe_ckpt_candidates'), ('value', None)], [self, index])


class CkptResult(R.Handle):
    """What injecting has done: where checkpoints are, what each saves, what was refused. It stays
    valid when the module is changed or freed, but not after its context is."""
    _kind, _free = 'lathe_ckpt_result', 'lathe_ckpt_result_free'

    def site_count(self):
        """How many sites there are; 0: no checkpoint was injected."""
        return R.call('lathe_ckpt_site_count', ('value', None), [('handle', 'lathe_ckpt_result')], [self])

    def site_get(self, index):
        """Fills a site. False if there is none of that index."""
        return R.call('lathe_ckpt_site_get', ('bool', None), [('handle', 'lathe_ckpt_result'), ('value', None), ('result', lathe_ckpt_site)], [self, index])

    def field_get(self, site, index):
        """Fills a field of a site. False if there is none of that index."""
        return R.call('lathe_ckpt_field_get', ('bool', None), [('handle', 'lathe_ckpt_result'), ('value', None), ('value', None), ('result', lathe_ckpt_field)], [self, site, index])

    def refusal_count(self):
        """How many reasons there are for what was refused."""
        return R.call('lathe_ckpt_refusal_count', ('value', None), [('handle', 'lathe_ckpt_result')], [self])

    def refusal_get(self, index):
        """Fills a reason. False if there is none of that index."""
        return R.call('lathe_ckpt_refusal_get', ('bool', None), [('handle', 'lathe_ckpt_result'), ('value', None), ('result', lathe_ckpt_refusal)], [self, index])

    def growth_count(self):
        """How many functions were changed."""
        return R.call('lathe_ckpt_growth_count', ('value', None), [('handle', 'lathe_ckpt_result')], [self])

    def growth_get(self, index):
        """Fills how large a changed function has become. False if there is none of that index."""
        return R.call('lathe_ckpt_growth_get', ('bool', None), [('handle', 'lathe_ckpt_result'), ('value', None), ('result', lathe_ckpt_growth)], [self, index])

    def text(self):
        """What `lathe ckpt --report` prints. NULL on failure."""
        return R.call('lathe_ckpt_text', ('given_text', None), [('handle', 'lathe_ckpt_result')], [self])

    def json(self):
        """What `lathe ckpt --json` prints. NULL on failure."""
        return R.call('lathe_ckpt_json', ('given_text', None), [('handle', 'lathe_ckpt_result')], [self])


class Dtrans(R.Handle):
    """What is known of the struct types of a program."""
    _kind, _free = 'lathe_dtrans', 'lathe_dtrans_free'

    def not_whole_reason(self):
        """Why nothing may change because the program is not whole; NULL if it is whole."""
        return R.call('lathe_dtrans_not_whole_reason', ('text', None), [('handle', 'lathe_dtrans')], [self])

    def has_exceptions(self):
        """Whether the program handles exceptions, in which case nothing may change either."""
        return R.call('lathe_dtrans_has_exceptions', ('bool', None), [('handle', 'lathe_dtrans')], [self])

    def type_count(self):
        """How many struct types the program has."""
        return R.call('lathe_dtrans_type_count', ('value', None), [('handle', 'lathe_dtrans')], [self])

    def type_find(self, name):
        """The index of the type with that name: by IR name ("struct.node") or name in the source ("node",
        "struct node"); LATHE_DTRANS_NONE if there is no such type."""
        return R.call('lathe_dtrans_type_find', ('value', None), [('handle', 'lathe_dtrans'), ('text', None)], [self, name])

    def type_name(self, type):
        """The name of the type as in IR: "struct.node"."""
        return R.call('lathe_dtrans_type_name', ('text', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def type_size(self, type):
        """How many bytes the type has; 0 if the program does not define it."""
        return R.call('lathe_dtrans_type_size', ('value', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def type_align(self, type):
        """The type's alignment in bytes; 0 if the program does not define it."""
        return R.call('lathe_dtrans_type_align', ('value', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def type_kept(self, type):
        """Why the user wants no transform to change the type; NULL if it may change."""
        return R.call('lathe_dtrans_type_kept', ('text', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def type_frequency(self, type):
        """How many accesses of the type's fields are expected at run time."""
        return R.call('lathe_dtrans_type_frequency', ('value', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def field_count(self, type):
        """How many fields the type has, elements of the IR type."""
        return R.call('lathe_dtrans_field_count', ('value', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def field_get(self, type, index):
        """Fills what is known of a field. False if there is no such field, or on failure."""
        return R.call('lathe_dtrans_field_get', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('result', lathe_dtrans_field)], [self, type, index])

    def use_count(self, type):
        """How many uses of the type set a safety condition."""
        return R.call('lathe_dtrans_use_count', ('value', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def use_get(self, type, index):
        """Fills what is known of a use. False if there is no such use, or on failure."""
        return R.call('lathe_dtrans_use_get', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('result', lathe_dtrans_use)], [self, type, index])

    def use_value(self, type, index):
        """The instruction, variable or function that the use is; NULL if it is about the type itself."""
        return R.call('lathe_dtrans_use_value', ('value', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None)], [self, type, index])

    def has_condition(self, type, condition):
        """Whether the type has the condition. False for names of none."""
        return R.call('lathe_dtrans_has_condition', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('text', None)], [self, type, condition])

    def type_of(self, type):
        """The number of a type by its LLVM handle: that of a named struct, LATHE_DTRANS_NONE for all
        others."""
        return R.call('lathe_dtrans_type_of', ('value', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def type_llvm(self, type):
        """The LLVM handle of a type; NULL for numbers of none."""
        return R.call('lathe_dtrans_type_llvm', ('value', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def site_count(self, type):
        """How many calls allocate objects of the type."""
        return R.call('lathe_dtrans_site_count', ('value', None), [('handle', 'lathe_dtrans'), ('value', None)], [self, type])

    def site_get(self, type, index):
        """Fills what is known of such a call. False if there is none of that number."""
        return R.call('lathe_dtrans_site_get', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('result', lathe_dtrans_site)], [self, type, index])

    def affinity(self, type, field, other):
        """How often the loops run that use both fields, as the cost model sees it: fields with a high
        affinity should be neighbours. 0 if no loop does, or there is no such field."""
        return R.call('lathe_dtrans_affinity', ('value', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('value', None)], [self, type, field, other])

    def field_obstacle(self, type, field):
        """Why not every access to the field is known: one sentence without a full stop, and in *where,
        which may be NULL, the instruction that shows it, if there is one. NULL: all that ever touches
        the field are the accesses below, each of which is a load or store of exactly this field, and
        operations on whole objects (allocation, copies, setting to zero)."""
        return R.call('lathe_dtrans_field_obstacle', ('text', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('out', C.c_void_p)], [self, type, field])

    def access_count(self, type, field):
        """How many loads and stores of the field are known."""
        return R.call('lathe_dtrans_access_count', ('value', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None)], [self, type, field])

    def access_at(self, type, field, index):
        """A load or store of the field, in the order of the program; NULL if there is none of that number."""
        return R.call('lathe_dtrans_access_at', ('value', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('value', None)], [self, type, field, index])

    def field_values(self, type, field):
        """The different constants that are stored into the field, if all that is stored are integer
        constants. Fills up to `room` and returns how many there are; SIZE_MAX if they are more, or not
        only constants. Memory that begins as zero is not counted."""
        return R.call('lathe_dtrans_field_values', ('value', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('fill', C.c_void_p)], [self, type, field])

    def field_range(self, type, field):
        """The smallest and the largest number that an integer field can hold, as signed ones, zero
        included. False if no more is known than its type."""
        return R.call('lathe_dtrans_field_range', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('out', C.c_int64), ('out', C.c_int64)], [self, type, field])

    def value_range(self, value):
        """The smallest and the largest number that any integer value of up to 64 bits can be. False if no
        more is known than its type."""
        return R.call('lathe_dtrans_value_range', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('out', C.c_int64), ('out', C.c_int64)], [self, value])

    def is_index_field(self, type, field):
        """Whether AOS-to-SOA made an index of the field: it is marked with DPA_AOSToSOAIndexField."""
        return R.call('lathe_dtrans_is_index_field', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None)], [self, type, field])

    def pointer_get(self, value):
        """Fills what is known of where a pointer leads. False for values that are not pointers, nor
        integers that may carry one."""
        return R.call('lathe_dtrans_pointer_get', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('result', lathe_dtrans_pointer)], [self, value])

    def alias_get(self, value, index):
        """Fills one alias of a pointer, those of whole objects first. False if there is none of that
        number."""
        return R.call('lathe_dtrans_alias_get', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('value', None), ('result', lathe_dtrans_alias)], [self, value, index])

    def call_get(self, instruction):
        """Fills what a call does to objects. False if the instruction is not such a call."""
        return R.call('lathe_dtrans_call_get', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('result', lathe_dtrans_call)], [self, instruction])

    def update(self):
        """Makes the analysis anew after the module was changed, in place and of the whole program. Numbers
        of types, uses and accesses may be others than before. On failure the analysis can only be freed.
        There is no call that patches single facts: pointer classes, accesses and conditions depend on
        one another, and what was patched could not be relied on."""
        return R.call('lathe_dtrans_update', ('status', None), [('handle', 'lathe_dtrans')], [self])

    def is_legal(self, type, transform):
        """Whether the transform may be applied to the type. False for names of no transform."""
        return R.call('lathe_dtrans_is_legal', ('bool', None), [('handle', 'lathe_dtrans'), ('value', None), ('text', None)], [self, type, transform])

    def blocked_by(self, type, transform):
        """What blocks the transform: "NotWholeProgram", "ExceptionHandling", then the type's conditions.
        Fills up to `room` names and returns how many there are."""
        return R.call('lathe_dtrans_blocked_by', ('value', None), [('handle', 'lathe_dtrans'), ('value', None), ('text', None), ('fill', C.c_char_p)], [self, type, transform])

    def text(self, **view):
        """A report for people, as text. view may be NULL. NULL on failure."""
        return R.call('lathe_dtrans_text', ('given_text', None), [('handle', 'lathe_dtrans'), ('options', lathe_dtrans_view)], [self, view])

    def json(self, **view):
        """The report as the JSON document of docs/dtrans-json.md. view may be NULL. NULL on failure."""
        return R.call('lathe_dtrans_json', ('given_text', None), [('handle', 'lathe_dtrans'), ('options', lathe_dtrans_view)], [self, view])

    def html(self, **view):
        """The report as one self-contained HTML page. view may be NULL. NULL on failure."""
        return R.call('lathe_dtrans_html', ('given_text', None), [('handle', 'lathe_dtrans'), ('options', lathe_dtrans_view)], [self, view])


class Hir(R.Handle):
    """The loop nests of a program."""
    _kind, _free = 'lathe_hir', 'lathe_hir_free'

    def count(self, function):
        """Counts the loops of one function, or with LATHE_HIR_ALL of all. False if there is no such
        function."""
        return R.call('lathe_hir_count', ('bool', None), [('handle', 'lathe_hir'), ('value', None), ('result', lathe_hir_counts)], [self, function])

    def function_count(self):
        """How many functions have loops."""
        return R.call('lathe_hir_function_count', ('value', None), [('handle', 'lathe_hir')], [self])

    def function_name(self, function):
        """The name of a function with loops."""
        return R.call('lathe_hir_function_name', ('text', None), [('handle', 'lathe_hir'), ('value', None)], [self, function])

    def refusal_count(self, function):
        """How many loops of a function have such a reason."""
        return R.call('lathe_hir_refusal_count', ('value', None), [('handle', 'lathe_hir'), ('value', None)], [self, function])

    def refusal_get(self, function, index):
        """Fills one of these reasons. False if there is none of that index."""
        return R.call('lathe_hir_refusal_get', ('bool', None), [('handle', 'lathe_hir'), ('value', None), ('value', None), ('result', lathe_hir_refusal)], [self, function, index])

    def ref_indexing(self, function, region, node, ref):
        """Whether and how a reference is indexed. node is a node's number, as text and JSON show it; ref is
        the index of the reference among the node's, from 0. *index, if it is indexed, is the number of
        the node that reads the index."""
        return R.call('lathe_hir_ref_indexing', ('enum', HirIndexing), [('handle', 'lathe_hir'), ('value', None), ('value', None), ('value', None), ('value', None), ('out', C.c_uint)], [self, function, region, node, ref])

    def text(self, **view):
        """The loop nests as text for people, which lathe_hir_read reads. view may be NULL. NULL on failure."""
        return R.call('lathe_hir_text', ('given_text', None), [('handle', 'lathe_hir'), ('options', lathe_hir_view)], [self, view])

    def json(self, **view):
        """The loop nests as the JSON document of docs/hir-json.md. view may be NULL. NULL on failure."""
        return R.call('lathe_hir_json', ('given_text', None), [('handle', 'lathe_hir'), ('options', lathe_hir_view)], [self, view])

    def deps(self, **options):
        """Finds the dependences of all regions. The HIR must outlive them and not change. options may be
        NULL; NULL on failure. What could not be found out in time is assumed: see lathe_deps_counts."""
        return R.call('lathe_hir_deps', ('given', 'lathe_deps'), [('handle', 'lathe_hir'), ('options', lathe_deps_options)], [self, options])

    def function_get(self, function):
        """By number, as lathe_hir_function_count counts."""
        return R.call('lathe_hir_function_get', ('borrowed', 'lathe_hir_function'), [('handle', 'lathe_hir'), ('value', None)], [self, function])

    def function_find(self, name):
        """By name; NULL if the HIR has no such function."""
        return R.call('lathe_hir_function_find', ('borrowed', 'lathe_hir_function'), [('handle', 'lathe_hir'), ('text', None)], [self, name])


class Deps(R.Handle):
    """Dependences: which references must keep their order, and why (docs/hir-dd.md)."""
    _kind, _free = 'lathe_deps', 'lathe_deps_free'

    def count(self):
        """Counts the pairs of all regions. False if counts has no size."""
        return R.call('lathe_deps_count', ('bool', None), [('handle', 'lathe_deps'), ('result', lathe_deps_counts)], [self])

    def edge_count(self, function, region):
        """How many edges the graph of a region has."""
        return R.call('lathe_deps_edge_count', ('value', None), [('handle', 'lathe_deps'), ('value', None), ('value', None)], [self, function, region])

    def edge_get(self, function, region, index):
        """Fills an edge of a region's graph. False if there is none of that index."""
        return R.call('lathe_deps_edge_get', ('bool', None), [('handle', 'lathe_deps'), ('value', None), ('value', None), ('value', None), ('result', lathe_deps_edge)], [self, function, region, index])

    def ask(self, function, region, question, loop, other):
        """Asks whether something may be done with a loop. loop and other are numbers of nodes; other counts
        for INTERCHANGE, TILE and FUSE. False if there are no such loops in the region, or no such
        question."""
        return R.call('lathe_deps_ask', ('bool', None), [('handle', 'lathe_deps'), ('value', None), ('value', None), ('enum', DepsQuestion), ('value', None), ('value', None), ('result', lathe_deps_answer)], [self, function, region, question, loop, other])

    def text(self, **view):
        """The dependences as text for people. view may be NULL. NULL on failure."""
        return R.call('lathe_deps_text', ('given_text', None), [('handle', 'lathe_deps'), ('options', lathe_hir_view)], [self, view])

    def json(self, **view):
        """The dependences as the JSON document of docs/hir-dd.md. view may be NULL. NULL on failure."""
        return R.call('lathe_deps_json', ('given_text', None), [('handle', 'lathe_deps'), ('options', lathe_hir_view)], [self, view])

    def dot(self, **view):
        """The dependences as a graph for dot. view may be NULL. NULL on failure."""
        return R.call('lathe_deps_dot', ('given_text', None), [('handle', 'lathe_deps'), ('options', lathe_hir_view)], [self, view])

    def isl(self, **view):
        """Iterations and accesses as sets and relations for isl. view may be NULL. NULL on failure."""
        return R.call('lathe_deps_isl', ('given_text', None), [('handle', 'lathe_deps'), ('options', lathe_hir_view)], [self, view])

    def why_not(self, question, **view):
        """The answers for all loops that a question can be asked about, as text. LATHE_USAGE for a question
        that does not exist. view may be NULL. NULL on failure."""
        return R.call('lathe_deps_why_not', ('given_text', None), [('handle', 'lathe_deps'), ('enum', DepsQuestion), ('options', lathe_hir_view)], [self, question, view])

    def html(self, after, **view):
        """One page of HTML that needs nothing else: nests, what is known of their loops, references, and
        dependences with a picture of them. after: those of the same module's nests as hir-optimize
        changes them, to be shown beside; or NULL."""
        return R.call('lathe_deps_html', ('given_text', None), [('handle', 'lathe_deps'), ('handle', 'lathe_deps'), ('options', lathe_hir_view)], [self, after, view])

    def graph(self, function, region):
        """The graph of a region, by the numbers of its function and of itself."""
        return R.call('lathe_deps_graph', ('borrowed', 'lathe_ddg'), [('handle', 'lathe_deps'), ('value', None), ('value', None)], [self, function, region])

    def graph_of(self, region):
        """The graph of a region by its node."""
        return R.call('lathe_deps_graph_of', ('borrowed', 'lathe_ddg'), [('handle', 'lathe_deps'), ('handle', 'lathe_hl_node')], [self, region])


class HirFunction(R.Handle):
    """the HIR of one function"""
    _kind, _free = 'lathe_hir_function', None

    def llvm(self):
        """The function of LLVM IR; NULL if the HIR was read from text."""
        return R.call('lathe_hir_function_llvm', ('value', None), [('handle', 'lathe_hir_function')], [self])

    def region_count(self):
        """How many loop nests the function has."""
        return R.call('lathe_hir_region_count', ('value', None), [('handle', 'lathe_hir_function')], [self])

    def region_get(self, region):
        """A loop nest, a node of the kind LATHE_HL_REGION."""
        return R.call('lathe_hir_region_get', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('value', None)], [self, region])

    def node_numbered(self, number):
        """The node with that number, as text, JSON and remarks show it."""
        return R.call('lathe_hir_node_numbered', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('value', None)], [self, number])

    def loop_at_line(self, line):
        """The first loop, in lexical order, that starts on that line of the source."""
        return R.call('lathe_hir_loop_at_line', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('value', None)], [self, line])

    def hl_text(self, node):
        """Its line of text, without what is in it."""
        return R.call('lathe_hl_text', ('given_text', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node')], [self, node])

    def hl_loop_trip_count(self, loop):
        """The trip count as an expression, of the type of the bound; NULL of a WHILE, and if it cannot be
        written. It is nobody's: yours to put into a node, if you like."""
        return R.call('lathe_hl_loop_trip_count', ('borrowed', 'lathe_canon_expr'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node')], [self, loop])

    def hl_loop_const_trip_count(self, loop):
        """The trip count if it is a constant; 0 if it is not."""
        return R.call('lathe_hl_loop_const_trip_count', ('value', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node')], [self, loop])

    def ddref_dimension_const_stride(self, ref, dimension):
        """getDimensionConstStride: the same as a number; 0 if it is not constant."""
        return R.call('lathe_ddref_dimension_const_stride', ('value', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref'), ('value', None)], [self, ref, dimension])

    def ddref_stride_at_level(self, ref, level):
        """getStrideAtLevel: how far the reference moves, in bytes, from one iteration of the loop at that
        level to the next. NULL if a blob in it varies there, or it cannot be written."""
        return R.call('lathe_ddref_stride_at_level', ('borrowed', 'lathe_canon_expr'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref'), ('value', None)], [self, ref, level])

    def ddref_const_stride_at_level(self, ref, level):
        """getConstStrideAtLevel: the same if it is a constant: true, and *bytes is it."""
        return R.call('lathe_ddref_const_stride_at_level', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref'), ('value', None), ('out', C.c_int64)], [self, ref, level])

    def ddref_is_self_blob(self, ref):
        """isSelfBlob: whether it is one temp and nothing else."""
        return R.call('lathe_ddref_is_self_blob', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref')], [self, ref])

    def ddref_temp(self, ref):
        """The temp that it is; 0 if it is more, or a constant."""
        return R.call('lathe_ddref_temp', ('value', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref')], [self, ref])

    def ddref_indexing(self, ref):
        """Whether it is accessed through what another reference reads: by a subscript, or by its base.
        *index, unless that is NULL, becomes that reference."""
        return R.call('lathe_ddref_indexing', ('enum', HirIndexing), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref'), ('out_handle', ('lathe_reg_ddref', False))], [self, ref])

    def ddref_text(self, ref):
        """As HIR's text has it."""
        return R.call('lathe_ddref_text', ('given_text', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref')], [self, ref])

    def ddref_find_max_blob_level(self, ref, blobs):
        """findMaxBlobLevel: the deepest level of several of them."""
        return R.call('lathe_ddref_find_max_blob_level', ('value', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref'), ('array', (C.c_uint32, True))], [self, ref, blobs])

    def canon_is_self_blob(self, ce):
        """isSelfBlob: whether it is one temp, times 1, and nothing else."""
        return R.call('lathe_canon_is_self_blob', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr')], [self, ce])

    def canon_collect_temp_blobs(self, ce):
        """collectTempBlobs: the temp blobs in it: fills up to `room`, returns how many."""
        return R.call('lathe_canon_collect_temp_blobs', ('value', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('fill', C.c_uint32)], [self, ce])

    def canon_text(self, ce):
        """As HIR's text has it."""
        return R.call('lathe_canon_text', ('given_text', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr')], [self, ce])

    def blob_op_of(self, blob):
        """What a blob is, or does with its operands."""
        return R.call('lathe_blob_op_of', ('enum', BlobOp), [('handle', 'lathe_hir_function'), ('value', None)], [self, blob])

    def blob_type(self, blob):
        """The type of its value."""
        return R.call('lathe_blob_type', ('value', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, blob])

    def blob_is_temp(self, blob):
        """isTempBlob: whether it is a temp."""
        return R.call('lathe_blob_is_temp', ('bool', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, blob])

    def blob_temp(self, blob):
        """The temp that it is; 0 if it is none."""
        return R.call('lathe_blob_temp', ('value', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, blob])

    def blob_is_constant(self, blob):
        """isConstantIntBlob: whether it is a constant; *value, unless that is NULL, becomes it."""
        return R.call('lathe_blob_is_constant', ('bool', None), [('handle', 'lathe_hir_function'), ('value', None), ('out', C.c_int64)], [self, blob])

    def blob_operand_count(self, blob):
        """How many operands it has."""
        return R.call('lathe_blob_operand_count', ('value', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, blob])

    def blob_operand(self, blob, index):
        """One of them."""
        return R.call('lathe_blob_operand', ('value', None), [('handle', 'lathe_hir_function'), ('value', None), ('value', None)], [self, blob, index])

    def blob_level(self, blob, region):
        """The deepest level at which a temp in it is assigned in the region."""
        return R.call('lathe_blob_level', ('value', None), [('handle', 'lathe_hir_function'), ('value', None), ('handle', 'lathe_hl_node')], [self, blob, region])

    def blob_text(self, blob):
        """As HIR's text has it."""
        return R.call('lathe_blob_text', ('given_text', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, blob])

    def temp_find(self, name):
        """The temp with that name, such as "%sum" or "@table"."""
        return R.call('lathe_temp_find', ('value', None), [('handle', 'lathe_hir_function'), ('text', None)], [self, name])

    def temp_name(self, temp):
        """Its name."""
        return R.call('lathe_temp_name', ('text', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, temp])

    def temp_type(self, temp):
        """The type of its value."""
        return R.call('lathe_temp_type', ('value', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, temp])

    def temp_symbase(self, temp):
        """Its symbase."""
        return R.call('lathe_temp_symbase', ('value', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, temp])

    def temp_level(self, temp):
        """The deepest level at which it is assigned; 0 if it never is."""
        return R.call('lathe_temp_level', ('value', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, temp])

    def temp_llvm(self, temp):
        """The value of LLVM IR that it is, or the first of several; NULL from text."""
        return R.call('lathe_temp_llvm', ('value', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, temp])

    def temp_create(self, name, type):
        """A new temp with a symbase of its own, by a name that starts with %; it gets a number if the name
        is taken."""
        return R.call('lathe_temp_create', ('value', None), [('handle', 'lathe_hir_function'), ('text', None), ('value', None)], [self, name, type])

    def blob_create_temp(self, temp):
        """createTempBlob: the temp as a blob."""
        return R.call('lathe_blob_create_temp', ('value', None), [('handle', 'lathe_hir_function'), ('value', None)], [self, temp])

    def blob_create_constant(self, type, value):
        """createConstantBlob: a whole number."""
        return R.call('lathe_blob_create_constant', ('value', None), [('handle', 'lathe_hir_function'), ('value', None), ('value', None)], [self, type, value])

    def blob_create(self, op, type, operands):
        """createAddBlob, createMulBlob, createUDivBlob, createCastBlob and the others: an operation on
        blobs, folded if it can be."""
        return R.call('lathe_blob_create', ('value', None), [('handle', 'lathe_hir_function'), ('enum', BlobOp), ('value', None), ('array', (C.c_uint32, True))], [self, op, type, operands])

    def canon_create(self, type):
        """createCanonExpr: 0, of an integer or pointer type."""
        return R.call('lathe_canon_create', ('borrowed', 'lathe_canon_expr'), [('handle', 'lathe_hir_function'), ('value', None)], [self, type])

    def canon_create_ext(self, source, dest, cast):
        """createExtCanonExpr: 0, computed in one type and cast to another."""
        return R.call('lathe_canon_create_ext', ('borrowed', 'lathe_canon_expr'), [('handle', 'lathe_hir_function'), ('value', None), ('value', None), ('enum', CanonCast)], [self, source, dest, cast])

    def canon_clone(self, ce):
        """clone: a copy that belongs to no reference."""
        return R.call('lathe_canon_clone', ('borrowed', 'lathe_canon_expr'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr')], [self, ce])

    def canon_add_iv(self, ce, level, coefficient, blob):
        """addIV: adds coefficient * blob * the induction variable of a level; blob 0 is 1. False, and
        nothing is changed, if the sum cannot be written."""
        return R.call('lathe_canon_add_iv', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('value', None), ('value', None), ('value', None)], [self, ce, level, coefficient, blob])

    def canon_add_blob(self, ce, coefficient, blob):
        """addBlob: adds coefficient * blob, in the same way."""
        return R.call('lathe_canon_add_blob', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('value', None), ('value', None)], [self, ce, coefficient, blob])

    def canon_add_constant(self, ce, value):
        """addConstant: adds a number, in the same way."""
        return R.call('lathe_canon_add_constant', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('value', None)], [self, ce, value])

    def canon_add(self, ce, other):
        """add: adds another expression, in the same way; see lathe_canon_mergeable."""
        return R.call('lathe_canon_add', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('handle', 'lathe_canon_expr')], [self, ce, other])

    def canon_negate(self, ce):
        """negate: the whole times -1, in the same way."""
        return R.call('lathe_canon_negate', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr')], [self, ce])

    def canon_multiply(self, ce, factor):
        """multiplyByConstant: the whole times a number, in the same way."""
        return R.call('lathe_canon_multiply', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('value', None)], [self, ce, factor])

    def canon_multiply_by_blob(self, ce, blob):
        """multiplyByBlob: the whole times a blob, in the same way."""
        return R.call('lathe_canon_multiply_by_blob', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('value', None)], [self, ce, blob])

    def canon_divide(self, ce, by, is_signed):
        """setDenominator: the whole divided by a number above 0, in the same way."""
        return R.call('lathe_canon_divide', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('value', None), ('value', None)], [self, ce, by, is_signed])

    def canon_replace_iv(self, ce, level, with_):
        """replaceIVByCanonExpr: the induction variable of a level becomes an expression, in the same way;
        that has neither a cast nor a denominator."""
        return R.call('lathe_canon_replace_iv', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('value', None), ('handle', 'lathe_canon_expr')], [self, ce, level, with_])

    def canon_update_level(self, ce, region):
        """setDefinedAtLevel, from the temps in it and where the region assigns them."""
        return R.call('lathe_canon_update_level', ('nothing', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr'), ('handle', 'lathe_hl_node')], [self, ce, region])

    def ddref_create_scalar(self, value):
        """createScalarRegDDRef: an expression as an operand; it is taken over."""
        return R.call('lathe_ddref_create_scalar', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr')], [self, value])

    def ddref_create_temp(self, temp):
        """createTempRegDDRef: a temp as an operand, or as what is written."""
        return R.call('lathe_ddref_create_temp', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_hir_function'), ('value', None)], [self, temp])

    def ddref_create_constant(self, constant):
        """createConstDDRef: a constant of LLVM IR as an operand."""
        return R.call('lathe_ddref_create_constant', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_hir_function'), ('value', None)], [self, constant])

    def ddref_create_memory(self, like, base, subscripts, strides, dimensions, type):
        """createMemRef: the memory at base + the sum of subscripts times strides, subscripts[0] of the
        innermost dimension. Its alias class is that of `like`, a reference to memory: it must not lead
        to what references of other classes access. Nothing is promised about its address."""
        return R.call('lathe_ddref_create_memory', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref'), ('handle', 'lathe_canon_expr'), ('array', (C.POINTER(lathe_canon_expr), False)), ('array', (C.c_int64, False)), ('value', None), ('value', None)], [self, like, base, subscripts, strides, dimensions, type])

    def ddref_clone(self, ref):
        """clone: a copy in no node."""
        return R.call('lathe_ddref_clone', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref')], [self, ref])

    def ddref_set_subscript(self, ref, dimension, ce):
        """setCanonExpr: another subscript for a dimension; of a scalar, another value. What the IR promised
        about the address does not hold any more."""
        return R.call('lathe_ddref_set_subscript', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_reg_ddref'), ('value', None), ('handle', 'lathe_canon_expr')], [self, ref, dimension, ce])

    def hl_create_inst(self, opcode, lval, operands):
        """createHLInst: an operation. `lval` is what is written, a temp, or NULL; opcode 0 assigns the only
        operand, a store has memory as its lval, a load memory as its operand. Binary operations, casts,
        fneg, freeze and select can be made."""
        return R.call('lathe_hl_create_inst', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('value', None), ('handle', 'lathe_reg_ddref'), ('array', (C.POINTER(lathe_reg_ddref), True))], [self, opcode, lval, operands])

    def hl_create_cmp(self, predicate, lval, left, right):
        """createCmp: the same for a comparison of integers."""
        return R.call('lathe_hl_create_cmp', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('value', None), ('handle', 'lathe_reg_ddref'), ('handle', 'lathe_reg_ddref'), ('handle', 'lathe_reg_ddref')], [self, predicate, lval, left, right])

    def hl_create_if(self, predicate, left, right):
        """createHLIf: a comparison of integers, with nothing in it yet."""
        return R.call('lathe_hl_create_if', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('value', None), ('handle', 'lathe_reg_ddref'), ('handle', 'lathe_reg_ddref')], [self, predicate, left, right])

    def hl_create_loop(self, upper):
        """createHLLoop: runs its body for the numbers from 0 to `upper`, which is taken over and must not
        be -1 when it is entered, with nothing in it yet."""
        return R.call('lathe_hl_create_loop', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_canon_expr')], [self, upper])

    def hl_create_label(self, name):
        """createHLLabel: a target for gotos of its region."""
        return R.call('lathe_hl_create_label', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('text', None)], [self, name])

    def hl_create_goto(self, label):
        """createHLGoto: a jump to a label of its region."""
        return R.call('lathe_hl_create_goto', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node')], [self, label])

    def hl_clone(self, node):
        """clone: a copy of a node and all that is in it, in no list; not of a region."""
        return R.call('lathe_hl_clone', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node')], [self, node])

    def hl_insert_before(self, place, node):
        """insertBefore: puts a node that is in no list before one that is."""
        return R.call('lathe_hl_insert_before', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node')], [self, place, node])

    def hl_insert_after(self, place, node):
        """insertAfter: puts it after one that is."""
        return R.call('lathe_hl_insert_after', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node')], [self, place, node])

    def hl_append(self, parent, list, node):
        """insertAsLastChild: puts it at the end of a list of a node."""
        return R.call('lathe_hl_append', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node'), ('value', None), ('handle', 'lathe_hl_node')], [self, parent, list, node])

    def hl_remove(self, node):
        """remove: takes a node out of its list, with all that is in it; it may be put elsewhere."""
        return R.call('lathe_hl_remove', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node')], [self, node])

    def hl_replace(self, node, with_):
        """replace: takes a node out of its list, and puts another one, that is in none, there."""
        return R.call('lathe_hl_replace', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node')], [self, node, with_])

    def hl_set_ref(self, node, index, ref):
        """replaceOperandDDRef: another reference, that is in no node, as an operand of a node."""
        return R.call('lathe_hl_set_ref', ('bool', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node'), ('value', None), ('handle', 'lathe_reg_ddref')], [self, node, index, ref])

    def update(self, region):
        """Brings levels, references and numbers of a region up to date, notes that it has changed, and
        verifies it. LATHE_BAD_INPUT, with a message that says what is wrong, if it is not HIR; then it
        is not lowered either."""
        return R.call('lathe_hir_update', ('status', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node')], [self, region])

    def verify(self):
        """Whether the function's HIR keeps what it promises; the message says what does not."""
        return R.call('lathe_hir_verify', ('bool', None), [('handle', 'lathe_hir_function')], [self])

    def lower_refusal(self, region):
        """Why the region cannot be lowered: an id of docs/reasons.md; NULL if it can."""
        return R.call('lathe_hir_lower_refusal', ('text', None), [('handle', 'lathe_hir_function'), ('handle', 'lathe_hl_node')], [self, region])

    def lower(self):
        """Makes code of the regions that have changed, in place of that they were built from, and verifies
        the function; *count, unless that is NULL, becomes how many. A region that cannot be lowered
        stays as it is. Afterwards the HIR can be read, but neither changed nor lowered again. If it
        fails, the module is not to be used: run it on a copy, or in a pass of a pipeline, which does
        that."""
        return R.call('lathe_hir_lower', ('status', None), [('handle', 'lathe_hir_function'), ('out', C.c_size_t)], [self])


class HlNode(R.Handle):
    """HLNode: region, loop, if, …"""
    _kind, _free = 'lathe_hl_node', None

    def kind_of(self):
        """What a node is."""
        return R.call('lathe_hl_kind_of', ('enum', HlKind), [('handle', 'lathe_hl_node')], [self])

    def number(self):
        """The number that text and JSON show it by; it stays when the node moves."""
        return R.call('lathe_hl_number', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def parent(self):
        """The node whose list it is in; NULL of a region, and of what is in no list."""
        return R.call('lathe_hl_parent', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node')], [self])

    def next(self):
        """The next one in its list."""
        return R.call('lathe_hl_next', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node')], [self])

    def prev(self):
        """The one before it in its list."""
        return R.call('lathe_hl_prev', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node')], [self])

    def next_in(self, top):
        """The node after this one in lexical order, what is in it first; NULL after the last in `top`."""
        return R.call('lathe_hl_next_in', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node')], [self, top])

    def parent_loop(self):
        """getParentLoop: the innermost loop around it."""
        return R.call('lathe_hl_parent_loop', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node')], [self])

    def parent_region(self):
        """getParentRegion: the region that it is in."""
        return R.call('lathe_hl_parent_region', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node')], [self])

    def nesting_level(self):
        """getNestingLevel: of a loop, that of its own induction variable; of another node, that of the
        innermost loop around it."""
        return R.call('lathe_hl_nesting_level', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def is_before(self, other):
        """Whether it comes before the other one in lexical order; both are in one region."""
        return R.call('lathe_hl_is_before', ('bool', None), [('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node')], [self, other])

    def is_in(self, top):
        """Whether it is the other one, or in it."""
        return R.call('lathe_hl_is_in', ('bool', None), [('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node')], [self, top])

    def source(self):
        """Its position in the source: *line is 0 and *file NULL if that is not known. Each may be NULL."""
        return R.call('lathe_hl_source', ('nothing', None), [('handle', 'lathe_hl_node'), ('out_text', None), ('out', C.c_uint), ('out', C.c_uint)], [self])

    def list_count(self):
        """Lists of nodes: the body of a region or loop; then and else of an if; the cases of a switch, and
        its default last. 0 of others."""
        return R.call('lathe_hl_list_count', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def first(self, list):
        """The first node of such a list; NULL if it is empty."""
        return R.call('lathe_hl_first', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node'), ('value', None)], [self, list])

    def last(self, list):
        """The last node of such a list."""
        return R.call('lathe_hl_last', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node'), ('value', None)], [self, list])

    def region_entry(self):
        """The name of the first block of the nest in LLVM IR."""
        return R.call('lathe_hl_region_entry', ('text', None), [('handle', 'lathe_hl_node')], [self])

    def region_exit(self):
        """The name of the block that runs after it; "" if none does."""
        return R.call('lathe_hl_region_exit', ('text', None), [('handle', 'lathe_hl_node')], [self])

    def region_live_in(self):
        """Temps that are read in it before it writes them: fills up to `room`, returns how many."""
        return R.call('lathe_hl_region_live_in', ('value', None), [('handle', 'lathe_hl_node'), ('fill', C.c_uint32)], [self])

    def region_live_out(self):
        """Temps that are read after it: fills up to `room`, returns how many."""
        return R.call('lathe_hl_region_live_out', ('value', None), [('handle', 'lathe_hl_node'), ('fill', C.c_uint32)], [self])

    def region_depth(self):
        """The deepest nesting level in it."""
        return R.call('lathe_hl_region_depth', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def region_changed(self):
        """Whether it differs from the code it was built from."""
        return R.call('lathe_hl_region_changed', ('bool', None), [('handle', 'lathe_hl_node')], [self])

    def loop_kind_of(self):
        """Whether it is a DO loop, one with more exits, or a WHILE."""
        return R.call('lathe_hl_loop_kind_of', ('enum', HlLoopKind), [('handle', 'lathe_hl_node')], [self])

    def loop_upper(self):
        """The number of the last iteration, counted from 0; NULL of a WHILE. The lower bound is 0 and the
        step 1."""
        return R.call('lathe_hl_loop_upper', ('borrowed', 'lathe_canon_expr'), [('handle', 'lathe_hl_node')], [self])

    def loop_iv_type(self):
        """The type of its induction variable."""
        return R.call('lathe_hl_loop_iv_type', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def loop_is_innermost(self):
        """Whether no loop is in it."""
        return R.call('lathe_hl_loop_is_innermost', ('bool', None), [('handle', 'lathe_hl_node')], [self])

    def loop_is_exact(self):
        """Whether the sum in its bound, as a signed number, neither wraps nor is negative when it is
        entered."""
        return R.call('lathe_hl_loop_is_exact', ('bool', None), [('handle', 'lathe_hl_node')], [self])

    def loop_refusal(self):
        """Why it is not a DO loop: an id of docs/reasons.md; NULL if it is one."""
        return R.call('lathe_hl_loop_refusal', ('text', None), [('handle', 'lathe_hl_node')], [self])

    def compares_reals(self):
        """Whether an if, comparison or select compares floating-point numbers."""
        return R.call('lathe_hl_compares_reals', ('bool', None), [('handle', 'lathe_hl_node')], [self])

    def predicate(self):
        """The comparison of an if, icmp or select of integers; references are its sides."""
        return R.call('lathe_hl_predicate', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def real_predicate(self):
        """The same of floating-point numbers."""
        return R.call('lathe_hl_real_predicate', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def switch_case_count(self):
        """How many cases a switch has; the default does not count."""
        return R.call('lathe_hl_switch_case_count', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def switch_case_value(self, index):
        """The number that a case is for."""
        return R.call('lathe_hl_switch_case_value', ('value', None), [('handle', 'lathe_hl_node'), ('value', None)], [self, index])

    def label_name(self):
        """The name of a label, or of a goto's target."""
        return R.call('lathe_hl_label_name', ('text', None), [('handle', 'lathe_hl_node')], [self])

    def goto_target(self):
        """The label that a goto leads to; NULL if it leaves the region."""
        return R.call('lathe_hl_goto_target', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_hl_node')], [self])

    def opcode(self):
        """What an instruction does; 0 if it assigns a temp or a closed form."""
        return R.call('lathe_hl_opcode', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def callee(self):
        """The name of the function that a call calls; NULL if it is not known."""
        return R.call('lathe_hl_callee', ('text', None), [('handle', 'lathe_hl_node')], [self])

    def llvm(self):
        """The instruction of LLVM IR that it was; NULL of copies, and from text."""
        return R.call('lathe_hl_llvm', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def has_lval(self):
        """Whether the first reference is written."""
        return R.call('lathe_hl_has_lval', ('bool', None), [('handle', 'lathe_hl_node')], [self])

    def ref_count(self):
        """The references of a loop (its bound), if, switch or instruction."""
        return R.call('lathe_hl_ref_count', ('value', None), [('handle', 'lathe_hl_node')], [self])

    def ref(self, index):
        """One of them; what is written comes first."""
        return R.call('lathe_hl_ref', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_hl_node'), ('value', None)], [self, index])

    def lval(self):
        """getLvalDDRef: the one that is written; NULL if none is."""
        return R.call('lathe_hl_lval', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_hl_node')], [self])


class RegDdref(R.Handle):
    """RegDDRef: an operand of a node"""
    _kind, _free = 'lathe_reg_ddref', None

    def kind_of(self):
        """Whether it is a scalar, memory, or an address."""
        return R.call('lathe_ddref_kind_of', ('enum', DdrefKind), [('handle', 'lathe_reg_ddref')], [self])

    def node(self):
        """getHLDDNode: the node whose operand it is."""
        return R.call('lathe_ddref_node', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_reg_ddref')], [self])

    def symbase(self):
        """getSymbase: its alias set; 0 of constants."""
        return R.call('lathe_ddref_symbase', ('value', None), [('handle', 'lathe_reg_ddref')], [self])

    def is_lval(self):
        """isLval: whether it is written."""
        return R.call('lathe_ddref_is_lval', ('bool', None), [('handle', 'lathe_reg_ddref')], [self])

    def is_volatile(self):
        """Whether the access is volatile."""
        return R.call('lathe_ddref_is_volatile', ('bool', None), [('handle', 'lathe_reg_ddref')], [self])

    def is_atomic(self):
        """Whether the access is atomic."""
        return R.call('lathe_ddref_is_atomic', ('bool', None), [('handle', 'lathe_reg_ddref')], [self])

    def type(self):
        """The type of what is read or written."""
        return R.call('lathe_ddref_type', ('value', None), [('handle', 'lathe_reg_ddref')], [self])

    def base(self):
        """getBaseCE: of memory and addresses; NULL of a scalar."""
        return R.call('lathe_ddref_base', ('borrowed', 'lathe_canon_expr'), [('handle', 'lathe_reg_ddref')], [self])

    def dimension_count(self):
        """getNumDimensions: how many subscripts it has; of a scalar 1."""
        return R.call('lathe_ddref_dimension_count', ('value', None), [('handle', 'lathe_reg_ddref')], [self])

    def subscript(self, dimension):
        """getDimensionIndex: the subscript of a dimension; of a scalar, in dimension 1, its value."""
        return R.call('lathe_ddref_subscript', ('borrowed', 'lathe_canon_expr'), [('handle', 'lathe_reg_ddref'), ('value', None)], [self, dimension])

    def dimension_stride(self, dimension):
        """getDimensionStride: bytes from one to the next, as a blob."""
        return R.call('lathe_ddref_dimension_stride', ('value', None), [('handle', 'lathe_reg_ddref'), ('value', None)], [self, dimension])

    def dimension_size(self, dimension):
        """How many there are in a dimension; 0 if that is not known."""
        return R.call('lathe_ddref_dimension_size', ('value', None), [('handle', 'lathe_reg_ddref'), ('value', None)], [self, dimension])

    def is_in_bounds(self):
        """Whether each subscript stays in its dimension, as the IR says."""
        return R.call('lathe_ddref_is_in_bounds', ('bool', None), [('handle', 'lathe_reg_ddref')], [self])

    def is_invariant_at_level(self, level):
        """Whether the location does not change with the loop at that level."""
        return R.call('lathe_ddref_is_invariant_at_level', ('bool', None), [('handle', 'lathe_reg_ddref'), ('value', None)], [self, level])

    def llvm(self):
        """The load, store or operand of LLVM IR that it was; NULL if there is none."""
        return R.call('lathe_ddref_llvm', ('value', None), [('handle', 'lathe_reg_ddref')], [self])

    def blob_count(self):
        """How many different temps are in its expressions."""
        return R.call('lathe_ddref_blob_count', ('value', None), [('handle', 'lathe_reg_ddref')], [self])

    def blob_get(self, index):
        """One of them."""
        return R.call('lathe_ddref_blob_get', ('borrowed', 'lathe_blob_ddref'), [('handle', 'lathe_reg_ddref'), ('value', None)], [self, index])

    def find_blob_level(self, blob):
        """findBlobLevel: the level of a temp blob in a reference; 0 if it is not in it."""
        return R.call('lathe_ddref_find_blob_level', ('value', None), [('handle', 'lathe_reg_ddref'), ('value', None)], [self, blob])


class BlobDdref(R.Handle):
    """BlobDDRef: a temp inside of a RegDDRef"""
    _kind, _free = 'lathe_blob_ddref', None

    def blob(self):
        """The temp blob that it stands for."""
        return R.call('lathe_blob_ddref_blob', ('value', None), [('handle', 'lathe_blob_ddref')], [self])

    def symbase(self):
        """The symbase of its temp."""
        return R.call('lathe_blob_ddref_symbase', ('value', None), [('handle', 'lathe_blob_ddref')], [self])

    def level(self):
        """getDefinedAtLevel: the level at which its temp is assigned."""
        return R.call('lathe_blob_ddref_level', ('value', None), [('handle', 'lathe_blob_ddref')], [self])

    def parent(self):
        """getParentDDRef: the reference that it is in."""
        return R.call('lathe_blob_ddref_parent', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_blob_ddref')], [self])


class CanonExpr(R.Handle):
    """CanonExpr: a closed form"""
    _kind, _free = 'lathe_canon_expr', None

    def src_type(self):
        """getSrcType: the type that the sum is computed in."""
        return R.call('lathe_canon_src_type', ('value', None), [('handle', 'lathe_canon_expr')], [self])

    def dest_type(self):
        """getDestType: the type that the whole is cast to."""
        return R.call('lathe_canon_dest_type', ('value', None), [('handle', 'lathe_canon_expr')], [self])

    def cast_of(self):
        """The cast between the two."""
        return R.call('lathe_canon_cast_of', ('enum', CanonCast), [('handle', 'lathe_canon_expr')], [self])

    def has_iv(self, level):
        """hasIV: whether the induction variable of that level is in it."""
        return R.call('lathe_canon_has_iv', ('bool', None), [('handle', 'lathe_canon_expr'), ('value', None)], [self, level])

    def iv_coefficient(self, level):
        """getIVConstCoeff: what the induction variable is multiplied by; 0 if it is not in it."""
        return R.call('lathe_canon_iv_coefficient', ('value', None), [('handle', 'lathe_canon_expr'), ('value', None)], [self, level])

    def iv_blob(self, level):
        """getIVBlobCoeff: the blob that it is multiplied by, too; 0 for none."""
        return R.call('lathe_canon_iv_blob', ('value', None), [('handle', 'lathe_canon_expr'), ('value', None)], [self, level])

    def blob_count(self):
        """numBlobs: how many terms are blobs."""
        return R.call('lathe_canon_blob_count', ('value', None), [('handle', 'lathe_canon_expr')], [self])

    def blob_at(self, index):
        """One of these blobs."""
        return R.call('lathe_canon_blob_at', ('value', None), [('handle', 'lathe_canon_expr'), ('value', None)], [self, index])

    def blob_coefficient(self, index):
        """getBlobCoeff: what it is multiplied by."""
        return R.call('lathe_canon_blob_coefficient', ('value', None), [('handle', 'lathe_canon_expr'), ('value', None)], [self, index])

    def constant(self):
        """getConstant: the constant term."""
        return R.call('lathe_canon_constant', ('value', None), [('handle', 'lathe_canon_expr')], [self])

    def denominator(self):
        """getDenominator: 1 if the sum is not divided."""
        return R.call('lathe_canon_denominator', ('value', None), [('handle', 'lathe_canon_expr')], [self])

    def is_signed_division(self):
        """isSignedDiv: whether the division is signed."""
        return R.call('lathe_canon_is_signed_division', ('bool', None), [('handle', 'lathe_canon_expr')], [self])

    def is_exact(self):
        """Whether the sum, as a signed number, does not wrap whenever it is computed."""
        return R.call('lathe_canon_is_exact', ('bool', None), [('handle', 'lathe_canon_expr')], [self])

    def is_constant(self):
        """isIntConstant: whether it is one constant; *value, unless that is NULL, becomes it."""
        return R.call('lathe_canon_is_constant', ('bool', None), [('handle', 'lathe_canon_expr'), ('out', C.c_int64)], [self])

    def defined_at_level(self):
        """getDefinedAtLevel: the deepest level at which a temp in it is assigned."""
        return R.call('lathe_canon_defined_at_level', ('value', None), [('handle', 'lathe_canon_expr')], [self])

    def is_linear_at_level(self, level):
        """isLinearAtLevel: whether it is defined further out than the level at which it is used."""
        return R.call('lathe_canon_is_linear_at_level', ('bool', None), [('handle', 'lathe_canon_expr'), ('value', None)], [self, level])

    def is_invariant_at_level(self, level):
        """isInvariantAtLevel: whether it has no induction variable of that level, and nothing in it is
        assigned there or deeper."""
        return R.call('lathe_canon_is_invariant_at_level', ('bool', None), [('handle', 'lathe_canon_expr'), ('value', None)], [self, level])

    def mergeable(self, b):
        """mergeable: whether the types of both allow a sum."""
        return R.call('lathe_canon_mergeable', ('bool', None), [('handle', 'lathe_canon_expr'), ('handle', 'lathe_canon_expr')], [self, b])

    def equal(self, b):
        """areEqual: whether they are the same expression."""
        return R.call('lathe_canon_equal', ('bool', None), [('handle', 'lathe_canon_expr'), ('handle', 'lathe_canon_expr')], [self, b])


class Ddg(R.Handle):
    """the dependences of one region"""
    _kind, _free = 'lathe_ddg', None

    def function(self):
        """The HIR that it is about."""
        return R.call('lathe_ddg_function', ('borrowed', 'lathe_hir_function'), [('handle', 'lathe_ddg')], [self])

    def region(self):
        """The region that it is about."""
        return R.call('lathe_ddg_region', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_ddg')], [self])

    def is_complete(self):
        """Whether it has all edges: false if there were too many pairs."""
        return R.call('lathe_ddg_is_complete', ('bool', None), [('handle', 'lathe_ddg')], [self])

    def update(self):
        """Builds it again, after the region was changed by hand and lathe_hir_update."""
        return R.call('lathe_ddg_update', ('status', None), [('handle', 'lathe_ddg')], [self])

    def vertex_count(self):
        """How many vertices it has; they are numbered in lexical order, what a node reads before what it
        writes."""
        return R.call('lathe_ddg_vertex_count', ('value', None), [('handle', 'lathe_ddg')], [self])

    def find(self, ref):
        """The vertex of a reference; LATHE_DDG_NONE if it is not data: a constant, a closed form."""
        return R.call('lathe_ddg_find', ('value', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_reg_ddref')], [self, ref])

    def find_blob(self, blob):
        """The vertex of a temp in a reference."""
        return R.call('lathe_ddg_find_blob', ('value', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_blob_ddref')], [self, blob])

    def vertex_ref(self, vertex):
        """The reference that a vertex is, or is in; NULL of an effect."""
        return R.call('lathe_ddg_vertex_ref', ('borrowed', 'lathe_reg_ddref'), [('handle', 'lathe_ddg'), ('value', None)], [self, vertex])

    def vertex_blob(self, vertex):
        """The temp in it that a vertex is; NULL if it is the reference itself."""
        return R.call('lathe_ddg_vertex_blob', ('borrowed', 'lathe_blob_ddref'), [('handle', 'lathe_ddg'), ('value', None)], [self, vertex])

    def vertex_node(self, vertex):
        """getHLDDNode: the node that a vertex belongs to."""
        return R.call('lathe_ddg_vertex_node', ('borrowed', 'lathe_hl_node'), [('handle', 'lathe_ddg'), ('value', None)], [self, vertex])

    def next_out(self, vertex, edge):
        """outgoing_edges: the edge after this one that leads away from the vertex; NULL starts, and ends."""
        return R.call('lathe_ddg_next_out', ('borrowed', 'lathe_ddg_edge'), [('handle', 'lathe_ddg'), ('value', None), ('handle', 'lathe_ddg_edge')], [self, vertex, edge])

    def next_in(self, vertex, edge):
        """incoming_edges: the same of edges that lead to it."""
        return R.call('lathe_ddg_next_in', ('borrowed', 'lathe_ddg_edge'), [('handle', 'lathe_ddg'), ('value', None), ('handle', 'lathe_ddg_edge')], [self, vertex, edge])

    def edge_text(self, edge):
        """As `lathe hir --deps` shows it."""
        return R.call('lathe_ddg_edge_text', ('given_text', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_ddg_edge')], [self, edge])

    def refine(self, first, second, max_operations):
        """refineDV: tests two vertices that are memory anew, with isl and so many of its operations for a
        question (0: the default), and replaces their edges by what is found. *edges, unless that is
        NULL, becomes how many are left between them."""
        return R.call('lathe_ddg_refine', ('status', None), [('handle', 'lathe_ddg'), ('value', None), ('value', None), ('value', None), ('out', C.c_size_t)], [self, first, second, max_operations])

    def ask(self, question, loop, other):
        """As lathe_deps_ask, of handles; `other` may be NULL where the question is about one loop. answer's
        edge is the number of one that lathe_deps_edge_get knows. False, and LATHE_USAGE, if a handle is
        not a loop of the graph's region."""
        return R.call('lathe_ddg_ask', ('bool', None), [('handle', 'lathe_ddg'), ('enum', DepsQuestion), ('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, question, loop, other])

    def hir_interchange(self, outer, inner):
        """Interchanges two loops of which the inner one is all that is in the outer one."""
        return R.call('lathe_hir_interchange', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, outer, inner])

    def hir_reverse(self, loop):
        """The last iteration comes first."""
        return R.call('lathe_hir_reverse', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])

    def hir_fuse(self, first, second):
        """A loop and the one right after it become one, the first."""
        return R.call('lathe_hir_fuse', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, first, second])

    def hir_distribute(self, loop):
        """As many loops as dependences allow, each with some of what was in it."""
        return R.call('lathe_hir_distribute', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])

    def hir_strip_mine(self, loop, size):
        """Strip-mines a loop: it runs over so many iterations at a time, in a new loop around it."""
        return R.call('lathe_hir_strip_mine', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('value', None), ('result', lathe_deps_answer)], [self, loop, size])

    def hir_tile(self, outer, inner, sizes):
        """The loops of a perfect nest from outer to inner in blocks of these sizes, from the outside in; 0
        or 1: that loop is not blocked."""
        return R.call('lathe_hir_tile', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('handle', 'lathe_hl_node'), ('array', (C.c_uint, True)), ('result', lathe_deps_answer)], [self, outer, inner, sizes])

    def hir_unroll_jam(self, loop, factor):
        """So many iterations at once, jammed in the loops that are in it."""
        return R.call('lathe_hir_unroll_jam', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('value', None), ('result', lathe_deps_answer)], [self, loop, factor])

    def hir_hoist_if(self, loop):
        """An invariant if that is all that is in the loop gets around it."""
        return R.call('lathe_hir_hoist_if', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])

    def hir_drop_if(self, loop):
        """An if in the loop that always decides the same gives way to what it leads to."""
        return R.call('lathe_hir_drop_if', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])

    def hir_sink(self, loop):
        """What is computed right before the loop, only for what is in it, is computed in it."""
        return R.call('lathe_hir_sink', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])

    def hir_reduce_in_memory(self, loop):
        """A reduction in a temp becomes one in the memory that it is stored to."""
        return R.call('lathe_hir_reduce_in_memory', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])

    def hir_licm(self, loop):
        """Loop-invariant memory locations are in temps while the loop runs."""
        return R.call('lathe_hir_licm', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])

    def hir_scalar_replace(self, loop):
        """What iterations of an innermost loop access again is in temps."""
        return R.call('lathe_hir_scalar_replace', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])

    def hir_version(self, loop):
        """The outermost loop is in an if that checks what its dependences are only assumed for."""
        return R.call('lathe_hir_version', ('bool', None), [('handle', 'lathe_ddg'), ('handle', 'lathe_hl_node'), ('result', lathe_deps_answer)], [self, loop])


class DdgEdge(R.Handle):
    """lives until the graph is updated or refined"""
    _kind, _free = 'lathe_ddg_edge', None

    def source(self):
        """getSrc: the vertex that it leads away from."""
        return R.call('lathe_ddg_edge_source', ('value', None), [('handle', 'lathe_ddg_edge')], [self])

    def sink(self):
        """getSink: the vertex that it leads to."""
        return R.call('lathe_ddg_edge_sink', ('value', None), [('handle', 'lathe_ddg_edge')], [self])

    def kind(self):
        """getEdgeType: flow, anti, output or input."""
        return R.call('lathe_ddg_edge_kind', ('enum', DepsKind), [('handle', 'lathe_ddg_edge')], [self])

    def level(self):
        """The level of the loop that carries it; 0: it is within one iteration of all loops around both."""
        return R.call('lathe_ddg_edge_level', ('value', None), [('handle', 'lathe_ddg_edge')], [self])

    def levels(self):
        """How many loops are around both of its ends."""
        return R.call('lathe_ddg_edge_levels', ('value', None), [('handle', 'lathe_ddg_edge')], [self])

    def direction(self, level):
        """getDirAtLevel: a set of LATHE_DEPS_LESS, _EQUAL and _GREATER; 0 beyond the last level."""
        return R.call('lathe_ddg_edge_direction', ('value', None), [('handle', 'lathe_ddg_edge'), ('value', None)], [self, level])

    def distance(self, level):
        """getDistAtLevel: true if the distance at that level is always the same: *distance is it."""
        return R.call('lathe_ddg_edge_distance', ('bool', None), [('handle', 'lathe_ddg_edge'), ('value', None), ('out', C.c_int64)], [self, level])

    def reason(self):
        """Why it is assumed: an id of docs/reasons.md; NULL: it is proved."""
        return R.call('lathe_ddg_edge_reason', ('text', None), [('handle', 'lathe_ddg_edge')], [self])


class Transform(R.Handle):
    """One run of a transform: what hooks are given."""
    _kind, _free = 'lathe_transform', None

    def step_of(self):
        """Where the run is, for hooks and for functions that they share."""
        return R.call('lathe_transform_step_of', ('enum', TransformStep), [('handle', 'lathe_transform')], [self])

    def is_rehearsal(self):
        """Whether types made now serve to plan, and are thrown away."""
        return R.call('lathe_transform_is_rehearsal', ('bool', None), [('handle', 'lathe_transform')], [self])

    def module(self):
        """The module being transformed. In a run on a copy this is the copy."""
        return R.call('lathe_transform_module', ('borrowed', 'lathe_module'), [('handle', 'lathe_transform')], [self])

    def analysis(self):
        """The analysis, of the program as it was before the transform. What it says of instructions holds
        until after_edits."""
        return R.call('lathe_transform_analysis', ('borrowed', 'lathe_dtrans'), [('handle', 'lathe_transform')], [self])

    def fail(self, message):
        """Fails the run: the module becomes what it was. The message is a sentence without a full stop."""
        return R.call('lathe_transform_fail', ('nothing', None), [('handle', 'lathe_transform'), ('text', None)], [self, message])

    def may_change(self, type):
        """Whether the transform may change the type: no condition that forbids `like` holds, the user does
        not keep it, and no earlier round found a use that cannot be rewritten."""
        return R.call('lathe_transform_may_change', ('bool', None), [('handle', 'lathe_transform'), ('value', None)], [self, type])

    def is_field_needed(self, type, field):
        """Whether the field must stay: something needs it that nothing foresaw, or it was pinned."""
        return R.call('lathe_transform_is_field_needed', ('bool', None), [('handle', 'lathe_transform'), ('value', None), ('value', None)], [self, type, field])

    def decide(self, type, list, numbers):
        """Decides that a type changes, with a number for each of its `count` fields; numbers may be NULL:
        just that it changes. Only in `plan`. An order has each field once; padding may be left out, and
        with it fields that are never read and that "delete-fields" may delete. False, with LATHE_USAGE,
        if that does not hold."""
        return R.call('lathe_transform_decide', ('bool', None), [('handle', 'lathe_transform'), ('value', None), ('enum', TransformList), ('array', (C.c_uint32, True))], [self, type, list, numbers])

    def decided(self, type, list, field):
        """The number decided for a field, or a position; LATHE_TRANSFORM_NONE if there is none."""
        return R.call('lathe_transform_decided', ('value', None), [('handle', 'lathe_transform'), ('value', None), ('enum', TransformList), ('value', None)], [self, type, list, field])

    def is_decided(self, type):
        """Whether it was decided that the type changes."""
        return R.call('lathe_transform_is_decided', ('bool', None), [('handle', 'lathe_transform'), ('value', None)], [self, type])

    def replace(self, type, prefix):
        """In prepare_types: an opaque struct that takes the place of the type, under its name with a prefix
        (NULL: the hooks'). NULL on failure."""
        return R.call('lathe_transform_replace', ('value', None), [('handle', 'lathe_transform'), ('value', None), ('text', None)], [self, type, prefix])

    def add_type_mapping(self, from_, to):
        """In prepare_types: the same with an opaque struct of the transform's own, of the module's LLVM
        context (addTypeMapping). `from` is a struct that the analysis lists and that may change."""
        return R.call('lathe_transform_add_type_mapping', ('bool', None), [('handle', 'lathe_transform'), ('value', None), ('value', None)], [self, from_, to])

    def type_name(self, prefix, type):
        """A name for such a struct: "" in a rehearsal, so that names stay free for what is made for good.
        Valid until the next call."""
        return R.call('lathe_transform_type_name', ('text', None), [('handle', 'lathe_transform'), ('text', None), ('value', None)], [self, prefix, type])

    def remap_type(self, type):
        """What any type becomes: structs, arrays of them, function types, structs that hold one by value.
        Pointers have no pointee in LLVM and stay. The type itself if it does not change. Not in `plan`:
        what is looked up there would be mapped before it is prepared."""
        return R.call('lathe_transform_remap_type', ('value', None), [('handle', 'lathe_transform'), ('value', None)], [self, type])

    def map_pointer(self, type, integer):
        """In prepare_types: pointers to the struct become integers of that type, wherever they are kept or
        passed. False if they cannot; lathe_transform_pointer_refusal says why."""
        return R.call('lathe_transform_map_pointer', ('bool', None), [('handle', 'lathe_transform'), ('value', None), ('value', None)], [self, type, integer])

    def pointer_refusal(self, type):
        """In prepare_types: why pointers to the struct cannot become integers, NULL if they can."""
        return R.call('lathe_transform_pointer_refusal', ('text', None), [('handle', 'lathe_transform'), ('value', None)], [self, type])

    def set_body(self, type, order, padding):
        """In populate_types: the body of a new struct: the old fields in an order as lathe_transform_decide
        takes it, NULL for the old one; padding[i] bytes before what is at position i, and padding[count]
        at the end, NULL for none."""
        return R.call('lathe_transform_set_body', ('bool', None), [('handle', 'lathe_transform'), ('value', None), ('array', (C.c_uint32, False)), ('array', (C.c_uint64, True))], [self, type, order, padding])

    def change_count(self):
        """How many structs got a new one in their place, but for those that only hold such a struct."""
        return R.call('lathe_transform_change_count', ('value', None), [('handle', 'lathe_transform')], [self])

    def change_get(self, index):
        """Fills which struct it was, and its successor. False if there is none of that number."""
        return R.call('lathe_transform_change_get', ('bool', None), [('handle', 'lathe_transform'), ('value', None), ('result', lathe_transform_change)], [self, index])

    def new_element(self, type, field):
        """The element of the new struct that a field is; the same if the struct stays, and
        LATHE_TRANSFORM_NONE if the field is deleted."""
        return R.call('lathe_transform_new_element', ('value', None), [('handle', 'lathe_transform'), ('value', None), ('value', None)], [self, type, field])

    def new_size(self, type):
        """The size of an old type under the new layouts."""
        return R.call('lathe_transform_new_size', ('value', None), [('handle', 'lathe_transform'), ('value', None)], [self, type])

    def new_offset(self, type, offset):
        """Where a byte of an object of an old type is in the new one; the end maps to the end. *to is set
        if the byte is kept."""
        return R.call('lathe_transform_new_offset', ('enum', TransformFate), [('handle', 'lathe_transform'), ('value', None), ('value', None), ('out', C.c_uint64)], [self, type, offset])

    def value(self, old):
        """What takes the place of a value: a variable, function or instruction of the old program. NULL if
        nothing does, or nothing yet."""
        return R.call('lathe_transform_value', ('value', None), [('handle', 'lathe_transform'), ('value', None)], [self, old])

    def set_value(self, old, replacement):
        """From step 5 on: wherever `old` is an operand, `replacement` is from now on. Not for constants
        that are plain data."""
        return R.call('lathe_transform_set_value', ('bool', None), [('handle', 'lathe_transform'), ('value', None), ('value', None)], [self, old, replacement])


class PassCall(R.Handle):
    """One run of a pass. Lives as long as the run."""
    _kind, _free = 'lathe_pass_call', None

    def number(self, key, otherwise):
        """The value of a number, or `otherwise` if it was not given."""
        return R.call('lathe_pass_number', ('value', None), [('handle', 'lathe_pass_call'), ('text', None), ('value', None)], [self, key, otherwise])

    def given(self, key):
        """Whether a parameter was given."""
        return R.call('lathe_pass_given', ('bool', None), [('handle', 'lathe_pass_call'), ('text', None)], [self, key])

    def text(self, key):
        """The value of a parameter as it was written, "" of a flag; NULL if it was not given."""
        return R.call('lathe_pass_text', ('text', None), [('handle', 'lathe_pass_call'), ('text', None)], [self, key])

    def choice(self, key, otherwise):
        """Which of a choice's words it is, from 0, or `otherwise` if it was not given."""
        return R.call('lathe_pass_choice', ('value', None), [('handle', 'lathe_pass_call'), ('text', None), ('value', None)], [self, key, otherwise])

    def state(self, size):
        """Memory of the pass's own for this run: zero at first, and the same each time, so that what one
        hook of a transform finds serves another. It is freed when the run ends. All calls of a run give
        one size. NULL without memory, or for another size than at first."""
        return R.call('lathe_pass_state', ('value', None), [('handle', 'lathe_pass_call'), ('value', None)], [self, size])

    def ctx(self):
        """The context of the run."""
        return R.call('lathe_pass_ctx', ('borrowed', 'lathe_ctx'), [('handle', 'lathe_pass_call')], [self])

    def print(self, text):
        """Prints: the text becomes a part of the pipeline's output."""
        return R.call('lathe_pass_print', ('nothing', None), [('handle', 'lathe_pass_call'), ('text', None)], [self, text])

    def remark(self, kind, id, where, message):
        """Tells what was done, or not done and why: id is a word for it, message a sentence without a full
        stop. `where` is the instruction, function or variable that it is about; NULL: the program."""
        return R.call('lathe_pass_remark', ('nothing', None), [('handle', 'lathe_pass_call'), ('enum', RemarkKind), ('text', None), ('value', None), ('text', None)], [self, kind, id, where, message])

    def fail(self, message):
        """Fails the run, and with it the pipeline. The message is a sentence without a full stop."""
        return R.call('lathe_pass_fail', ('nothing', None), [('handle', 'lathe_pass_call'), ('text', None)], [self, message])


def status_exit_code(status):
    """The exit code that the command documents for the status; 70 for what is not a status."""
    return R.call('lathe_status_exit_code', ('value', None), [('enum', Status)], [status])


def status_name(status):
    """A stable lower-case word for the status, as it appears in JSON, such as "gave-up"."""
    return R.call('lathe_status_name', ('text', None), [('enum', Status)], [status])


def version():
    """The version of the library that runs: "0.1.0"."""
    return R.call('lathe_version', ('text', None), [], [])


def dtrans_condition_count():
    """How many safety conditions there are."""
    return R.call('lathe_dtrans_condition_count', ('value', None), [], [])


def dtrans_condition_name(condition):
    """The name of a safety condition, such as "BadCasting"; docs/dtrans-rules.md says what they mean.
    NULL for numbers of none."""
    return R.call('lathe_dtrans_condition_name', ('text', None), [('value', None)], [condition])


def dtrans_transform_count():
    """How many transforms of layouts there are."""
    return R.call('lathe_dtrans_transform_count', ('value', None), [], [])


def dtrans_transform_name(transform):
    """The name of a transform, such as "reorder-fields"; docs/passes.md lists them."""
    return R.call('lathe_dtrans_transform_name', ('text', None), [('value', None)], [transform])


def dtrans_annotated_type(inst):
    """The type that was said of an instruction, and its level; false if none was, or none that can be
    understood."""
    return R.call('lathe_dtrans_annotated_type', ('bool', None), [('value', None), ('out', C.c_void_p), ('out', C.c_uint)], [inst])


def dtrans_is_annotation(value):
    """Whether a value is a mark of any kind; a user's annotate attribute is none."""
    return R.call('lathe_dtrans_is_annotation', ('bool', None), [('value', None)], [value])


def dtrans_is_annotation_of_kind(value, kind):
    """Whether a value is a mark of that kind."""
    return R.call('lathe_dtrans_is_annotation_of_kind', ('bool', None), [('value', None), ('text', None)], [value, kind])


def dtrans_annotation_kind(value):
    """The kind of mark a value is; NULL if it is not a mark, a user's annotate attribute included."""
    return R.call('lathe_dtrans_annotation_kind', ('text', None), [('value', None)], [value])


def dtrans_annotation_text(value):
    """The text of a mark, "" if it has none; NULL if the value is not a mark. Lives as long as the
    module."""
    return R.call('lathe_dtrans_annotation_text', ('text', None), [('value', None)], [value])


def dtrans_annotation_place(value):
    """The file and the line that a mark was made with; NULL and 0 if unknown. False if the value is not
    a mark."""
    return R.call('lathe_dtrans_annotation_place', ('bool', None), [('value', None), ('out_text', None), ('out', C.c_uint)], [value])

__all__ = [n for n in globals() if n[0] != "_" and n not in ("C", "R", "enum")]
