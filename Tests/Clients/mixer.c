/*
 * A sound card for the tests of alsa-volume.c, which is linked with this in place of libasound. It
 * prints what its volume is set to, and takes changes of other programs from the pipe in $MIXER: a
 * volume in hundredths of a decibel, or "m" for muted.
 */

#include <alsa/asoundlib.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long volume;
static int is_on = 1, changes = -1;

int snd_mixer_open(snd_mixer_t **mixer, int mode)
{
    (void)mode;
    *mixer = (snd_mixer_t *)&volume;
    changes = open(getenv("MIXER"), O_RDWR | O_NONBLOCK);
    return changes < 0 ? -1 : 0;
}

int snd_mixer_attach(snd_mixer_t *mixer, const char *name)
{
    (void)mixer, (void)name;
    return 0;
}

int snd_mixer_selem_register(snd_mixer_t *mixer, struct snd_mixer_selem_regopt *options,
                             snd_mixer_class_t **class)
{
    (void)mixer, (void)options, (void)class;
    return 0;
}

int snd_mixer_load(snd_mixer_t *mixer)
{
    (void)mixer;
    return 0;
}

int snd_mixer_close(snd_mixer_t *mixer)
{
    (void)mixer;
    close(changes);
    return 0;
}

snd_mixer_elem_t *snd_mixer_find_selem(snd_mixer_t *mixer, const snd_mixer_selem_id_t *id)
{
    (void)mixer, (void)id;
    return (snd_mixer_elem_t *)&volume;
}

int snd_mixer_selem_has_playback_volume(snd_mixer_elem_t *element)
{
    (void)element;
    return 1;
}

int snd_mixer_selem_has_playback_switch(snd_mixer_elem_t *element)
{
    (void)element;
    return 1;
}

int snd_mixer_selem_get_playback_switch(snd_mixer_elem_t *element,
                                        snd_mixer_selem_channel_id_t channel, int *value)
{
    (void)element, (void)channel;
    *value = is_on;
    return 0;
}

int snd_mixer_selem_get_playback_dB(snd_mixer_elem_t *element,
                                    snd_mixer_selem_channel_id_t channel, long *value)
{
    (void)element, (void)channel;
    *value = volume;
    return 0;
}

int snd_mixer_selem_set_playback_dB_all(snd_mixer_elem_t *element, long value, int direction)
{
    (void)element, (void)direction;
    volume = value;
    return 0;
}

/* The program sets the switch after the volume, so that both are known here. */
int snd_mixer_selem_set_playback_switch_all(snd_mixer_elem_t *element, int value)
{
    (void)element;
    is_on = value;
    if (is_on) printf("%ld\n", volume);
    else printf("m\n");
    fflush(stdout);
    return 0;
}

int snd_mixer_poll_descriptors(snd_mixer_t *mixer, struct pollfd *polled, unsigned int room)
{
    (void)mixer, (void)room;
    *polled = (struct pollfd){.fd = changes, .events = POLLIN};
    return 1;
}

int snd_mixer_handle_events(snd_mixer_t *mixer)
{
    (void)mixer;
    char text[64];
    ssize_t count = read(changes, text, sizeof text - 1);
    if (count <= 0) return 0;
    text[count] = '\0';
    is_on = *text != 'm';
    if (is_on) volume = atol(text);
    return 0;
}
