/* A public header. */
#define LATHE_API
#define LATHE_GIVE

/* A handle. */
typedef struct lathe_thing lathe_thing;

typedef struct lathe_bare {
    int value;
} lathe_bare;

/* A pair of numbers; never grows. */
typedef struct lathe_pair {
    int first, second;
} lathe_pair;

/* Options that can grow. */
typedef struct lathe_options {
    unsigned long struct_size;
    int value;
} lathe_options;

/* Says what it does. */
LATHE_API int lathe_thing_said(const lathe_thing *thing, const lathe_options *options);
LATHE_API int lathe_thing_silent(const lathe_thing *thing);

/* This comment is about something else. */

LATHE_API int lathe_thing_away(const lathe_thing *thing);
/* no sentence at all */
LATHE_API int lathe_thing_mumbled(const lathe_thing *thing);
/* Makes what nothing frees. */
LATHE_GIVE LATHE_API lathe_thing *lathe_thing_new(void);
/* Returns a string of nobody's. */
LATHE_API char *lathe_thing_text(const lathe_thing *thing);
/* Returns what can then not grow. */
LATHE_API lathe_pair lathe_thing_pair(const lathe_thing *thing);
