/* The server that a benchmark measures: the daemon, or a program in its place; with a touchscreen
   that is a pipe, and files in a folder of their own, which is removed in the end. */
#ifndef SERVER_H
#define SERVER_H

#include <linux/input.h>
#include <sys/types.h>
#include <time.h>

/* How long anything is waited for. */
enum { patience_ms = 5000 };

extern char pipe_path[96], socket_path[96];

/* Makes the files: the pipe, its description, and a panel file with this text. */
void make_files(const char *panel);

/* Ends the program with an error message, errno's if there is one, and what the server has said. */
void fail(const char *what) __attribute__((noreturn));

/* Starts a program in place of the daemon, and the daemon. */
pid_t start_server(char **arguments);
pid_t start_daemon(const char *program);
void stop_server(void);
/* Fails if the server has ended. */
void expect_alive(void);

/* A connection to the server, and the end of its pipe to write to; both when it is ready. */
int connect_to_server(void);
int open_pipe(void);
/* Reads a line, and expects a text in it. */
void expect_line(int descriptor, const char *text);

/* Adds an event to a report. */
void add(struct input_event **next, int type, int code, int value);
/* Gives the events of a report their time, and writes it. Returns when it was written. */
long long write_events(int pipe, struct input_event *events, const struct input_event *end);

long long now_ns(clockid_t clock);
void pause_until(long long ns);

/* For qsort; and the nearest rank of what is sorted. */
int compare(const void *one, const void *other);
double percentile(const double *sorted, int count, int percent);

#endif
