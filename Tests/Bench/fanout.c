/* Ten fingers move ten faders, 200 reports a second for ten seconds, and lift and land every half
   second; 1, 64 and 1000 subscribers listen, of which ten stand still (SIGSTOP) for 3 s or 15 s.
   Whoever did not stand still has to be told of every edge; everyone ends up with the values of the
   panel, and is told of each control in order; and the daemon's memory must not grow with the stall.
   See Tests/bench. */
#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    fingers = 10,
    most_subscribers = 1000,
    /* So many subscribers stand still, each a process of its own. */
    stalled = 10,
    reports = 2000,
    pace_ns = 5 * 1000 * 1000,
    /* After so many reports the fingers lift, and land with the next one. */
    gesture = 100,
    /* How long those who stand still may take to catch up. */
    longest_catch_up_ms = 20000,
    /* More memory than this is not what ten bounded lanes take. */
    most_growth_kib = 8192,
    line_size = 1 << 16,
    /* A latency is counted with those of the same 10 us, up to 2 s. */
    bucket_us = 10,
    buckets = 200000,
};

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
    "connections = 1100\n"
    "lines_per_second = 1000000\n"
    "[[pages]]\n"
    "id = \"main\"\n"
    "strips = [{ id = \"ch{n}\", count = 10, controls = [\n"
    "  { id = \"level\", type = \"slider\", min = 0, max = 100, default = 50 },\n"
    "] }]\n";

/* What one subscriber was told; its process writes it, and the benchmark reads it. */
struct told {
    double values[fingers];
    long long sequence[fingers];
    long edges, lines, resyncs, disorders;
    bool is_sent_away;
};

/* What the processes share: of each subscriber, and of all edges told to those who never stand
   still. */
struct shared {
    struct told told[most_subscribers];
    unsigned latencies[buckets];
};

static struct shared *shared;

struct measurement {
    double p50, p99, cpu_per_report, cpu_per_line;
    long lines, resyncs, memory_before, memory_stalled, memory_after;
};

/* The subscribers */

static double number_after(const char *line, const char *text, bool *is_found)
{
    const char *found = strstr(line, text);
    *is_found = found != NULL;
    return found ? strtod(found + strlen(text), NULL) : 0;
}

static void take_resync(struct told *told, const char *line, long long sequence)
{
    told->resyncs++;
    for (int i = 0; i < fingers; i++) {
        char name[48];
        bool is_found;
        snprintf(name, sizeof name, "\"ch%d.level\":{\"value\":", i + 1);
        double value = number_after(line, name, &is_found);
        if (!is_found || sequence < told->sequence[i]) told->disorders++;
        told->values[i] = value;
        told->sequence[i] = sequence;
    }
}

static void take(struct told *told, const char *line, bool is_counted)
{
    bool has_sequence, has_value, has_control;
    long long sequence = (long long)number_after(line, "\"seq\":", &has_sequence);
    told->lines++;
    if (strncmp(line, "{\"event\":\"resync\"", 17) == 0) {
        take_resync(told, line, sequence);
        return;
    }
    int control = (int)number_after(line, "\"control\":\"ch", &has_control) - 1;
    double value = number_after(line, "\"value\":", &has_value);
    if (!has_sequence || !has_control || !has_value || control < 0 || control >= fingers
        || sequence <= told->sequence[control]) {
        told->disorders++;
        return;
    }
    told->sequence[control] = sequence;
    told->values[control] = value;
    if (strstr(line, "\"phase\":\"changed\"")) return;
    told->edges++;
    if (!is_counted) return;
    bool has_time;
    double happened = number_after(line, "\"t\":", &has_time);
    long bucket = (long)((double)now_ns(CLOCK_MONOTONIC) / 1000 - happened) / bucket_us;
    if (bucket >= buckets) bucket = buckets - 1;
    if (bucket >= 0) __atomic_fetch_add(&shared->latencies[bucket], 1, __ATOMIC_RELAXED);
}

