#include <libevdev/libevdev.h>
#include <linux/input.h>

/* linux/input.h names these fields by macros, which Swift does not see: on 32-bit machines whose
   time_t has 64 bits they are not a struct timeval. */
static inline long long input_event_microseconds(const struct input_event *event) {
    return event->input_event_sec * 1000000LL + event->input_event_usec;
}
