/* A queue of jobs, linked in another order than they were allocated in: a round adds up every job's
 * cost, and a rare one looks at the cold fields too. */
#include <stdio.h>
#include <stdlib.h>

enum { JOBS = 30000, ROUNDS = 30 };

struct job {
    char state;
    double submitted; /* cold */
    char priority;
    long ticket; /* never read */
    struct job *next;
    char owner[18]; /* cold */
    int cost;
    short queue; /* never read */
    unsigned id;
    long budget; /* cold */
};

static struct job *job_new(unsigned id) {
    struct job *job = malloc(sizeof *job);
    if (!job)
        exit(1);
    job->state = (char)(id % 3);
    job->submitted = id * 0.5;
    job->priority = (char)(id % 7);
    job->ticket = 1000000L + id;
    job->next = NULL;
    snprintf(job->owner, sizeof job->owner, "user%u", id % 100);
    job->cost = (int)(id % 91);
    job->queue = (short)(id % 5);
    job->id = id;
    job->budget = (long)id * 3;
    return job;
}

/* The jobs in steps that visit each once and are far apart. */
static struct job *queue_new(void) {
    static struct job *all[JOBS];
    for (unsigned i = 0; i < JOBS; i++)
        all[i] = job_new(i);
    struct job *head = NULL;
    for (unsigned i = 0, at = 0; i < JOBS; i++, at = (at + 7919) % JOBS) {
        all[at]->next = head;
        head = all[at];
    }
    return head;
}

static long advance(struct job *head) {
    long sum = 0;
    for (struct job *job = head; job; job = job->next) {
        sum += job->cost * job->priority;
        job->state = (char)((job->state + 1) % 3);
        if (job->state == 0)
            job->cost++;
    }
    return sum;
}

static double audit(const struct job *head) {
    double sum = 0;
    for (const struct job *job = head; job; job = job->next)
        sum += job->submitted + (double)(job->budget % 13) + job->owner[4] + job->id % 17;
    return sum;
}

static void queue_free(struct job *head) {
    while (head) {
        struct job *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct job *head = queue_new();
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        sum += advance(head);
    printf("%ld %.1f\n", sum, audit(head));
    queue_free(head);
    return 0;
}
