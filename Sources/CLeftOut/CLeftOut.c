#include "CLeftOut.h"
#include <stddef.h>

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
    (void)scalar;
    (void)buffer;
    (void)capacity;
    return 0;
}

uint16_t __wrap__swift_stdlib_getAge(uint32_t scalar) {
    (void)scalar;
    return 0;
}

// Linked instead of the one of libstdc++. Hidden, so that a shared C++ library keeps its own.
__attribute__((visibility("hidden"))) char *__cxa_demangle(
    const char *name, char *buffer, size_t *length, int *status) {
    (void)name;
    (void)buffer;
    (void)length;
    if (status) *status = -1;
    return NULL;
}
