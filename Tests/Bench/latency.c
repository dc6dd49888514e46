/* Measures from a report being written to the daemon's pipe until its events are readable at the
   last of the subscribers, and the processor time that the daemon spends on it; then the same of
   floor.c, which does nothing else. See Tests/bench.

   The floor, and the ratio to it, are of one line of 180 bytes per report. The daemon has to tell of
   each finger that moved: beside it stands the p50 of a floor that writes so many lines at once. */
#define _GNU_SOURCE
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum {
    most_fingers = 10,
    most_subscribers = 64,
    warm_up = 50,
    reports = 300,
    /* A movement of one control is told 60 times a second at most: a report every 20 ms is told
       at once, and no event waits for its turn. */
    pace_ns = 20 * 1000 * 1000,
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
    "connections = 64\n"
    "[[pages]]\n"
    "id = \"main\"\n"
    "strips = [{ id = \"ch{n}\", count = 10, controls = [\n"
    "  { id = \"level\", type = \"slider\", min = 0, max = 100, default = 50 },\n"
    "] }]\n";

/* Starting a server */

static void start(struct server *server, const char *program)
{
    if (!server->floor_lines) {
        server->process = start_daemon(program);
        return;
    }
    char count[16], lines[16];
    snprintf(count, sizeof count, "%d", server->subscriber_count);
    snprintf(lines, sizeof lines, "%d", server->floor_lines);
    server->process = start_server(
        (char *[]){(char *)program, pipe_path, socket_path, count, lines, NULL});
}

static void subscribe(struct server *server)
{
    static const char request[] =
        "{\"id\":1,\"cmd\":\"subscribe\",\"events\":[\"valueChanged\"],\"max_rate_hz\":60}\n";
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < server->subscriber_count; i++) {
        int descriptor = connect_to_server();
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

static void stop(struct server *server)
{
    close(server->pipe);
    close(server->epoll);
    for (int i = 0; i < server->subscriber_count; i++) close(server->subscribers[i]);
    stop_server();
}

/* Measuring */

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
    return write_events(server->pipe, events, next);
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

/* Measures a floor of so many lines, or the daemon for 0. */
static struct measurement measure(const char *program, int floor_lines, int fingers,
                                  int subscribers)
{
    struct server server = {.floor_lines = floor_lines, .subscriber_count = subscribers};
    start(&server, program);
    subscribe(&server);
    server.pipe = open_pipe();
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
    make_files(panel);
    if (!is_json)
        printf("From a report written to its events readable at the last subscriber, in us; %d reports, "
               "one every %d ms.\nThe processor time of a report includes drawing it, 1280x800 in "
               "memory.\n\n"
               "                         glassfaderd            floor   ratio  a line a   processor time\n"
               "fingers subscribers    p50    p95    p99      p50  of p50    finger   daemon   floor\n",
               reports, pace_ns / 1000000);
    const int fingers[] = {1, 5, 10}, subscribers[] = {1, most_subscribers};
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
