/* Measures from a report being written to the daemon's pipe until its events are readable at the
   last of the subscribers, and the processor time that the daemon spends on it; then the same of
   floor.c, which does nothing else. See Tests/bench.

   The floor, and the ratio to it, are of one line of 180 bytes per report. The daemon has to tell of
   each finger that moved: beside it stands the p50 of a floor that writes so many lines at once. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    most_fingers = 10,
    most_subscribers = 64,
    /* The daemon takes this many connections of one user. */
    most_of_one_user = 32,
    another_user = 65534,
    warm_up = 50,
    reports = 300,
    /* A movement of one control is told 60 times a second at most: a report every 20 ms is told
       at once, and no event waits for its turn. */
    pace_ns = 20 * 1000 * 1000,
    patience_ms = 5000,
};

/* What one server took. Times are in microseconds. */
struct measurement {
    double p50, p95, p99, cpu;
};

struct server {
    /* How many lines the floor writes with each report; 0 for the daemon. */
    int floor_lines;
    pid_t process;
    int pipe;
    int subscriber_count;
    int subscribers[most_subscribers];
    int epoll;
};

static char folder[64] = "/tmp/glassfader-bench-XXXXXX";
static char pipe_path[96], description_path[96], panel_path[96], socket_path[96], log_path[96];
static pid_t running;

/* One finger for each fader of ten; a unit of the device is a pixel of the panel. */
static const char panel[] =
    "version = 1\n"
    "name = \"bench\"\n"
    "[input]\n"
    "smoothing = \"off\"\n"
    "liftoff_guard = false\n"
    "median = false\n"
    "jump_mm = 0\n"
    "bounce_ms = 0\n"
    "[socket]\n"
    "mode = \"0666\"\n"
    "[[pages]]\n"
    "id = \"main\"\n"
    "strips = [{ id = \"ch{n}\", count = 10, controls = [\n"
    "  { id = \"level\", type = \"slider\", min = 0, max = 100, default = 50 },\n"
    "] }]\n";

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

static void fail(const char *what)
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

static long long now_ns(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) < 0) fail("clock_gettime");
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void pause_until(long long ns)
{
    struct timespec time = {ns / 1000000000, ns % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {}
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) fail(path);
}

static void make_files(void)
{
    if (!mkdtemp(folder)) {
        perror("bench: mkdtemp");
        exit(1);
    }
    /* Another user's subscribers pass through it. */
    chmod(folder, 0711);
    snprintf(pipe_path, sizeof pipe_path, "%s/events", folder);
    snprintf(description_path, sizeof description_path, "%s/events.desc", folder);
    snprintf(panel_path, sizeof panel_path, "%s/panel.toml", folder);
    snprintf(socket_path, sizeof socket_path, "%s/socket", folder);
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    atexit(clean_up);
    struct sigaction action = {.sa_handler = interrupted};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (mkfifo(pipe_path, 0600) < 0) fail(pipe_path);
    write_file(description_path, description);
    write_file(panel_path, panel);
}

/* Starting a server */

static void start(struct server *server, const char *program)
{
    char touch[128], count[16], lines[16];
    snprintf(touch, sizeof touch, "events:%s", pipe_path);
    snprintf(count, sizeof count, "%d", server->subscriber_count);
    snprintf(lines, sizeof lines, "%d", server->floor_lines);
    server->process = fork();
    if (server->process < 0) fail("fork");
    if (server->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGPIPE, SIG_DFL);
        unsetenv("NOTIFY_SOCKET");
        unsetenv("LISTEN_FDS");
        int log = open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(log, STDERR_FILENO);
        umask(0);
        if (server->floor_lines)
            execl(program, program, pipe_path, socket_path, count, lines, (char *)NULL);
        else
            execl(program, program, "--panel", panel_path, "--display", "memory", "--touch", touch,
                  "--socket", socket_path, (char *)NULL);
        perror(program);
        _exit(127);
    }
    running = server->process;
}

/* Ends with an error message when the server has ended. */
static void expect_alive(const struct server *server)
{
    if (waitpid(server->process, NULL, WNOHANG) == 0) return;
    running = 0;
    errno = 0;
    fail("the server has ended");
}

static int connect_to(const struct server *server)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, socket_path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) fail("socket");
    for (int tries = 0; connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0; tries++) {
        if ((errno != ENOENT && errno != ECONNREFUSED && errno != EACCES) || tries > patience_ms / 10)
            fail("connect");
        expect_alive(server);
        usleep(10000);
    }
    struct timeval patience = {patience_ms / 1000, 0};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return descriptor;
}

