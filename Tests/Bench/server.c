#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

char pipe_path[96], socket_path[96];
static char folder[64] = "/tmp/glassfader-bench-XXXXXX";
static char description_path[96], panel_path[96], log_path[96];
static pid_t running;
/* Children of the benchmark leave the files to their parent. */
static pid_t owner;

static const char description[] =
    "N: Glassfader bench touchscreen\n"
    "I: 0018 0000 0000 0001\n"
    "P: 02 00 00 00 00 00 00 00\n"
    "B: 00 0b 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 04 00 00 00 00 00 00\n"
    "B: 03 03 00 00 00 00 80 60 02\n"
    "A: 00 0 1279 0 0 8\n"
    "A: 01 0 799 0 0 8\n"
    "A: 2f 0 9 0 0 0\n"
    "A: 35 0 1279 0 0 8\n"
    "A: 36 0 799 0 0 8\n"
    "A: 39 0 65535 0 0 0\n";

/* Ends the server and removes the files, however the program ends. */
static void clean_up(void)
{
    if (getpid() != owner) return;
    if (running > 0) {
        kill(running, SIGKILL);
        waitpid(running, NULL, 0);
    }
    unlink(pipe_path);
    unlink(description_path);
    unlink(panel_path);
    unlink(socket_path);
    unlink(log_path);
    char lock[128];
    snprintf(lock, sizeof lock, "%s.lock", socket_path);
    unlink(lock);
    rmdir(folder);
}

void fail(const char *what)
{
    fprintf(stderr, "bench: %s%s%s\n", what, errno ? ": " : "", errno ? strerror(errno) : "");
    FILE *log = fopen(log_path, "r");
    if (log) {
        char line[512];
        while (fgets(line, sizeof line, log)) fprintf(stderr, "# %s", line);
        fclose(log);
    }
    exit(1);
}

static void interrupted(int number)
{
    (void)number;
    _exit((clean_up(), 130));
}

long long now_ns(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) < 0) fail("clock_gettime");
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

void pause_until(long long ns)
{
    struct timespec time = {ns / 1000000000, ns % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {}
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) fail(path);
}

void make_files(const char *panel)
{
    if (!mkdtemp(folder)) {
        perror("bench: mkdtemp");
        exit(1);
    }
    snprintf(pipe_path, sizeof pipe_path, "%s/events", folder);
    snprintf(description_path, sizeof description_path, "%s/events.desc", folder);
    snprintf(panel_path, sizeof panel_path, "%s/panel.toml", folder);
    snprintf(socket_path, sizeof socket_path, "%s/socket", folder);
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    owner = getpid();
    atexit(clean_up);
    struct sigaction action = {.sa_handler = interrupted};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (mkfifo(pipe_path, 0600) < 0) fail(pipe_path);
    write_file(description_path, description);
    write_file(panel_path, panel);
}

/* Starting and ending the server */

pid_t start_server(char **arguments)
{
    running = fork();
    if (running < 0) fail("fork");
    if (running == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGPIPE, SIG_DFL);
        unsetenv("NOTIFY_SOCKET");
        unsetenv("LISTEN_FDS");
        int log = open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(log, STDERR_FILENO);
        execv(arguments[0], arguments);
        perror(arguments[0]);
        _exit(127);
    }
    return running;
}

pid_t start_daemon(const char *program)
{
    char touch[128];
    snprintf(touch, sizeof touch, "events:%s", pipe_path);
    return start_server((char *[]){(char *)program, "--panel", panel_path, "--display", "memory",
                                   "--touch", touch, "--socket", socket_path, NULL});
}

void stop_server(void)
{
    kill(running, SIGTERM);
    waitpid(running, NULL, 0);
    running = 0;
    unlink(socket_path);
}

/* Ends with an error message when the server has ended. */
void expect_alive(void)
{
    if (waitpid(running, NULL, WNOHANG) == 0) return;
    running = 0;
    errno = 0;
    fail("the server has ended");
}

int connect_to_server(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, socket_path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) fail("socket");
    for (int tries = 0; connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0; tries++) {
        if ((errno != ENOENT && errno != ECONNREFUSED && errno != EACCES) || tries > patience_ms / 10)
            fail("connect");
        expect_alive();
        usleep(10000);
    }
    struct timeval patience = {patience_ms / 1000, 0};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return descriptor;
}

/* Reads a line, and expects a text in it. */
void expect_line(int descriptor, const char *text)
{
    static char line[1 << 16];
    size_t length = 0;
    while (length < sizeof line - 1) {
        if (read(descriptor, line + length, 1) != 1) fail("no answer");
        if (line[length++] == '\n') break;
    }
    line[length] = 0;
    errno = 0;
    if (!strstr(line, text)) fail(line);
}

int open_pipe(void)
{
    for (int tries = 0;; tries++) {
        int pipe = open(pipe_path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (pipe >= 0) return pipe;
        if (errno != ENXIO || tries > patience_ms / 10) fail(pipe_path);
        expect_alive();
        usleep(10000);
    }
}

/* Measuring */

void add(struct input_event **next, int type, int code, int value)
{
    **next = (struct input_event){.type = (unsigned short)type, .code = (unsigned short)code,
                                  .value = value};
    ++*next;
}

long long write_events(int pipe, struct input_event *events, const struct input_event *end)
{
    size_t size = (size_t)((const char *)end - (char *)events);
    long long written = now_ns(CLOCK_MONOTONIC);
    for (struct input_event *event = events; event < end; event++) {
        event->input_event_sec = written / 1000000000;
        event->input_event_usec = written % 1000000000 / 1000;
    }
    written = now_ns(CLOCK_MONOTONIC);
    if (write(pipe, events, size) != (ssize_t)size) fail("write a report");
    return written;
}

int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* The nearest rank. */
double percentile(const double *sorted, int count, int percent)
{
    return sorted[(count * percent + 99) / 100 - 1];
}

