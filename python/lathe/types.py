"""Struct types, as an analysis sees them."""


class Type:
    """A struct type of an analysis."""

    def __init__(self, analysis, index):
        self.analysis, self.index = analysis, index

    def __repr__(self):
        return f"<lathe.Type {self.name}, {self.size} bytes>"

    @property
    def name(self):
        """As in IR: "struct.node"."""
        return self.analysis.type_name(self.index)

    @property
    def size(self):
        """In bytes; 0 if the program does not define the type."""
        return self.analysis.type_size(self.index)

    @property
    def align(self):
        return self.analysis.type_align(self.index)

    @property
    def kept(self):
        """Why the user wants no transform to change it; None if it may change."""
        return self.analysis.type_kept(self.index)

    @property
    def frequency(self):
        """Accesses of its fields that are expected at run time."""
        return self.analysis.type_frequency(self.index)

    @property
    def fields(self):
        """Its fields in order, as named tuples: name, type, offset, size, reads, writes, …"""
        count = self.analysis.field_count(self.index)
        return [self.analysis.field_get(self.index, i) for i in range(count)]

    @property
    def uses(self):
        """The uses that set safety conditions: condition, reason, function, file, line, column."""
        count = self.analysis.use_count(self.index)
        return [self.analysis.use_get(self.index, i) for i in range(count)]

    def is_legal(self, transform):
        """Whether the transform may be applied to it."""
        return self.analysis.is_legal(self.index, transform)

    def blocked_by(self, transform):
        """The names of what blocks the transform; empty if nothing does."""
        return self.analysis.blocked_by(self.index, transform)
