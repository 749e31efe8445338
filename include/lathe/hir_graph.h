/* lathe: the data-dependence graph of a loop nest, by reference, and transforms that it proves.
 *
 * The vertices are references: RegDDRefs, the temps in them (BlobDDRefs), and effects of calls and
 * other instructions that touch what is not known. An edge leads from what runs first to what runs
 * later; one for each loop that can carry the dependence, and one for what is within an iteration.
 * No edge: the two can be reordered, unless the graph is not complete.
 *
 * A graph belongs to the lathe_deps that it was asked from. It describes its region as it was when
 * the graph was built or last updated; the transforms here update it themselves.
 */
#ifndef LATHE_HIR_GRAPH_H
#define LATHE_HIR_GRAPH_H

#include <lathe/hir_tree.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dd_graph lathe_ddg;     /* the dependences of one region */
typedef struct dd_edge lathe_ddg_edge; /* lives until the graph is updated or refined */

/* ---- Graphs and vertices ---- */

/* The graph of a region, by the numbers of its function and of itself. */
LATHE_API lathe_ddg *lathe_deps_graph(LATHE_KEEP const lathe_deps *deps, size_t function,
                                      size_t region);
/* The graph of a region by its node. */
LATHE_API lathe_ddg *lathe_deps_graph_of(LATHE_KEEP const lathe_deps *deps,
                                         LATHE_KEEP const lathe_hl_node *region);
/* The HIR that it is about. */
LATHE_API lathe_hir_function *lathe_ddg_function(LATHE_KEEP const lathe_ddg *g);
/* The region that it is about. */
LATHE_API lathe_hl_node *lathe_ddg_region(LATHE_KEEP const lathe_ddg *g);
/* Whether it has all edges: false if there were too many pairs. */
LATHE_API bool lathe_ddg_is_complete(LATHE_KEEP const lathe_ddg *g);
/* Builds it again, after the region was changed by hand and lathe_hir_update. */
LATHE_API lathe_status lathe_ddg_update(LATHE_KEEP lathe_ddg *g);

#define LATHE_DDG_NONE SIZE_MAX

/* How many vertices it has; they are numbered in lexical order, what a node reads before what it
 * writes. */
LATHE_API size_t lathe_ddg_vertex_count(LATHE_KEEP const lathe_ddg *g);
/* The vertex of a reference; LATHE_DDG_NONE if it is not data: a constant, a closed form. */
LATHE_API size_t lathe_ddg_find(LATHE_KEEP const lathe_ddg *g,
                                LATHE_KEEP const lathe_reg_ddref *ref);
/* The vertex of a temp in a reference. */
LATHE_API size_t lathe_ddg_find_blob(LATHE_KEEP const lathe_ddg *g,
                                     LATHE_KEEP const lathe_blob_ddref *blob);
/* The reference that a vertex is, or is in; NULL of an effect. */
LATHE_API lathe_reg_ddref *lathe_ddg_vertex_ref(LATHE_KEEP const lathe_ddg *g, size_t vertex);
/* The temp in it that a vertex is; NULL if it is the reference itself. */
LATHE_API const lathe_blob_ddref *lathe_ddg_vertex_blob(LATHE_KEEP const lathe_ddg *g,
                                                        size_t vertex);
/* getHLDDNode: the node that a vertex belongs to. */
LATHE_API lathe_hl_node *lathe_ddg_vertex_node(LATHE_KEEP const lathe_ddg *g, size_t vertex);

/* ---- Edges ---- */

/* outgoing_edges: the edge after this one that leads away from the vertex; NULL starts, and ends.
 */
LATHE_API const lathe_ddg_edge *lathe_ddg_next_out(LATHE_KEEP const lathe_ddg *g, size_t vertex,
                                                   LATHE_KEEP const lathe_ddg_edge *edge);
/* incoming_edges: the same of edges that lead to it. */
LATHE_API const lathe_ddg_edge *lathe_ddg_next_in(LATHE_KEEP const lathe_ddg *g, size_t vertex,
                                                  LATHE_KEEP const lathe_ddg_edge *edge);
/* getSrc: the vertex that it leads away from. */
LATHE_API size_t lathe_ddg_edge_source(LATHE_KEEP const lathe_ddg_edge *edge);
/* getSink: the vertex that it leads to. */
LATHE_API size_t lathe_ddg_edge_sink(LATHE_KEEP const lathe_ddg_edge *edge);
/* getEdgeType: flow, anti, output or input. */
LATHE_API lathe_deps_kind lathe_ddg_edge_kind(LATHE_KEEP const lathe_ddg_edge *edge);
/* The level of the loop that carries it; 0: it is within one iteration of all loops around both. */
LATHE_API unsigned lathe_ddg_edge_level(LATHE_KEEP const lathe_ddg_edge *edge);
/* How many loops are around both of its ends. */
LATHE_API unsigned lathe_ddg_edge_levels(LATHE_KEEP const lathe_ddg_edge *edge);
/* getDirAtLevel: a set of LATHE_DEPS_LESS, _EQUAL and _GREATER; 0 beyond the last level. */
LATHE_API unsigned lathe_ddg_edge_direction(LATHE_KEEP const lathe_ddg_edge *edge, unsigned level);
/* getDistAtLevel: true if the distance at that level is always the same: *distance is it. */
LATHE_API bool lathe_ddg_edge_distance(LATHE_KEEP const lathe_ddg_edge *edge, unsigned level,
                                       int64_t *distance);
