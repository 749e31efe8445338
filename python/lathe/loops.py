"""Loop nests: functions, their regions, the nodes in them, and dependences."""
from . import _bindings

ARROWS = ((_bindings.LATHE_DEPS_LESS, "<"), (_bindings.LATHE_DEPS_EQUAL, "="),
          (_bindings.LATHE_DEPS_GREATER, ">"))


class Snapshot:
    """HIR at one moment: its document and its dependences, each made when it is needed."""

    def __init__(self, hir):
        self.hir, self._document, self._deps = hir, None, None

    @property
    def document(self):
        if self._document is None:
            self._document = self.hir.document
        return self._document

    @property
    def deps(self):
        if self._deps is None:
            self._deps = self.hir.deps()
        return self._deps


class Function:
    """A function with loops."""

    def __init__(self, hir, index, now):
        self.hir, self.index, self.now = hir, index, now

    def __repr__(self):
        return f"<lathe.Function {self.name}>"

    @property
    def name(self):
        return self.hir.function_name(self.index)

    @property
    def handle(self):
        """The function as lathe/hir_tree.h and lathe/hir_edit.h have it: a HirFunction."""
        return self.hir.function_get(self.index)

    @property
    def counts(self):
        """How many loops of which kind it has: loops, regions, do_loops, …"""
        return self.hir.count(self.index)

    @property
    def refusals(self):
        """Why loops are not modelled, or not as ones that run a known number of times."""
        return [self.hir.refusal_get(self.index, i)
                for i in range(self.hir.refusal_count(self.index))]

    @property
    def regions(self):
        """Its loop nests that are modelled."""
        documents = self.now.document["functions"][self.index]["regions"]
        return [Region(self, i, document) for i, document in enumerate(documents)]

    @property
    def loops(self):
        """All modelled loops, an outer one before those inside."""
        for region in self.regions:
            yield from region.loops


class Region:
    """An outermost loop nest."""

    def __init__(self, function, index, document):
        self.function, self.index = function, index
        self.nodes = [Node(self, node) for node in document["nodes"]]
        self._by_number = {node.number: node for node in self.nodes}

    def __repr__(self):
        return f"<lathe.Region {self.index} of {self.function.name}>"

    def node(self, number):
        """The node with that number, as text and dependences show it."""
        return self._by_number[number]

    @property
    def loops(self):
        return (node for node in self.nodes if node.kind == "loop")

    @property
    def edges(self):
        """Its dependences."""
        deps = self.function.now.deps
        count = deps.edge_count(self.function.index, self.index)
        return [Edge(self, deps.edge_get(self.function.index, self.index, i))
                for i in range(count)]


class Node:
    """A node of a nest: the members of its document are attributes (docs/hir-json.md)."""

    def __init__(self, region, document):
        self.region, self.document = region, document

    def __repr__(self):
        return f"<lathe.Node {self.number} {self.kind}: {self.text}>"

    def __getattr__(self, name):
        try:
            return self.__dict__["document"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def handle(self):
        """The node as lathe/hir_tree.h has it: a HlNode."""
        return self.region.function.handle.node_numbered(self.number)

    @property
    def parent(self):
        """The node around it; None of the region itself."""
        number = self.document["parent"]
        return None if number is None else self.region.node(number)

    @property
    def children(self):
        return [n for n in self.region.nodes if n.document["parent"] == self.number]

    @property
    def loop(self):
        """The loop around it; None if there is none."""
        node = self.parent
        while node is not None and node.kind != "loop":
            node = node.parent
        return node

    def ask(self, question, other=None):
        """Whether something may be done with this loop: "parallel", "vectorize", "interchange",
        "tile", "fuse" or "reverse"; the middle ones with another loop. A named tuple with yes, id
        and reason; None if the question cannot be asked."""
        region = self.region
        return region.function.now.deps.ask(region.function.index, region.index, question,
                                            self.number, other.number if other else 0)


class Edge:
    """A dependence between two nodes: the source comes first."""

    def __init__(self, region, record):
        self.kind, self.level, self.reason = record.kind, record.level, record.reason
        self.source, self.sink = region.node(record.source), region.node(record.sink)
        self.scalar = record.scalar
        levels = range(record.levels)
        # The library's arrays live as long as the dependences: they are copied.
        self.directions = ["".join(a for bit, a in ARROWS if record.directions[i] & bit)
                           for i in levels]
        self.distances = [record.distance[i] if record.constant[i] else None for i in levels]

    def __repr__(self):
        return (f"<lathe.Edge {self.kind.name.lower()} {self.source.number} -> "
                f"{self.sink.number} ({' '.join(self.directions)})>")
