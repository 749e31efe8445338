/* --rules: the table of transforms and conditions, as the analysis uses it. */
#include "report/dtrans.h"

#include <string.h>

static int width_of(dtrans_transform t) {
    size_t name = strlen(dtrans_transform_name(t)), word = strlen("blocks");
    return (int)(name > word ? name : word);
}

static void end_row(str *out) {
    while (out->len && out->at[out->len - 1] == ' ')
        out->at[--out->len] = '\0';
    str_add_char(out, '\n');
}

void dtrans_print_rules(str *out) {
    str_printf(out, "%-24s", "condition");
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        str_printf(out, "  %-*s", width_of(t), dtrans_transform_name(t));
    end_row(out);
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++) {
        str_printf(out, "%-24s", dtrans_condition_name(c));
        for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
            str_printf(out, "  %-*s", width_of(t),
                       dtrans_blocked_by(t) & dtrans_bit(c) ? "blocks" : "-");
        end_row(out);
    }
    str_add(out, "\nNotWholeProgram and ExceptionHandling, which concern the whole program, block "
                 "every transform.\n");
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++)
        str_printf(out, "\n%s: %s\n", dtrans_condition_name(c), dtrans_condition_meaning(c));
}

static void write_condition(json *j, dtrans_condition c) {
    json_begin_object(j);
    json_write_members(j, JSON("name", dtrans_condition_name(c)),
                       JSON("meaning", dtrans_condition_meaning(c)),
                       JSON("remedy", dtrans_condition_remedy(c)));
    json_member_array(j, "blocks");
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        if (dtrans_blocked_by(t) & dtrans_bit(c))
            json_string(j, dtrans_transform_name(t));
    json_end_array(j);
    json_end_object(j);
}

void dtrans_print_rules_json(str *out) {
    json j;
    json_init(&j, out);
    json_begin_document(&j, JSON_SCHEMA("dtrans-rules"));
    json_member_array(&j, "transforms");
    for (dtrans_transform t = 0; t < DTRANS_TRANSFORMS; t++)
        json_string(&j, dtrans_transform_name(t));
    json_end_array(&j);
    json_member_array(&j, "conditions");
    for (dtrans_condition c = 0; c < DTRANS_CONDITIONS; c++)
        write_condition(&j, c);
    json_end_array(&j);
    json_member_array(&j, "program_conditions");
    json_string(&j, "NotWholeProgram");
    json_string(&j, "ExceptionHandling");
    json_end_array(&j);
    json_end_object(&j);
}
