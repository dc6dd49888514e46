// The heap of the test program, with a count of what each thread asks it for: the same work asks for
// the same, however busy the machine is.

#include "CountedMemory.h"

#include <malloc.h>
#include <stdlib.h>

static _Thread_local size_t bytes;

size_t counted_memory_bytes(void) { return bytes; }

size_t kept_memory_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define HAS_HEAP_OF_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_HEAP_OF_SANITIZER)

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) {
    bytes += size;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    bytes += count * size;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    bytes += size;
    return __libc_realloc(memory, size);
}

#endif
