#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef unsigned streamed_line __attribute__((vector_size(16)));
typedef unsigned read_line __attribute__((vector_size(16), aligned(4)));

/* Copies bytes past the caches, which are left to what is read again. */
static inline void stream_copy(void *to, const void *from, size_t count) {
    char *target = (char *)to;
    const char *source = (const char *)from;
    size_t head = -(uintptr_t)target % 64;
    if (head > count) head = count;
    memcpy(target, source, head);
    for (count -= head, target += head, source += head; count >= 64;
         count -= 64, target += 64, source += 64) {
        const read_line *read = (const read_line *)source;
        streamed_line *write = (streamed_line *)target;
        streamed_line a = read[0], b = read[1], c = read[2], d = read[3];
        __builtin_nontemporal_store(a, write);
        __builtin_nontemporal_store(b, write + 1);
        __builtin_nontemporal_store(c, write + 2);
        __builtin_nontemporal_store(d, write + 3);
    }
    memcpy(target, source, count);
}

/* After it, others see what was copied. */
static inline void end_streaming(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
