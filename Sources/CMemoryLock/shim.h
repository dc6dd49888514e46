#include <linux/mman.h>
#include <stddef.h>

/* As <sys/mman.h> has it, for whom GNU's extensions are asked for. */
int mlock2(const void *address, size_t length, unsigned int flags);
