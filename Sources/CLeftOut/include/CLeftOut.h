/// What libraries keep and nobody asks for. The linker takes these functions in place of the libraries'
/// own, which would be 600 kB of each program and one more library to load.
#pragma once
#include <stdint.h>

/// The length of a character's name, which is written into a buffer: no character has one. A program
/// that looks names up is linked without it.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);

/// The version of Unicode that first had a character: unknown.
uint16_t __wrap__swift_stdlib_getAge(uint32_t scalar);

// And `__cxa_demangle`, which reads no name of C++: such names are left as they are in the
// backtrace of a crash.
//
// And exceptions of C++, which nobody here throws or catches: where libstdc++ throws one, as memory is
// short, a release ends with SIGABRT, as it does for an exception that nobody catches.
