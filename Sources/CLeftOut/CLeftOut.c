#include "CLeftOut.h"
#include <stddef.h>
#include <stdlib.h>

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

// Linked instead of those of libstdc++. Hidden, so that a shared C++ library keeps its own.
#pragma GCC visibility push(hidden)

char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status) {
    (void)name;
    (void)buffer;
    (void)length;
    if (status) *status = -1;
    return NULL;
}

// Debug builds have libstdc++ as a shared library, and sanitizers bring their own. Weak, so that a version of
// libstdc++ that links its own for another reason can be linked.
#ifndef DEBUG
#define WEAK __attribute__((weak))
#define ENDS_THE_PROGRAM(name) WEAK void name(void) { abort(); }

ENDS_THE_PROGRAM(__cxa_allocate_exception)
ENDS_THE_PROGRAM(__cxa_free_exception)
ENDS_THE_PROGRAM(__cxa_throw)
ENDS_THE_PROGRAM(__cxa_rethrow)
ENDS_THE_PROGRAM(__cxa_begin_catch)
ENDS_THE_PROGRAM(__cxa_end_catch)
ENDS_THE_PROGRAM(__cxa_call_unexpected)
// What says how a function is left by an exception, and where that goes on.
ENDS_THE_PROGRAM(__gxx_personality_v0)
ENDS_THE_PROGRAM(_Unwind_Resume)

// The Swift runtime would write the callers' addresses beside what it says when it ends the program.
WEAK int _Unwind_Backtrace(int (*visit)(void *, void *), void *argument) {
    (void)visit;
    (void)argument;
    enum { end_of_stack = 5 };
    return end_of_stack;
}

WEAK uintptr_t _Unwind_GetIP(void *context) {
    (void)context;
    return 0;
}

#endif

#pragma GCC visibility pop