/* Why it is assumed: an id of docs/reasons.md; NULL: it is proved. */
LATHE_API const char *lathe_ddg_edge_reason(LATHE_KEEP const lathe_ddg_edge *edge);
/* As `lathe hir --deps` shows it. */
LATHE_GIVE LATHE_API char *lathe_ddg_edge_text(LATHE_KEEP const lathe_ddg *g,
                                               LATHE_KEEP const lathe_ddg_edge *edge);
/* refineDV: tests two vertices that are memory anew, with isl and so many of its operations for a
 * question (0: the default), and replaces their edges by what is found. *edges, unless that is
 * NULL, becomes how many are left between them. */
LATHE_API lathe_status lathe_ddg_refine(LATHE_KEEP lathe_ddg *g, size_t first, size_t second,
                                        uint64_t max_operations, size_t *edges);

/* ---- What may be done with a loop ---- */

/* As lathe_deps_ask, of handles; `other` may be NULL where the question is about one loop. answer's
 * edge is the number of one that lathe_deps_edge_get knows. False, and LATHE_USAGE, if a handle is
 * not a loop of the graph's region. */
LATHE_API bool lathe_ddg_ask(LATHE_KEEP const lathe_ddg *g, lathe_deps_question question,
                             LATHE_KEEP lathe_hl_node *loop, LATHE_KEEP lathe_hl_node *other,
                             lathe_deps_answer *answer);

/* ---- And what is done with it ----
 * Each returns whether it was done. If not, nothing is changed, and *answer, unless that is NULL,
 * says why. The graph is up to date afterwards; edges that were asked for before are gone. */

/* Interchanges two loops of which the inner one is all that is in the outer one. */
LATHE_API bool lathe_hir_interchange(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *outer,
                                     LATHE_KEEP lathe_hl_node *inner, lathe_deps_answer *answer);
/* The last iteration comes first. */
LATHE_API bool lathe_hir_reverse(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                 lathe_deps_answer *answer);
/* A loop and the one right after it become one, the first. */
LATHE_API bool lathe_hir_fuse(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *first,
                              LATHE_KEEP lathe_hl_node *second, lathe_deps_answer *answer);
/* As many loops as dependences allow, each with some of what was in it. */
LATHE_API bool lathe_hir_distribute(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                    lathe_deps_answer *answer);
/* Strip-mines a loop: it runs over so many iterations at a time, in a new loop around it. */
LATHE_API bool lathe_hir_strip_mine(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                    unsigned size, lathe_deps_answer *answer);
/* The loops of a perfect nest from outer to inner in blocks of these sizes, from the outside in; 0
 * or 1: that loop is not blocked. */
LATHE_API bool lathe_hir_tile(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *outer,
                              LATHE_KEEP lathe_hl_node *inner, const unsigned *sizes, size_t count,
                              lathe_deps_answer *answer);
/* So many iterations at once, jammed in the loops that are in it. */
LATHE_API bool lathe_hir_unroll_jam(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                    unsigned factor, lathe_deps_answer *answer);
/* An invariant if that is all that is in the loop gets around it. */
LATHE_API bool lathe_hir_hoist_if(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                  lathe_deps_answer *answer);
/* An if in the loop that always decides the same gives way to what it leads to. */
LATHE_API bool lathe_hir_drop_if(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                 lathe_deps_answer *answer);
/* What is computed right before the loop, only for what is in it, is computed in it. */
LATHE_API bool lathe_hir_sink(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                              lathe_deps_answer *answer);
/* A reduction in a temp becomes one in the memory that it is stored to. */
LATHE_API bool lathe_hir_reduce_in_memory(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                          lathe_deps_answer *answer);
/* Loop-invariant memory locations are in temps while the loop runs. */
LATHE_API bool lathe_hir_licm(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                              lathe_deps_answer *answer);
/* What iterations of an innermost loop access again is in temps. */
LATHE_API bool lathe_hir_scalar_replace(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                        lathe_deps_answer *answer);
/* The outermost loop is in an if that checks what its dependences are only assumed for. */
LATHE_API bool lathe_hir_version(LATHE_KEEP lathe_ddg *g, LATHE_KEEP lathe_hl_node *loop,
                                 lathe_deps_answer *answer);

#ifdef __cplusplus
}
#endif
#endif
