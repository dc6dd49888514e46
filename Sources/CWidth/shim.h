#include <stddef.h>

/* As <wchar.h> has it, for whom the whole of X/Open is asked for. */
int wcwidth(wchar_t character);
