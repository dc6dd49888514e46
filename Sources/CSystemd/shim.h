#include <systemd/sd-event.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <sys/timerfd.h>
