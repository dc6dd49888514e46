#ifndef COUNTED_MEMORY_H
#define COUNTED_MEMORY_H

#include <stddef.h>

/// How many bytes the calling thread has asked the heap for so far; 0 where nobody counts them, as
/// under a sanitizer.
size_t counted_memory_bytes(void);

/// How many bytes of the heap are in use now.
size_t kept_memory_bytes(void);

#endif
