/* Measures what the daemon costs to start and to keep: from exec until its first frame is drawn in
   memory and until its socket takes a client, what of its memory is resident, how large it is, and
   how often it wakes up while nothing happens. See Tests/bench. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

enum {
    runs = 15,
    patience_ms = 10000,
    settle_ms = 500,
    idle_s = 10,
    /* So often is a fader moved. */
    steps = 50,
    width = 1280,
    height = 800,
    /* The daemon draws into its display in memory. Rows have an odd number of cache lines. */
    picture_size = height * (width * 4 / 64 | 1) * 64,
};

static char folder[64] = "/tmp/glassfader-bench-XXXXXX";
static char socket_path[96], notify_path[96], display[32];
static const char *daemon_path, *panel_path;
static pid_t running;

static void clean_up(void)
{
    if (running > 0) {
        kill(running, SIGKILL);
        waitpid(running, NULL, 0);
    }
    char path[128];
    snprintf(path, sizeof path, "%s.lock", socket_path);
    unlink(path);
    unlink(socket_path);
    unlink(notify_path);
    rmdir(folder);
}

static void stop_at_signal(int signal)
{
    clean_up();
    _exit(128 + signal);
}

static void fail(const char *what)
{
    fprintf(stderr, "footprint: %s: %s\n", what, errno ? strerror(errno) : "no answer");
    clean_up();
    exit(1);
}

static double now(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0) fail("cannot read the clock");
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/* What one start took, in milliseconds. */
struct start {
    double wall, cpu;
};

static struct start since(double begin)
{
    struct start start = { .wall = now(CLOCK_MONOTONIC) - begin };
    clockid_t clock;
    errno = clock_getcpuclockid(running, &clock);
    if (errno) fail("the daemon's processor time");
    start.cpu = now(clock);
    return start;
}

static double start_daemon(void)
{
    unlink(socket_path);
    double begin = now(CLOCK_MONOTONIC);
    running = fork();
    if (running < 0) fail("fork");
    if (running == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setenv("NOTIFY_SOCKET", notify_path, 1);
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 1);
        dup2(nothing, 2);
        execl(
            daemon_path, daemon_path, "--panel", panel_path, "--display", display, "--touch",
            "none", "--socket", socket_path, (char *)NULL);
        _exit(127);
    }
    return begin;
}

static void stop_daemon(void)
{
    kill(running, SIGTERM);
    int status;
    waitpid(running, &status, 0);
    running = 0;
    errno = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail("the daemon did not end well");
}

static void wait_for(int descriptor)
{
    struct pollfd wanted = { .fd = descriptor, .events = POLLIN };
    errno = 0;
    if (poll(&wanted, 1, patience_ms) != 1) fail("the daemon did not start");
}

/* The value of a line of /proc/PID/status. */
static void read_status(const char *key, char *value, size_t size)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", running);
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    size_t length = strlen(key);
    bool found = false;
    while (!found && fgets(line, sizeof line, file))
        found = strncmp(line, key, length) == 0 && line[length] == ':';
    fclose(file);
    if (!found) fail(key);
    snprintf(value, size, "%s", line + length + 1 + strspn(line + length + 1, " \t"));
}

/* A number of /proc/PID/status. */
static long status_of(const char *key)
{
    char value[256];
    read_status(key, value, sizeof value);
    return atol(value);
}

static bool sleeps(void)
{
    char state[256];
    read_status("State", state, sizeof state);
    return state[0] == 'S';
}

static void sleep_us(long time)
{
    struct timespec left = { .tv_sec = time / 1000000, .tv_nsec = time % 1000000 * 1000 };
    while (nanosleep(&left, &left) != 0 && errno == EINTR) { }
}

/* The daemon says that it has a display, draws the first frame, and sleeps until it is shown. */
static struct start first_frame(int notify)
{
    char message[512];
    while (recv(notify, message, sizeof message, MSG_DONTWAIT) >= 0) { }
    double begin = start_daemon();
    for (;;) {
        wait_for(notify);
        ssize_t length = recv(notify, message, sizeof message - 1, 0);
        if (length < 0) fail("NOTIFY_SOCKET");
        message[length] = 0;
        if (strstr(message, "STATUS=showing on ")) break;
    }
    while (!sleeps()) {
        if (now(CLOCK_MONOTONIC) - begin > patience_ms) fail("the daemon did not draw");
        sleep_us(20);
    }
    return since(begin);
}

static struct start socket_ready(int watch)
{
    char events[4096];
    while (read(watch, events, sizeof events) > 0) { }
    double begin = start_daemon();
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    memcpy(address.sun_path, socket_path, strlen(socket_path) + 1);
    for (;;) {
        int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (client < 0) fail("socket");
        if (connect(client, (struct sockaddr *)&address, sizeof address) == 0) {
            struct start start = since(begin);
            close(client);
            return start;
        }
        close(client);
        /* Bound, and not listening yet; or not even that. */
        if (errno == ENOENT) wait_for(watch);
        while (read(watch, events, sizeof events) > 0) { }
    }
}

static int by_wall(const void *left, const void *right)
{
    double difference =
        ((const struct start *)left)->wall - ((const struct start *)right)->wall;
    return (difference > 0) - (difference < 0);
}

static int by_cpu(const void *left, const void *right)
{
    double difference = ((const struct start *)left)->cpu - ((const struct start *)right)->cpu;
    return (difference > 0) - (difference < 0);
}