/* Reads a line, and expects a text in it. */
static void expect_line(int descriptor, const char *text)
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

static void subscribe(struct server *server)
{
    static const char request[] =
        "{\"id\":1,\"cmd\":\"subscribe\",\"events\":[\"valueChanged\"],\"max_rate_hz\":60}\n";
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < server->subscriber_count; i++) {
        bool is_other = i >= most_of_one_user;
        if (is_other && seteuid(another_user) < 0) fail("seteuid");
        int descriptor = connect_to(server);
        if (is_other && seteuid(0) < 0) fail("seteuid");
        if (!server->floor_lines) {
            expect_line(descriptor, "\"hello\"");
            if (write(descriptor, request, strlen(request)) < 0) fail("subscribe");
            expect_line(descriptor, "\"ok\"");
        }
        fcntl(descriptor, F_SETFL, O_NONBLOCK);
        /* Told once of each line, so that reading it can wait until the time was taken. */
        struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u32 = (unsigned)i};
        if (epoll_ctl(server->epoll, EPOLL_CTL_ADD, descriptor, &event) < 0) fail("epoll_ctl");
        server->subscribers[i] = descriptor;
    }
}

static void open_pipe(struct server *server)
{
    for (int tries = 0;; tries++) {
        server->pipe = open(pipe_path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (server->pipe >= 0) return;
        if (errno != ENXIO || tries > patience_ms / 10) fail(pipe_path);
        expect_alive(server);
        usleep(10000);
    }
}

static void stop(struct server *server)
{
    close(server->pipe);
    close(server->epoll);
    for (int i = 0; i < server->subscriber_count; i++) close(server->subscribers[i]);
    kill(server->process, SIGTERM);
    waitpid(server->process, NULL, 0);
    running = 0;
    unlink(socket_path);
}

/* Measuring */

static void add(struct input_event **next, int type, int code, int value)
{
    **next = (struct input_event){.type = (unsigned short)type, .code = (unsigned short)code,
                                  .value = value};
    ++*next;
}

/* Writes one report of all fingers; the first one lets them land. Returns when it was written. */
static long long write_report(const struct server *server, int fingers, int number)
{
    struct input_event events[4 * most_fingers + 2], *next = events;
    for (int i = 0; i < fingers; i++) {
        add(&next, EV_ABS, ABS_MT_SLOT, i);
        if (number == 0) add(&next, EV_ABS, ABS_MT_TRACKING_ID, i + 1);
        /* Both axes change with each report, and the finger stays on its fader. */
        add(&next, EV_ABS, ABS_MT_POSITION_X, 64 + 128 * i + number % 2);
        add(&next, EV_ABS, ABS_MT_POSITION_Y, 400 + number % 2);
    }
    if (number == 0) add(&next, EV_KEY, BTN_TOUCH, 1);
    add(&next, EV_SYN, SYN_REPORT, 0);
    size_t size = (size_t)((char *)next - (char *)events);

    long long written = now_ns(CLOCK_MONOTONIC);
    for (struct input_event *event = events; event < next; event++) {
        event->input_event_sec = written / 1000000000;
        event->input_event_usec = written % 1000000000 / 1000;
    }
    written = now_ns(CLOCK_MONOTONIC);
    if (write(server->pipe, events, size) != (ssize_t)size) fail("write a report");
    return written;
}

/* Reads all there is at all subscribers. Returns how many lines it was. */
static long drain(const struct server *server)
{
    long lines = 0;
    char buffer[16384];
    for (int i = 0; i < server->subscriber_count; i++) {
        ssize_t count;
        while ((count = read(server->subscribers[i], buffer, sizeof buffer)) > 0)
            for (ssize_t k = 0; k < count; k++) lines += buffer[k] == '\n';
        if (count == 0) {
            errno = 0;
            fail("a subscriber was sent away");
        }
    }
    return lines;
}

/* Waits until every subscriber has something to read. Returns when the last one had. */
static long long wait_for_last(const struct server *server)
{
    bool has_news[most_subscribers] = {false};
    struct epoll_event events[most_subscribers];
    for (int waiting = server->subscriber_count; waiting > 0;) {
        int count = epoll_wait(server->epoll, events, most_subscribers, patience_ms);
        if (count <= 0) fail("a report was not told");
        for (int i = 0; i < count; i++) {
            if (has_news[events[i].data.u32]) continue;
            has_news[events[i].data.u32] = true;
            waiting--;
        }
    }
    return now_ns(CLOCK_MONOTONIC);
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* The nearest rank. */
static double percentile(const double *sorted, int count, int percent)
{
    return sorted[(count * percent + 99) / 100 - 1];
}

/* Measures a floor of so many lines, or the daemon for 0. */
static struct measurement measure(const char *program, int floor_lines, int fingers,
                                  int subscribers)
{
    struct server server = {.floor_lines = floor_lines, .subscriber_count = subscribers};
    start(&server, program);
    subscribe(&server);
    open_pipe(&server);
    clockid_t cpu;
    if ((errno = clock_getcpuclockid(server.process, &cpu))) fail("clock_getcpuclockid");

    static double latencies[reports];
    long long cpu_before = 0, next = now_ns(CLOCK_MONOTONIC) + 500 * 1000000LL;
    long lines = 0;
    for (int number = 0; number < warm_up + reports; number++) {
        pause_until(next);
        lines += drain(&server);
        if (number == warm_up) {
            lines = 0;
            cpu_before = now_ns(cpu);
        }
        struct epoll_event stale[most_subscribers];
        while (epoll_wait(server.epoll, stale, most_subscribers, 0) > 0) {}
        long long written = write_report(&server, fingers, number);
        long long readable = wait_for_last(&server);
        if (number >= warm_up) latencies[number - warm_up] = (double)(readable - written) / 1000;
        lines += drain(&server);
        next = written + pace_ns;
    }
    pause_until(next);
    long long cpu_after = now_ns(cpu);
    lines += drain(&server);
    long expected = (long)reports * subscribers * (floor_lines ? floor_lines : fingers);
    if (lines != expected) {
        fprintf(stderr, "bench: %ld events were told in place of %ld\n", lines, expected);
        exit(1);
    }
    stop(&server);

    qsort(latencies, reports, sizeof *latencies, compare);
    return (struct measurement){
        .p50 = percentile(latencies, reports, 50),
        .p95 = percentile(latencies, reports, 95),
        .p99 = percentile(latencies, reports, 99),
        .cpu = (double)(cpu_after - cpu_before) / 1000 / reports,
    };
}

int main(int argc, char **argv)
{
    bool is_json = argc == 4 && strcmp(argv[3], "--json") == 0;
    if (argc != 3 && !is_json) {
        fprintf(stderr, "usage: latency GLASSFADERD FLOOR [--json]\n");
        return 2;
    }
    make_files();
    int many = geteuid() == 0 ? most_subscribers : most_of_one_user;
    if (many < most_subscribers)
        fprintf(stderr, "bench: one user has %d connections at most, so there are %d subscribers in "
                "place of %d; root can be two users\n", many, many, most_subscribers);
    if (!is_json)
        printf("From a report written to its events readable at the last subscriber, in us; %d reports, "
               "one every %d ms.\nThe processor time of a report includes drawing it, 1280x800 in "
               "memory.\n\n"
               "                         glassfaderd            floor   ratio  a line a   processor time\n"
               "fingers subscribers    p50    p95    p99      p50  of p50    finger   daemon   floor\n",
               reports, pace_ns / 1000000);
    const int fingers[] = {1, 5, 10}, subscribers[] = {1, many};
    for (size_t k = 0; k < sizeof subscribers / sizeof *subscribers; k++) {
        for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++) {
            struct measurement floor = measure(argv[2], 1, fingers[i], subscribers[k]);
            struct measurement daemon = measure(argv[1], 0, fingers[i], subscribers[k]);
            struct measurement all = fingers[i] == 1
                ? floor : measure(argv[2], fingers[i], fingers[i], subscribers[k]);
            if (is_json)
                printf("{\"bench\":\"latency\",\"fingers\":%d,\"subscribers\":%d,\"p50_us\":%.1f,"
                       "\"p95_us\":%.1f,\"p99_us\":%.1f,\"floor_p50_us\":%.1f,\"floor_all_lines_p50_us\":%.1f,"
                       "\"cpu_us\":%.1f,\"floor_cpu_us\":%.1f}\n", fingers[i], subscribers[k],
                       daemon.p50, daemon.p95, daemon.p99, floor.p50, all.p50, daemon.cpu, floor.cpu);
            else
                printf("%7d %11d %6.0f %6.0f %6.0f %8.0f %6.1fx %9.0f %8.0f %7.0f\n", fingers[i],
                       subscribers[k], daemon.p50, daemon.p95, daemon.p99, floor.p50,
                       daemon.p50 / floor.p50, all.p50, daemon.cpu, floor.cpu);
            fflush(stdout);
        }
    }
    return 0;
}
