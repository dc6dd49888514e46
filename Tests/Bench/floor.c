/* The least that a server of touches can do: read the kernel's events from a pipe and, when a report
   is complete, write a line of 180 bytes to each client, or as many at once as LINES says. Everything
   blocks; nothing is looked at. */
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <fcntl.h>
#include <unistd.h>

enum { line_size = 180, most_lines = 16, most_clients = 1024 };

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: floor PIPE SOCKET CLIENTS LINES\n");
        return 2;
    }
    int clients[most_clients];
    int wanted = atoi(argv[3]);
    if (wanted < 1 || wanted > most_clients) return 2;
    int lines = atoi(argv[4]);
    if (lines < 1 || lines > most_lines) return 2;

    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(argv[2]) >= sizeof address.sun_path) return 2;
    strcpy(address.sun_path, argv[2]);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0) fail("bind");
    if (listen(listener, most_clients) < 0) fail("listen");
    for (int i = 0; i < wanted; i++) {
        clients[i] = accept(listener, NULL, NULL);
        if (clients[i] < 0) fail("accept");
    }

    int pipe = open(argv[1], O_RDONLY);
    if (pipe < 0) fail(argv[1]);
    char text[most_lines * line_size];
    memset(text, '.', sizeof text);
    for (int i = 1; i <= lines; i++) text[i * line_size - 1] = '\n';
    ssize_t size = lines * line_size;

    /* Whoever writes writes whole reports, which are less than PIPE_BUF and thus come whole. */
    struct input_event events[64];
    ssize_t count;
    while ((count = read(pipe, events, sizeof events)) > 0) {
        for (size_t i = 0; i < (size_t)count / sizeof *events; i++) {
            if (events[i].type != EV_SYN || events[i].code != SYN_REPORT) continue;
            for (int k = 0; k < wanted; k++)
                if (write(clients[k], text, (size_t)size) != size) fail("write");
        }
    }
    return 0;
}
