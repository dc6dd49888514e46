/*
 * alsa-volume: lets a fader of a Glassfader panel set the volume of a sound card, and shows changes
 * that others make to it.
 *
 *     cc -o alsa-volume alsa-volume.c $(pkg-config --cflags --libs alsa jansson) -lm
 *     alsa-volume [-s SOCKET] [-c CARD] [-m ELEMENT] CONTROL
 *
 * An example of a client in C. It lists the control, subscribes, applies the level in the reply,
 * and then acts on each event except those of `feedback`, which report the engine's present value.
 * The level of a member of VCAs is the effective one, with the levels of its masters.
 * It sends changes by alsamixer or by a headset's buttons as `feedback`. Until the reply, it keeps
 * the events back, because the reply replaces those that are older. If the panel goes away, it
 * waits, and applies the value of the next reply, so that it never misses the last one. After a
 * reload it begins again, because the fader may have another range.
 * glassfader-protocol(7) describes the protocol.
 */

#include <alsa/asoundlib.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char *const standard_path = "/run/glassfader/glassfader.sock";

/* The ids of our requests, which identify their replies. */
enum { LIST = 1, SUBSCRIBE = 2, FEEDBACK = 3 };

/* A level for the card, and the number of the message that has it. */
struct level {
    double decibels;
    bool is_silent;
    json_int_t seq;
};

/* The sound card and the panel. */
struct bridge {
    snd_mixer_t *mixer;
    snd_mixer_elem_t *element;
    /* In hundredths of a decibel, LONG_MIN for muted. Another value was set by somebody else. */
    long known;

    const char *control;
    int panel;
    /* The fader's value that means silence; NAN if it has none. */
    double silence;
    /* The fader's own value, and what the masters of VCAs add to it: NAN while they silence it.
       The value is NAN before the first snapshot, and while the panel has no such fader. */
    double value, offset;
    /* How many replies to feedback are awaited, and the newest level that waits for them, if any. */
    int awaited;
    bool is_held;
    struct level held;
    /* Whether the control was suitable once, and whether this connection had a snapshot. */
    bool has_begun, has_snapshot;
    /* What was reported last, and whether anything was on this connection. */
    char complaint[256];
    bool has_complained;
    /* The incomplete line that was received. */
    char *line;
    size_t length, room;
};

/* Reports a problem, unless it is the same as the last one. */
__attribute__((format(printf, 2, 3)))
static void complain(struct bridge *bridge, const char *format, ...)
{
    char text[sizeof bridge->complaint];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (strcmp(text, bridge->complaint) != 0) fprintf(stderr, "alsa-volume: %s\n", text);
    strcpy(bridge->complaint, text);
    bridge->has_complained = true;
}

/* The sound card */

/* Opens one element of a card's mixer. On failure, reports why and returns false. */
static bool open_element(struct bridge *bridge, const char *card, const char *name)
{
    int error = snd_mixer_open(&bridge->mixer, 0);
    if (error == 0) error = snd_mixer_attach(bridge->mixer, card);
    if (error == 0) error = snd_mixer_selem_register(bridge->mixer, NULL, NULL);
    if (error == 0) error = snd_mixer_load(bridge->mixer);
    if (error < 0) {
        fprintf(stderr, "alsa-volume: card %s: %s\n", card, snd_strerror(error));
        return false;
    }
    snd_mixer_selem_id_t *id;
    snd_mixer_selem_id_alloca(&id);
    snd_mixer_selem_id_set_name(id, name);
    bridge->element = snd_mixer_find_selem(bridge->mixer, id);
    if (!bridge->element || !snd_mixer_selem_has_playback_volume(bridge->element)) {
        fprintf(stderr, "alsa-volume: card %s has no volume '%s'\n", card, name);
        return false;
    }
    return true;
}

static long volume(snd_mixer_elem_t *element)
{
    int is_on = 1;
    long hundredths = 0;
    if (snd_mixer_selem_has_playback_switch(element))
        snd_mixer_selem_get_playback_switch(element, SND_MIXER_SCHN_FRONT_LEFT, &is_on);
    snd_mixer_selem_get_playback_dB(element, SND_MIXER_SCHN_FRONT_LEFT, &hundredths);
    return is_on ? hundredths : LONG_MIN;
}

