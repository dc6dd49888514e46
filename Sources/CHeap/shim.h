#include <malloc.h>
#include <sys/types.h>

/* As <unistd.h> has it, for whom GNU's extensions are asked for. */
pid_t gettid(void);
