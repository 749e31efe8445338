#include "cli/stats.h"

#include "base/json.h"

static double seconds(const ctx_phase *phase) {
    return (double)phase->nanoseconds / 1e9;
}

/* {"schema": "lathe-stats/2",
 *  "phases": [{"name": "read", "seconds": 0.01}, …]            with --time
 *  "counters": {"name": 3, …}, "operations": 12, "bytes": 34}  with --stats
 * Phases and counters stand in the order of their first use. bytes is what lathe's own data held
 * at the end. */
static void add_json(str *out, const lathe_ctx *c, const cli_request *request) {
    json j;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("stats"));
    if (request->time) {
        json_member_array(&j, "phases");
        for (size_t i = 0; i < c->phase_count; i++)
            json_write_object(&j, JSON("name", c->phases[i].name),
                              JSON("seconds", seconds(&c->phases[i])));
        json_end_array(&j);
    }
    if (request->stats) {
        json_member_object(&j, "counters");
        for (size_t i = 0; i < c->counter_count; i++)
            json_write_members(&j, JSON(c->counters[i].name, c->counters[i].value));
        json_end_object(&j);
        json_write_members(&j, JSON("operations", c->ops_used), JSON("bytes", c->bytes_used));
    }
    json_end_object(&j);
}

static void add_times(str *out, const lathe_ctx *c) {
    uint64_t total = 0;
    str_add(out, "   seconds  phase\n");
    for (size_t i = 0; i < c->phase_count; i++) {
        total += c->phases[i].nanoseconds;
        str_printf(out, "%10.4f  %s\n", seconds(&c->phases[i]), c->phases[i].name);
    }
    str_printf(out, "%10.4f  total\n", (double)total / 1e9);
}

static void add_counters(str *out, const lathe_ctx *c) {
    str_add(out, "     count  counter\n");
    for (size_t i = 0; i < c->counter_count; i++)
        str_printf(out, "%10llu  %s\n", (unsigned long long)c->counters[i].value,
                   c->counters[i].name);
    str_printf(out, "%10llu  operations\n", (unsigned long long)c->ops_used);
    str_printf(out, "%10llu  bytes held\n", (unsigned long long)c->bytes_used);
}

void cli_stats(str *out, const lathe_ctx *c, const cli_request *request) {
    if (!request->time && !request->stats)
        return;
    if (request->json) {
        add_json(out, c, request);
        return;
    }
    if (request->time)
        add_times(out, c);
    if (request->stats)
        add_counters(out, c);
}
