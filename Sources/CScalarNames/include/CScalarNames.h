/// The names of characters, which nobody asks for. The Swift library's are 550 kB of each program, so
/// the linker takes this function in place of its own.
#pragma once
#include <stdint.h>

/// The length of a character's name, which is written into a buffer: no character has one.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);
