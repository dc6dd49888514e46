#include <alsa/asoundlib.h>
#include <stdarg.h>

/* A function with a va_list is none that Swift can write: on some machines that is a structure. */
static inline void alsa_ignore_error(
    const char *file, int line, const char *function, int error, const char *format,
    va_list arguments) {
    (void)file, (void)line, (void)function, (void)error, (void)format, (void)arguments;
}

/* Keeps alsa-lib from writing to standard error, in the calling thread. */
static inline void alsa_silence_errors(void) {
    (void)snd_lib_error_set_local(alsa_ignore_error);
}
