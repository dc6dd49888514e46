#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stddef.h>

/* linux/input.h names these fields by macros, which Swift does not see: on 32-bit machines whose
   time_t has 64 bits they are not a struct timeval. */
static inline long long input_event_microseconds(const struct input_event *event) {
    return event->input_event_sec * 1000000LL + event->input_event_usec;
}

/* A function with a va_list is none that Swift can write: on some machines that is a structure. */
static inline void evdev_ignore_log(
    const struct libevdev *evdev, enum libevdev_log_priority priority, void *data, const char *file,
    int line, const char *function, const char *format, va_list arguments) {
    (void)evdev, (void)priority, (void)data, (void)file, (void)line, (void)function, (void)format;
    (void)arguments;
}

/* Keeps libevdev from printing. */
static inline void evdev_silence_log(struct libevdev *evdev) {
    libevdev_set_device_log_function(evdev, evdev_ignore_log, LIBEVDEV_LOG_ERROR, NULL);
}