/* Reads for some subscribers until the end of the process. */
static void listen_for(int first, int count, bool is_counted)
{
    struct reader {
        int descriptor;
        size_t length;
        char *line;
    } *readers = calloc((size_t)count, sizeof *readers);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!readers || epoll < 0) fail("epoll_create1");
    for (int i = 0; i < count; i++) {
        static const char request[] = "{\"id\":1,\"cmd\":\"subscribe\",\"max_rate_hz\":60}\n";
        readers[i].descriptor = connect_to_server();
        readers[i].line = malloc(line_size);
        if (!readers[i].line) fail("malloc");
        expect_line(readers[i].descriptor, "\"hello\"");
        if (write(readers[i].descriptor, request, strlen(request)) < 0) fail("subscribe");
        expect_line(readers[i].descriptor, "\"ok\"");
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)i};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, readers[i].descriptor, &event) < 0) fail("epoll_ctl");
        /* The benchmark waits for it. */
        shared->told[first + i].lines = 1;
    }
    for (;;) {
        struct epoll_event events[64];
        int ready = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < ready; i++) {
            struct reader *reader = &readers[events[i].data.u32];
            struct told *told = &shared->told[first + (int)events[i].data.u32];
            ssize_t size = recv(reader->descriptor, reader->line + reader->length,
                                line_size - 1 - reader->length, MSG_DONTWAIT);
            if (size == 0) {
                told->is_sent_away = true;
                epoll_ctl(epoll, EPOLL_CTL_DEL, reader->descriptor, NULL);
            }
            if (size <= 0) continue;
            reader->length += (size_t)size;
            char *start = reader->line, *end = reader->line + reader->length, *line_end;
            while ((line_end = memchr(start, '\n', (size_t)(end - start)))) {
                *line_end = 0;
                take(told, start, is_counted);
                start = line_end + 1;
            }
            reader->length = (size_t)(end - start);
            memmove(reader->line, start, reader->length);
        }
    }
}

static pid_t start_listening(int first, int count, bool is_counted)
{
    pid_t process = fork();
    if (process < 0) fail("fork");
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        listen_for(first, count, is_counted);
    }
    return process;
}

static void wait_for_subscribers(int count)
{
    for (int waited = 0; waited < 60000; waited += 10) {
        int ready = 0;
        while (ready < count && __atomic_load_n(&shared->told[ready].lines, __ATOMIC_RELAXED)) ready++;
        if (ready == count) return;
        expect_alive();
        usleep(10000);
    }
    errno = 0;
    fail("not everyone could subscribe");
}

/* The fingers */

/* Each finger goes up and down on its fader, and lifts at the end of a gesture. */
static void write_report(int pipe, int number)
{
    struct input_event events[4 * fingers + 2], *next = events;
    int step = number % gesture;
    for (int i = 0; i < fingers; i++) {
        add(&next, EV_ABS, ABS_MT_SLOT, i);
        if (step == gesture - 1) {
            add(&next, EV_ABS, ABS_MT_TRACKING_ID, -1);
            continue;
        }
        if (step == 0) add(&next, EV_ABS, ABS_MT_TRACKING_ID, 1 + i + fingers * (number / gesture));
        add(&next, EV_ABS, ABS_MT_POSITION_X, 64 + 128 * i);
        add(&next, EV_ABS, ABS_MT_POSITION_Y, 400 - (number / gesture % 2 ? -step : step));
    }
    if (step == 0) add(&next, EV_KEY, BTN_TOUCH, 1);
    if (step == gesture - 1) add(&next, EV_KEY, BTN_TOUCH, 0);
    add(&next, EV_SYN, SYN_REPORT, 0);
    write_events(pipe, events, next);
}

/* Measuring */

/* The daemon's resident memory, in KiB. */
static long memory_of(pid_t process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
    FILE *file = fopen(path, "r");
    long size, resident;
    if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) fail(path);
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE) / 1024;
}

