#include <jack/jack.h>
#include <jack/midiport.h>
#include <jack/ringbuffer.h>
#include <sys/eventfd.h>

/* Swift does not import functions with any number of arguments. */
static inline jack_client_t *jack_client_open_name(const char *name)
{
    return jack_client_open(name, JackNoStartServer, NULL);
}