static void set_volume(struct bridge *bridge, struct level level)
{
    /* -1 rounds down, so that the volume is never above the fader's value. */
    double decibels = fmax(-1000, fmin(level.decibels, 1000));
    snd_mixer_selem_set_playback_dB_all(bridge->element, lround(decibels * 100), -1);
    if (snd_mixer_selem_has_playback_switch(bridge->element))
        snd_mixer_selem_set_playback_switch_all(bridge->element, !level.is_silent);
    bridge->known = volume(bridge->element);
}

/* The panel */

static int connect_panel(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

/* Sends a request and frees it. Returns false if the panel is gone. */
static bool say(int panel, json_t *request)
{
    char *line = request ? json_dumps(request, JSON_COMPACT) : NULL;
    size_t length = line ? strlen(line) : 0, sent = 0;
    if (line) line[length++] = '\n';
    while (sent < length) {
        ssize_t count = send(panel, line + sent, length - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) break;
        if (count > 0) sent += count;
    }
    free(line);
    json_decref(request);
    return length > 0 && sent == length;
}

static bool greet(const struct bridge *bridge)
{
    return say(bridge->panel, json_pack("{s:s, s:s, s:i}", "cmd", "hello", "name", "alsa-volume",
                                        "protocol", 1));
}

/* Requests the control's description and its level, at the start and after a reload. */
static bool begin(const struct bridge *bridge)
{
    return say(bridge->panel, json_pack("{s:i, s:s, s:s}", "id", LIST, "cmd", "list", "match",
                                        bridge->control)) &&
           say(bridge->panel, json_pack("{s:i, s:s, s:[s]}", "id", SUBSCRIBE, "cmd", "subscribe",
                                        "match", bridge->control));
}

/* Sends the card's volume to the panel, unless it was set here. */
static bool tell_volume(struct bridge *bridge)
{
    long now = volume(bridge->element);
    if (now == bridge->known) return true;
    bridge->known = now;
    double value = now == LONG_MIN ? bridge->silence : now / 100.0 - bridge->offset;
    /* The panel's level is applied first. */
    if (isnan(bridge->value) || isnan(value)) return true;
    bridge->awaited++;
    return say(bridge->panel,
               json_pack("{s:i, s:s, s:s, s:f, s:b}", "id", FEEDBACK, "cmd", "set", "control",
                         bridge->control, "value", value, "feedback", 1));
}

/* Reads the control's description. If it is unsuitable, reports why and returns false at the start;
   later, the card keeps its volume until a reload brings the control back. */
static bool learn(struct bridge *bridge, json_t *answer)
{
    json_t *control = json_array_get(json_object_get(answer, "controls"), 0);
    const char *unit = json_string_value(json_object_get(control, "unit"));
    bridge->silence = bridge->value = NAN;
    if (!control) {
        complain(bridge, "the panel has no %s", bridge->control);
        return bridge->has_begun;
    }
    if (!unit || strcmp(unit, "dB") != 0) {
        complain(bridge, "%s is not in dB", bridge->control);
        return bridge->has_begun;
    }
    json_t *min = json_object_get(control, "min");
    if (json_is_true(json_object_get(control, "min_is_off")) && json_is_number(min))
        bridge->silence = json_number_value(min);
    bridge->has_begun = true;
    return true;
}

/* Notes the fader's value and what its masters add. Returns the level that is in effect. */
static double level_in(struct bridge *bridge, json_t *reading)
{
    json_t *value = json_object_get(reading, "value");
    json_t *effective = json_object_get(json_object_get(reading, "effective"), "value");
    if (json_is_number(value)) bridge->value = json_number_value(value);
    double level = json_is_number(effective) ? json_number_value(effective) : bridge->value;
    if (bridge->value != bridge->silence)
        bridge->offset = level == bridge->silence ? NAN : level - bridge->value;
    return level;
}

/* Whether a level is silence. The events have the gain; without it, the value is compared. */
static bool is_silent(const struct bridge *bridge, json_t *reading, double level)
{
    json_t *effective = json_object_get(reading, "effective");
    json_t *gain = json_object_get(effective ? effective : reading, "gain");
    return json_is_number(gain) ? json_number_value(gain) == 0 : level == bridge->silence;
}

/* Sets the card to the level that a message reports, if any, or keeps it until the reply to
   feedback. */
static void follow_level(struct bridge *bridge, json_t *message)
{
    /* From the reply to subscribe, or from a resync after events were lost. */
    json_t *answer = json_object_get(message, "ok");
    json_t *source = answer ? answer : message;
    json_t *snapshot = json_object_get(source, "snapshot");
    json_t *reading = json_object_get(snapshot, bridge->control);
    const char *event = json_string_value(json_object_get(message, "event"));
    const char *cause =
        json_string_value(json_object_get(json_object_get(message, "source"), "kind"));
    const char *control = json_string_value(json_object_get(message, "control"));
    if (event && (strcmp(event, "valueChanged") == 0 || strcmp(event, "effectiveChanged") == 0) &&
        control && strcmp(control, bridge->control) == 0)
        reading = message;
    if (!reading) return;
    if (snapshot) {
        bridge->offset = 0;
        bridge->has_snapshot = true;
        *bridge->complaint = '\0';
    }
    double decibels = level_in(bridge, reading);
    if (isnan(decibels) || (cause && strcmp(cause, "feedback") == 0)) return;
    bridge->held = (struct level){decibels, is_silent(bridge, reading, decibels),
                                  json_integer_value(json_object_get(source, "seq"))};
    bridge->is_held = bridge->awaited > 0;
    if (!bridge->is_held) set_volume(bridge, bridge->held);
}

/* Handles the reply to feedback: what is older than it was replaced by it. */
static void finish_feedback(struct bridge *bridge, json_t *answer)
{
    json_int_t seq = json_integer_value(json_object_get(answer, "seq"));
    if (json_is_true(json_object_get(answer, "applied"))) {
        if (bridge->held.seq < seq) bridge->is_held = false;
        /* The events that came before the reply have noted an older value. */
        if (!bridge->is_held) level_in(bridge, answer);
    }
    if (bridge->awaited > 0) bridge->awaited--;
    if (bridge->awaited == 0 && bridge->is_held) {
        bridge->is_held = false;
        set_volume(bridge, bridge->held);
    }
}

/* Reports an error. Returns false if it is fatal, as all but those of feedback are. */
static bool report(struct bridge *bridge, json_t *error, json_int_t id)
{
    const char *text = json_string_value(json_object_get(error, "message"));
    const char *code = json_string_value(json_object_get(error, "code"));
    complain(bridge, "%s", text ? text : code ? code : "the panel reports an error without words");
    return id != LIST && id != SUBSCRIBE && !(code && strcmp(code, "too-large") == 0);
}

enum outcome { GOES_ON, PANEL_IS_GONE, IS_OVER };

/* Handles one line of the panel. */
static enum outcome act(struct bridge *bridge, const char *line)
{
    json_t *message = json_loads(line, 0, NULL);
    json_t *error = json_object_get(message, "error");
    json_t *answer = json_object_get(message, "ok");
    json_int_t id = json_integer_value(json_object_get(message, "id"));
    const char *event = json_string_value(json_object_get(message, "event"));
    enum outcome outcome = GOES_ON;
    if (error && !report(bridge, error, id)) outcome = IS_OVER;
    else if (answer && id == LIST) outcome = learn(bridge, answer) ? GOES_ON : IS_OVER;
    else if (id == FEEDBACK) finish_feedback(bridge, answer);
    else if (event && strcmp(event, "configReloaded") == 0)
        outcome = begin(bridge) ? GOES_ON : PANEL_IS_GONE;
    else follow_level(bridge, message);
    json_decref(message);
    return outcome;
}

/* Main loop */

/* Reads what has arrived, and handles the complete lines. */
static enum outcome read_panel(struct bridge *bridge)
{
    if (bridge->length > 4 << 20) {
        complain(bridge, "the panel sends a line without an end: is it the socket of a panel?");
        return PANEL_IS_GONE;
    }
    if (bridge->room - bridge->length < 4096) {
        size_t room = bridge->room + 65536;
        char *line = realloc(bridge->line, room);
        if (!line) return IS_OVER;
        bridge->line = line;
        bridge->room = room;
    }
    ssize_t count = recv(bridge->panel, bridge->line + bridge->length,
                         bridge->room - bridge->length, 0);
    if (count < 0 && errno == EINTR) return GOES_ON;
    if (count <= 0) return PANEL_IS_GONE;
    bridge->length += count;

    char *start = bridge->line, *unread = start + bridge->length - count, *end;
    while ((end = memchr(unread, '\n', bridge->line + bridge->length - unread))) {
        *end = '\0';
        enum outcome outcome = act(bridge, start);
        if (outcome != GOES_ON) return outcome;
        unread = start = end + 1;
    }
    bridge->length -= start - bridge->line;
    memmove(bridge->line, start, bridge->length);
    return GOES_ON;
}

/* Follows both sides until the panel is gone, or a fatal error. */
static enum outcome follow(struct bridge *bridge)
{
    bridge->length = 0;
    bridge->silence = bridge->value = NAN;
    bridge->offset = bridge->awaited = 0;
    bridge->is_held = bridge->has_snapshot = bridge->has_complained = false;
    enum outcome outcome = GOES_ON;
    if (!greet(bridge) || !begin(bridge)) {
        /* The panel has closed the connection. It has sent why. */
        while (outcome == GOES_ON) outcome = read_panel(bridge);
        return outcome;
    }
    while (outcome == GOES_ON) {
        /* A card has one descriptor. */
        struct pollfd polled[2] = {{.fd = bridge->panel, .events = POLLIN}};
        snd_mixer_poll_descriptors(bridge->mixer, polled + 1, 1);
        if (poll(polled, 2, -1) < 0) {
            if (errno == EINTR) continue;
            perror("alsa-volume: poll");
            return IS_OVER;
        }
        /* The card is first: its change is newer than what waits from the panel. */
        if (polled[1].revents) {
            int error = snd_mixer_handle_events(bridge->mixer);
            if (error < 0) {
                fprintf(stderr, "alsa-volume: the sound card: %s\n", snd_strerror(error));
                return IS_OVER;
            }
            if (!tell_volume(bridge)) outcome = PANEL_IS_GONE;
        }
        if (polled[0].revents && outcome == GOES_ON) outcome = read_panel(bridge);
    }
    return outcome;
}

int main(int count, char **arguments)
{
    const char *path = getenv("GLASSFADER_SOCKET");
    const char *card = "default", *name = "Master";
    if (!path || !*path) path = standard_path;
    for (int option; (option = getopt(count, arguments, "s:c:m:")) != -1;) {
        if (option == 's') path = optarg;
        else if (option == 'c') card = optarg;
        else if (option == 'm') name = optarg;
        else count = 0;
    }
    if (optind != count - 1) {
        fprintf(stderr, "usage: alsa-volume [-s SOCKET] [-c CARD] [-m ELEMENT] CONTROL\n");
        return 2;
    }
    struct bridge bridge = {.control = arguments[optind]};
    json_t *control = json_string(bridge.control);
    if (!control) {
        fprintf(stderr, "alsa-volume: CONTROL is not in UTF-8\n");
        return 2;
    }
    json_decref(control);
    if (!open_element(&bridge, card, name)) return 1;

    for (;; sleep(1)) {
        bridge.panel = connect_panel(path);
        if (bridge.panel < 0) {
            complain(&bridge, "waiting for %s: %s", path, strerror(errno));
            continue;
        }
        enum outcome outcome = follow(&bridge);
        close(bridge.panel);
        if (outcome == IS_OVER) break;
        if (!bridge.has_snapshot && !bridge.has_complained)
            complain(&bridge, "%s closes the connection: is it the socket of a panel?", path);
    }
    free(bridge.line);
    snd_mixer_close(bridge.mixer);
    return 1;
}
