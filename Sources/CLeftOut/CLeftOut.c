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

WEAK void *__cxa_allocate_exception(size_t size) {
    (void)size;
    abort();
}

WEAK void __cxa_free_exception(void *exception) {
    (void)exception;
    abort();
}

WEAK void __cxa_throw(void *exception, void *type, void (*destructor)(void *)) {
    (void)exception;
    (void)type;
    (void)destructor;
    abort();
}

WEAK void __cxa_rethrow(void) {
    abort();
}

WEAK void *__cxa_begin_catch(void *exception) {
    (void)exception;
    abort();
}

WEAK void __cxa_end_catch(void) {
    abort();
}

WEAK void __cxa_call_unexpected(void *exception) {
    (void)exception;
    abort();
}

// What says how a function is left by an exception, and where that goes on.
WEAK int __gxx_personality_v0(void) {
    abort();
}

WEAK void _Unwind_Resume(void *exception) {
    (void)exception;
    abort();
}

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