static void ask_for_values(double *values)
{
    int descriptor = connect_to_server();
    expect_line(descriptor, "\"hello\"");
    FILE *lines = fdopen(descriptor, "r+");
    if (!lines) fail("fdopen");
    for (int i = 0; i < fingers; i++) {
        char line[512];
        bool is_found;
        int size = snprintf(line, sizeof line,
                            "{\"id\":1,\"cmd\":\"get\",\"control\":\"ch%d.level\"}\n", i + 1);
        if (write(descriptor, line, (size_t)size) != size || !fgets(line, sizeof line, lines))
            fail("get");
        values[i] = number_after(line, "\"value\":", &is_found);
        errno = 0;
        if (!is_found) fail(line);
    }
    fclose(lines);
}

static bool has_values(const struct told *told, const double *values)
{
    for (int i = 0; i < fingers; i++)
        if (told->values[i] != values[i]) return false;
    return true;
}

/* Expects of everyone what the head of this file says. */
static void check(int subscribers, int standing_still, const double *values)
{
    const long edges = 2L * fingers * (reports / gesture);
    bool is_wrong = false;
    for (int waited = 0;; waited += 50) {
        int behind = 0;
        for (int i = 0; i < subscribers; i++) behind += !has_values(&shared->told[i], values);
        if (behind == 0 || waited > longest_catch_up_ms) break;
        usleep(50000);
    }
    /* What is on its way to those who have the values already. */
    usleep(200000);
    for (int i = 0; i < subscribers; i++) {
        const struct told *told = &shared->told[i];
        const char *problem =
            told->is_sent_away ? "was sent away"
            : told->disorders ? "was told of a control out of order"
            : !has_values(told, values) ? "does not have the values of the panel"
            : told->resyncs == 0 && told->edges != edges ? "was not told of every edge"
            : i >= standing_still && told->resyncs ? "had to be given all values anew"
            : NULL;
        if (!problem) continue;
        fprintf(stderr, "bench: subscriber %d of %d%s %s (%ld edges of %ld, %ld resyncs)\n", i + 1,
                subscribers, i < standing_still ? ", which stood still," : "", problem, told->edges,
                edges, told->resyncs);
        is_wrong = true;
    }
    if (is_wrong) exit(1);
}

static double latency(int percent)
{
    unsigned long long count = 0, passed = 0;
    for (int i = 0; i < buckets; i++) count += shared->latencies[i];
    for (int i = 0; i < buckets; i++) {
        passed += shared->latencies[i];
        if (passed * 100 >= count * (unsigned)percent) return (i + 0.5) * bucket_us;
    }
    return 0;
}

static struct measurement measure(const char *program, int subscribers, int stall_s)
{
    memset(shared, 0, sizeof *shared);
    int standing_still = stall_s > 0 ? stalled : 0;
    pid_t daemon = start_daemon(program), processes[stalled + 1];
    int process_count = 0;
    for (int i = 0; i < standing_still; i++)
        processes[process_count++] = start_listening(i, 1, false);
    wait_for_subscribers(standing_still);
    processes[process_count++] =
        start_listening(standing_still, subscribers - standing_still, true);
    wait_for_subscribers(subscribers);
    for (int i = 0; i < subscribers; i++) shared->told[i].lines = 0;
    int pipe = open_pipe();
    clockid_t cpu;
    if ((errno = clock_getcpuclockid(daemon, &cpu))) fail("clock_getcpuclockid");

