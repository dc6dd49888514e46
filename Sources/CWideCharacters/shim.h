#include <stddef.h>

/* As <wchar.h> has them, for whom the whole of X/Open is asked for. */
int wcwidth(wchar_t character);
wchar_t *wmemset(wchar_t *memory, wchar_t character, size_t count);
