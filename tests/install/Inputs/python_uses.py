"""The Python package as its users meet it: errors, ownership, callbacks, options, results."""
import gc
import sys
import threading

import lathe
from lathe import c


def raises(kind, function, *arguments, **more):
    try:
        function(*arguments, **more)
    except kind as failure:
        return failure
    raise AssertionError(f"{function} did not raise {kind}")


def errors(path):
    with lathe.Context() as ctx:
        failure = raises(lathe.Error, ctx.load, "no-such-file.c")
        assert failure.status == "io" and failure.code == lathe.Status.IO, failure
        assert "no-such-file.c" in failure.message
        module = ctx.load(path)  # the context is clear again
        failure = raises(lathe.Error, module.analyze, ["f;g"])
        assert failure.status == "usage" and "f;g" in failure.message, failure
        raises(TypeError, module.hir, no_such_option=1)
        raises(TypeError, lathe.Hir.text, module)
        raises(KeyError, module.analyze().__getitem__, "no_such_type")


def ownership(path):
    ctx = lathe.Context()
    module = ctx.load(path)
    analysis = module.analyze()
    count = len(analysis.types)
    assert count > 0 and analysis[0].name == analysis.types[0].name
    hir = module.hir(as_is=True)
    assert len(analysis) == count  # nothing has changed the module
    module.run("mem2reg")
    assert "module has changed" in str(raises(ValueError, analysis.type_count))
    raises(ValueError, hir.text)
    text = module.hir().text()  # freed with the statement
    assert text.endswith("not modelled\n")
    kept = ctx.load(path).hir()  # keeps its module alive
    gc.collect()
    assert kept.function_count() >= 0
    cycle = {"hir": kept, "module": module}
    cycle["self"] = cycle
    del cycle, kept
    gc.collect()
    ctx.close()
    ctx.close()
    assert "was closed" in str(raises(ValueError, module.info, False))
    raises(ValueError, ctx.load, path)


def callbacks(path):
    heard = []
    with lathe.Context(on_diagnostic=heard.append) as ctx:
        module = ctx.load(path, flags=["-g"])
        module.dtrans_set(skip=["no_such_type"])
        module.run("dtrans-delete-fields")
        assert any(d.severity == lathe.Severity.WARNING and "no_such_type" in d.message
                   for d in heard), heard
        remark = next(r for r in ctx.remarks if r.kind == lathe.RemarkKind.PASSED)
        assert remark.pass_ == "dtrans-delete-fields" and remark.line > 0, remark
        assert "".join(p.value for p in remark.parts) == remark.message and len(remark.parts) > 2
        known = len(ctx.remarks)
        raises(lathe.Error, module.run, "dtrans-reorder-fields,no-such-pass")
        assert len(ctx.remarks) == known  # of what did not happen there are none

    def fail(diagnostic):
        raise KeyError(diagnostic.id)

    ctx = lathe.Context(on_diagnostic=fail)
    raises(KeyError, ctx.load, path)
    ctx.close()


def options(path):
    with lathe.Context() as ctx:
        module = ctx.load(path, flags=["-DNDEBUG", "-g"], passes="mem2reg")
        module.dtrans_set(skip=["item"], forced=[("pool", "order")])
        kept = [t.name for t in module.analyze() if t.kept]
        assert "struct.item" in kept and "struct.order" not in kept, kept
        module.dtrans_set()
        assert not [t for t in module.analyze() if t.kept]
        document = module.summary(type="item")
        assert isinstance(document, dict)
        before = module.analyze()["item"].size
        assert module.run("dtrans-delete-fields") > 0
        assert module.analyze()["item"].size < before
        assert "loop" in module.run_passes("ir-print<what=loops>")


def handles(path):
    """HIR by handles: strides, edges that end with their graph, a transform, code of it."""
    with lathe.Context() as ctx:
        module = ctx.load(path, passes="mem2reg")
        hir = module.hir(for_changes=True)
        function = hir["main"].handle
        loops = list(hir["main"].loops)
        assert [loop.handle.nesting_level() for loop in loops] == [1, 2]
        inner, outer = loops[1].handle, loops[0].handle
        assert inner.parent() == outer and inner != outer and hash(inner.parent()) == hash(outer)
        store = next(n.handle for n in loops[1].children if n.refs[0]["kind"] == "memory")
        strides = [function.ddref_const_stride_at_level(store.ref(0), level) for level in (1, 2)]
        assert strides == [4800, 8], strides
        assert function.ddref_text(store.ref(0)) == "(@a)[0][i1][i2]"
        deps = hir.deps()
        graph = deps.graph(0, 0)
        edges = []
        for vertex in range(graph.vertex_count()):
            edge = graph.next_out(vertex, None)
            while edge:
                edges.append(edge)
                edge = graph.next_out(vertex, edge)
        answer = graph.hir_interchange(inner, outer)
        assert not answer.yes and answer.id and answer.reason, answer
        assert graph.hir_interchange(outer, inner).yes
        if edges:
            raises(ValueError, edges[0].kind)
        assert function.lower() == 1
        assert "define" not in hir.text()


def plain(path):
    assert lathe.version() == c.lathe_version().decode()
    assert lathe.status_name("gave-up") == "gave-up"
    assert lathe.dtrans_transform_name(0) and lathe.dtrans_transform_name(10**6) is None
    assert c.LATHE_HIR_ALL == 2**64 - 1
    assert "comment" not in (lathe.Hir.text.__doc__ or "comment")


def threads(path):
    """Different contexts, different threads."""
    found = []

    def work():
        with lathe.Context() as ctx:
            found.append(ctx.load(path).hir().text())

    all_ = [threading.Thread(target=work) for _ in range(3)]
    for thread in all_:
        thread.start()
    for thread in all_:
        thread.join()
    assert len(found) == 3 and len(set(found)) == 1


def garbage(path):
    """Cycles with handles in them, which any thread may collect while others work."""
    def work():
        with lathe.Context() as ctx:
            for _ in range(10):
                hir = ctx.load(path).hir()
                regions = [r for f in hir for r in f.regions]
                assert [len(r.edges) for r in regions]
                cycle = [hir, regions]
                cycle.append(cycle)

    def collect():
        while not done.wait(0.001):
            gc.collect()

    done = threading.Event()
    collector = threading.Thread(target=collect)
    workers = [threading.Thread(target=work) for _ in range(2)]
    for thread in (collector, *workers):
        thread.start()
    for thread in workers:
        thread.join()
    done.set()
    collector.join()
    failures = []

    def again(diagnostic):
        failures.append(raises(RuntimeError, ctx.load, path))

    ctx = lathe.Context(on_diagnostic=again)
    ctx.load(path)
    assert failures


def main():
    for test in (errors, ownership, callbacks, options, plain, threads):
        test(sys.argv[1])
        print(test.__name__, "ok")
    for test in (handles, garbage):
        test(sys.argv[2])
        print(test.__name__, "ok")


if __name__ == "__main__":
    main()