    struct measurement result = {0};
    long long cpu_before = now_ns(cpu), start = now_ns(CLOCK_MONOTONIC);
    long long stops = start + 1000000000LL, goes_on = stops + stall_s * 1000000000LL;
    bool is_still = false, is_over = stall_s == 0;
    for (int number = 0; number < reports || !is_over; number++) {
        long long now = now_ns(CLOCK_MONOTONIC);
        if (!is_over && !is_still && now >= stops) {
            result.memory_before = memory_of(daemon);
            for (int i = 0; i < standing_still; i++) kill(processes[i], SIGSTOP);
            is_still = true;
        }
        if (is_still && now >= goes_on) {
            result.memory_stalled = memory_of(daemon);
            for (int i = 0; i < standing_still; i++) kill(processes[i], SIGCONT);
            is_still = false;
            is_over = true;
        }
        if (number < reports) write_report(pipe, number);
        pause_until(start + (number + 1LL) * pace_ns);
    }
    double values[fingers];
    ask_for_values(values);
    check(subscribers, standing_still, values);
    result.memory_after = memory_of(daemon);
    if (result.memory_stalled - result.memory_before > most_growth_kib) {
        fprintf(stderr, "bench: the daemon's memory grew from %ld to %ld KiB while %d subscribers "
                "stood still\n", result.memory_before, result.memory_stalled, standing_still);
        exit(1);
    }

    for (int i = 0; i < subscribers; i++) {
        result.lines += shared->told[i].lines;
        result.resyncs += shared->told[i].resyncs;
    }
    double cpu_us = (double)(now_ns(cpu) - cpu_before) / 1000;
    result.cpu_per_report = cpu_us / reports;
    result.cpu_per_line = cpu_us / (double)result.lines;
    result.p50 = latency(50);
    result.p99 = latency(99);
    close(pipe);
    for (int i = 0; i < process_count; i++) {
        kill(processes[i], SIGKILL);
        waitpid(processes[i], NULL, 0);
    }
    stop_server();
    return result;
}

int main(int argc, char **argv)
{
    bool is_json = argc == 3 && strcmp(argv[2], "--json") == 0;
    if (argc != 2 && !is_json) {
        fprintf(stderr, "usage: fanout GLASSFADERD [--json]\n");
        return 2;
    }
    struct rlimit files = {2048, 2048};
    if (setrlimit(RLIMIT_NOFILE, &files) < 0) {
        getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = files.rlim_max;
        if (files.rlim_max < 1200 || setrlimit(RLIMIT_NOFILE, &files) < 0)
            fail("a process needs 1200 descriptors");
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) fail("mmap");
    make_files(panel);
    if (!is_json)
        printf("Ten fingers, 200 reports a second for 10 s; ten subscribers stand still for a while. "
               "From a finger\nlanding or lifting to whoever does not stand still having read it, in "
               "us; the daemon's processor\ntime, in us; its memory before the stall, at its end and "
               "afterwards, in KiB.\n\n"
               "                                                 processor time\n"
               "subscribers  still    p50     p99     events  a report  an event   memory\n");
    static const int subscribers[] = {1, 64, most_subscribers}, stalls[] = {3, 15};
    for (size_t k = 0; k < sizeof subscribers / sizeof *subscribers; k++) {
        for (size_t i = 0; i < sizeof stalls / sizeof *stalls; i++) {
            int stall = subscribers[k] > stalled ? stalls[i] : 0;
            struct measurement it = measure(argv[1], subscribers[k], stall);
            if (is_json)
                printf("{\"bench\":\"fanout\",\"subscribers\":%d,\"stall_s\":%d,\"p50_us\":%.0f,"
                       "\"p99_us\":%.0f,\"events\":%ld,\"resyncs\":%ld,\"cpu_per_report_us\":%.1f,"
                       "\"cpu_per_event_us\":%.2f,\"memory_before_kib\":%ld,"
                       "\"memory_stalled_kib\":%ld,\"memory_after_kib\":%ld}\n", subscribers[k], stall,
                       it.p50, it.p99, it.lines, it.resyncs, it.cpu_per_report, it.cpu_per_line,
                       it.memory_before, it.memory_stalled, it.memory_after);
            else
                printf("%11d %4d s %6.0f %7.0f %10ld %9.1f %9.2f   %ld %ld %ld\n", subscribers[k],
                       stall, it.p50, it.p99, it.lines, it.cpu_per_report, it.cpu_per_line,
                       it.memory_before, it.memory_stalled, it.memory_after);
            fflush(stdout);
            if (stall == 0) break;
        }
    }
    return 0;
}