static void sleep_ms(long time) { sleep_us(time * 1000); }

/* A client that follows everything, and moves a fader from end to end. It stays. */
static int subscribe(void)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    memcpy(address.sun_path, socket_path, strlen(socket_path) + 1);
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0 || connect(client, (struct sockaddr *)&address, sizeof address) != 0)
        fail("cannot connect");
    if (dprintf(client, "{\"id\":0,\"cmd\":\"subscribe\"}\n") < 0) fail("cannot subscribe");
    for (int step = 1; step <= steps; step++) {
        dprintf(
            client, "{\"id\":%d,\"cmd\":\"set\",\"control\":\"ch1.level\",\"norm\":%.3f}\n", step,
            (double)step / steps);
        sleep_ms(20);
    }
    /* What it was told, up to the answer to the last that it asked for. */
    char wanted[32], *text = calloc(1, 1 << 20);
    size_t length = 0;
    snprintf(wanted, sizeof wanted, "\"id\":%d,", steps);
    while (text && length + 1 < 1 << 20 && !strstr(text, wanted)) {
        wait_for(client);
        ssize_t count = read(client, text + length, (1 << 20) - 1 - length);
        if (count <= 0) fail("the daemon does not answer");
        length += count;
    }
    bool is_refused = !text || strstr(text, "\"error\"");
    free(text);
    errno = 0;
    if (is_refused) fail("the daemon does not do as it was asked");
    sleep_ms(settle_ms);
    return client;
}

static bool json;

static void print_start(const char *row, struct start *starts)
{
    qsort(starts, runs, sizeof *starts, by_cpu);
    double cpu = starts[runs / 2].cpu, best_cpu = starts[0].cpu;
    qsort(starts, runs, sizeof *starts, by_wall);
    double wall = starts[runs / 2].wall, best = starts[0].wall;
    if (json)
        printf(
            "{\"bench\":\"render\",\"row\":\"%s\",\"size\":\"%dx%d\",\"ms\":%.2f,\"best\":%.2f,"
            "\"cpu_ms\":%.2f,\"best_cpu\":%.2f}\n",
            row, width, height, wall, best, cpu, best_cpu);
    else
        printf(
            "%-34s %7.2f ms (best %.2f), processor %.2f ms (best %.2f)\n", row, wall, best, cpu,
            best_cpu);
}

static void print_bytes(const char *row, double bytes)
{
    if (json)
        printf(
            "{\"bench\":\"render\",\"row\":\"%s\",\"size\":\"%dx%d\",\"mb\":%.2f}\n", row, width,
            height, bytes / 1e6);
    else
        printf("%-34s %7.2f MB\n", row, bytes / 1e6);
}

static void print_wake_ups(const char *row)
{
    /* A sleep that ends is counted when the next one begins. */
    long before = status_of("voluntary_ctxt_switches");
    sleep_ms(idle_s * 1000);
    long wake_ups = status_of("voluntary_ctxt_switches") - before;
    if (json)
        printf(
            "{\"bench\":\"render\",\"row\":\"%s\",\"size\":\"%dx%d\",\"count\":%ld}\n", row, width,
            height, wake_ups);
    else
        printf("%-34s %7ld\n", row, wake_ups);
}

int main(int argc, char **argv)
{
    json = argc == 4 && strcmp(argv[3], "--json") == 0;
    if (argc != 3 && !json) {
        fprintf(stderr, "usage: footprint DAEMON PANEL [--json]\n");
        return 2;
    }
    daemon_path = argv[1];
    panel_path = argv[2];
    struct stat program;
    if (stat(daemon_path, &program) != 0) fail(daemon_path);

    if (!mkdtemp(folder)) fail("mkdtemp");
    signal(SIGINT, stop_at_signal);
    signal(SIGTERM, stop_at_signal);
    snprintf(socket_path, sizeof socket_path, "%s/socket", folder);
    snprintf(notify_path, sizeof notify_path, "%s/notify", folder);
    snprintf(display, sizeof display, "memory:%dx%d", width, height);
    int notify = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    memcpy(address.sun_path, notify_path, strlen(notify_path) + 1);
    if (notify < 0 || bind(notify, (struct sockaddr *)&address, sizeof address) != 0)
        fail(notify_path);
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch < 0 || inotify_add_watch(watch, folder, IN_CREATE | IN_ATTRIB) < 0) fail("inotify");

    struct start frames[runs], sockets[runs];
    for (int run = 0; run < runs; run++) {
        sockets[run] = socket_ready(watch);
        stop_daemon();
        frames[run] = first_frame(notify);
        if (run + 1 < runs) stop_daemon();
    }
    print_start("exec to first frame", frames);
    print_start("exec to socket ready", sockets);

    sleep_ms(settle_ms);
    double resident = status_of("VmRSS") * 1024.0;
    print_bytes("resident", resident);
    print_bytes("resident without the picture", resident - picture_size);
    print_bytes("of which of no file", status_of("RssAnon") * 1024.0 - picture_size);
    print_bytes("stripped static daemon", program.st_size);

    print_wake_ups("wake-ups in 10 s of idle");

    int client = subscribe();
    print_bytes("resident, in use", status_of("VmRSS") * 1024.0);
    print_wake_ups("wake-ups in 10 s, with a client");
    close(client);
    stop_daemon();
    clean_up();
    return 0;
}
