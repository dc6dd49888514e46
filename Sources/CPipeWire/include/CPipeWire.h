/// PipeWire behind an interface that Swift can read: its own is made of macros and tables of
/// functions.
///
/// A connection follows the nodes that play or record sound, their volumes and the default nodes, sets
/// volumes, and measures peaks. It belongs to one thread, which waits for `cpw_descriptor` and calls
/// `cpw_iterate`. Callbacks come from within `cpw_iterate`. Texts are valid during the callback.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CPW_MOST_CHANNELS = 64 };

typedef struct cpw_connection cpw_connection;
typedef struct cpw_meter cpw_meter;

/// What a connection reports, with the context of `cpw_connect`.
typedef struct cpw_events {
    /// All that there was at the start has been reported.
    void (*ready)(void *context);
    /// The connection has failed. Nothing follows but `cpw_close`.
    void (*failed)(void *context, int error, const char *message);
    /// A node is there, or its properties have changed.
    void (*node)(void *context, uint32_t id, const char *const *keys, const char *const *values,
                 uint32_t count);
    /// A node is gone.
    void (*node_removed)(void *context, uint32_t id);
    /// The linear factors of a node's channels, and whether it is muted.
    void (*volume)(void *context, uint32_t id, const float *volumes, uint32_t count, bool is_muted);
    /// The default for a key, such as `default.audio.sink`, in JSON; null for none.
    void (*metadata)(void *context, const char *key, const char *value);
} cpw_events;

/// Connects to the server of a name, or to the default one for null. Returns null and sets errno if
/// there is none.
cpw_connection *cpw_connect(const char *remote, const cpw_events *events, void *context);

/// Readable when `cpw_iterate` has something to do.
int cpw_descriptor(const cpw_connection *connection);

/// Handles what has arrived, without waiting.
void cpw_iterate(cpw_connection *connection);

/// Sets the linear factors of a node's channels: those of the sound card's own mixer, if it has one.
/// Returns whether the node is known.
bool cpw_set_volumes(cpw_connection *connection, uint32_t node, const float *volumes,
                     uint32_t count);

/// Mutes a node, or not. Returns whether the node is known.
bool cpw_set_mute(cpw_connection *connection, uint32_t node, bool is_muted);

/// Starts to measure what a node plays: a sink by its monitor, anything else by its output. Returns null
/// if the node is unknown or there is no memory.
cpw_meter *cpw_meter_start(cpw_connection *connection, uint32_t node, uint32_t channels);

/// The peaks of the channels since the last call, as linear factors. Returns how many buffers they are
/// from; 0 if nothing was played.
uint32_t cpw_meter_take(cpw_meter *meter, float *peaks);

/// Ends measuring.
void cpw_meter_stop(cpw_meter *meter);

/// Closes a connection. Its meters must have been stopped.
void cpw_close(cpw_connection *connection);

#ifdef __cplusplus
}
#endif
