/// TOML 1.0 as a tree of plain structs: toml++ behind an interface that C and Swift can read.
///
/// A document owns all that hangs on it: every pointer stays valid until `ctoml_free`. Text is UTF-8
/// with a length, and may hold NUL. Lines and columns count from 1, columns in code points.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ctoml_kind {
    CTOML_TABLE,
    CTOML_ARRAY,
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    CTOML_TIME, // a date, a time or both: they are told apart nowhere here, and have no value
} ctoml_kind;

/// One value, with the key it is stored under and where both stand in the text.
typedef struct ctoml_node {
    ctoml_kind kind;
    int line, column;
    const char *key; // null for the elements of an array, and for the root
    size_t key_length;
    int key_line, key_column;
    const char *string; // null unless a string
    size_t string_length;
    int64_t integer; // of an integer
    double number;   // of a float or an integer
    bool boolean;
    const struct ctoml_node *children; // of a table, in the order of the text, or of an array
    size_t child_count;
} ctoml_node;

/// Why a text is not TOML. The message is cut where it does not fit.
typedef struct ctoml_error {
    int line, column;
    char message[256];
} ctoml_error;

typedef struct ctoml_document ctoml_document;

/// Parses a text. Returns a document to be given to `ctoml_free`, or null and fills in the error.
ctoml_document *ctoml_parse(const char *text, size_t length, ctoml_error *error);

/// The table that a whole document is.
const ctoml_node *ctoml_root(const ctoml_document *document);

/// Gives a document back; null is allowed.
void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif
