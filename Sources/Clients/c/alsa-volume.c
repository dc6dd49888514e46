/*
 * alsa-volume: lets a fader of a Glassfader panel set the volume of a sound card.
 *
 *     cc -o alsa-volume alsa-volume.c $(pkg-config --cflags --libs alsa jansson) -lm
 *     alsa-volume [-s SOCKET] [-c CARD] [-m ELEMENT] CONTROL
 *
 * An example of a client in C: it connects, subscribes, takes the values of the answer for the
 * beginning, and then acts on each event. The protocol is told in glassfader-protocol(7). When the
 * panel goes away it waits for it to come back, and takes the values of the new answer.
 */

#include <alsa/asoundlib.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char *const standard_path = "/run/glassfader/glassfader.sock";

/* The sound card */

/* Opens one element of a card's mixer; NULL, when it has said why, if that cannot be. */
static snd_mixer_elem_t *open_element(snd_mixer_t **mixer, const char *card, const char *name)
{
    int error = snd_mixer_open(mixer, 0);
    if (error == 0) error = snd_mixer_attach(*mixer, card);
    if (error == 0) error = snd_mixer_selem_register(*mixer, NULL, NULL);
    if (error == 0) error = snd_mixer_load(*mixer);
    if (error < 0) {
        fprintf(stderr, "alsa-volume: card %s: %s\n", card, snd_strerror(error));
        return NULL;
    }
    snd_mixer_selem_id_t *id;
    snd_mixer_selem_id_alloca(&id);
    snd_mixer_selem_id_set_name(id, name);
    snd_mixer_elem_t *element = snd_mixer_find_selem(*mixer, id);
    if (!element || !snd_mixer_selem_has_playback_volume(element)) {
        fprintf(stderr, "alsa-volume: card %s has no volume '%s'\n", card, name);
        return NULL;
    }
    return element;
}

static void set_volume(snd_mixer_elem_t *element, double decibels)
{
    /* In hundredths of a decibel; -1 rounds down, so that no fader is louder than it says. */
    snd_mixer_selem_set_playback_dB_all(element, lround(decibels * 100), -1);
}

/* The panel */

static FILE *connect_panel(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return NULL;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return NULL;
    }
    FILE *panel = fdopen(descriptor, "r");
    if (!panel) close(descriptor);
    return panel;
}

static int subscribe(FILE *panel, const char *control)
{
    json_t *request =
        json_pack("{s:i, s:s, s:[s]}", "id", 1, "cmd", "subscribe", "match", control);
    char *line = request ? json_dumps(request, JSON_COMPACT) : NULL;
    int result = line && dprintf(fileno(panel), "%s\n", line) > 0 ? 0 : -1;
    free(line);
    json_decref(request);
    return result;
}

/* Acts on one line of the panel; returns whether to go on. */
static int act(json_t *message, const char *control, snd_mixer_elem_t *element)
{
    json_t *error = json_object_get(message, "error");
    if (error) {
        fprintf(stderr, "alsa-volume: %s\n",
                json_string_value(json_object_get(error, "message")));
        return 0;
    }
    /* The values: of the answer to subscribe, or again, after events were lost. */
    json_t *snapshot = json_object_get(message, "snapshot");
    if (!snapshot) snapshot = json_object_get(json_object_get(message, "ok"), "snapshot");
    json_t *value = NULL;
    if (snapshot) {
        value = json_object_get(json_object_get(snapshot, control), "value");
        if (!value) {
            fprintf(stderr, "alsa-volume: the panel has no %s\n", control);
            return 0;
        }
    } else {
        const char *event = json_string_value(json_object_get(message, "event"));
        const char *kind = json_string_value(
            json_object_get(json_object_get(message, "source"), "kind"));
        /* Feedback says what an engine has already. */
        if (event && strcmp(event, "valueChanged") == 0 && !(kind && strcmp(kind, "feedback") == 0))
            value = json_object_get(message, "value");
    }
    if (json_is_number(value)) set_volume(element, json_number_value(value));
    return 1;
}

int main(int count, char **arguments)
{
    const char *path = getenv("GLASSFADER_SOCKET");
    const char *card = "default", *name = "Master";
    if (!path) path = standard_path;
    for (int option; (option = getopt(count, arguments, "s:c:m:")) != -1;) {
        if (option == 's') path = optarg;
        else if (option == 'c') card = optarg;
        else if (option == 'm') name = optarg;
        else optind = count;
    }
    if (optind != count - 1) {
        fprintf(stderr, "usage: alsa-volume [-s SOCKET] [-c CARD] [-m ELEMENT] CONTROL\n");
        return 2;
    }
    const char *control = arguments[optind];
    snd_mixer_t *mixer = NULL;
    snd_mixer_elem_t *element = open_element(&mixer, card, name);
    if (!element) return 1;

    char *line = NULL;
    size_t room = 0;
    int goes_on = 1;
    for (int has_said = 0; goes_on; sleep(1)) {
        FILE *panel = connect_panel(path);
        if (!panel) {
            if (!has_said++)
                fprintf(stderr, "alsa-volume: waiting for %s: %s\n", path, strerror(errno));
            continue;
        }
        has_said = 0;
        if (subscribe(panel, control) == 0) {
            while (goes_on && getline(&line, &room, panel) > 0) {
                json_t *message = json_loads(line, 0, NULL);
                if (message) goes_on = act(message, control, element);
                json_decref(message);
            }
        }
        fclose(panel);
    }
    free(line);
    snd_mixer_close(mixer);
    return 1;
}
