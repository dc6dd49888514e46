#include "CPipeWire.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pipewire/pipewire.h>

#include <pipewire/extensions/metadata.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/props.h>
#include <spa/param/route.h>
#include <spa/pod/builder.h>
#include <spa/pod/iter.h>
#include <spa/utils/list.h>

enum object_kind { NODE, DEVICE, METADATA };

// A node, a device or the metadata of the server.
struct object {
    struct spa_list link;
    cpw_connection *connection;
    enum object_kind kind;
    uint32_t id;
    struct pw_proxy *proxy;
    struct spa_hook proxy_listener, listener;
    // Of a node: the device and the part of it that it plays on, or SPA_ID_INVALID and -1.
    uint32_t device;
    int32_t device_part;
    bool is_sink;
    char serial[32];
    // Of a device: the route of each part, and the parts' places in it.
    struct { int32_t part, index; } routes[32];
    uint32_t route_count;
};

struct cpw_connection {
    struct pw_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook core_listener, registry_listener;
    struct spa_list objects;
    int sync;
    bool is_ready, has_failed;
    const cpw_events *events;
    void *events_context;
};

struct cpw_meter {
    struct pw_stream *stream;
    struct spa_hook listener;
    uint32_t channels, buffers;
    float peaks[CPW_MOST_CHANNELS];
};

static struct object *find(cpw_connection *c, enum object_kind kind, uint32_t id)
{
    struct object *o;
    spa_list_for_each(o, &c->objects, link)
        if (o->kind == kind && o->id == id) return o;
    return NULL;
}

// Nodes

static void node_info(void *data, const struct pw_node_info *info)
{
    struct object *o = data;
    cpw_connection *c = o->connection;
    if (!(info->change_mask & PW_NODE_CHANGE_MASK_PROPS) || !info->props) return;
    const char *keys[256], *values[256];
    uint32_t count = 0;
    const struct spa_dict_item *item;
    spa_dict_for_each(item, info->props) {
        if (count == 256) break;
        keys[count] = item->key;
        values[count++] = item->value;
    }
    const char *text = spa_dict_lookup(info->props, PW_KEY_DEVICE_ID);
    o->device = text ? (uint32_t)strtoul(text, NULL, 10) : SPA_ID_INVALID;
    text = spa_dict_lookup(info->props, "card.profile.device");
    o->device_part = text ? atoi(text) : -1;
    text = spa_dict_lookup(info->props, PW_KEY_MEDIA_CLASS);
    o->is_sink = text && strcmp(text, "Audio/Sink") == 0;
    text = spa_dict_lookup(info->props, PW_KEY_OBJECT_SERIAL);
    snprintf(o->serial, sizeof o->serial, "%s", text ? text : "");
    c->events->node(c->events_context, o->id, keys, values, count);
}

static void node_param(void *data, int seq, uint32_t id, uint32_t index, uint32_t next,
                       const struct spa_pod *param)
{
    (void)seq, (void)index, (void)next;
    struct object *o = data;
    if (id != SPA_PARAM_Props || !param || !spa_pod_is_object(param)) return;
    float volumes[CPW_MOST_CHANNELS];
    uint32_t count = 0;
    bool is_muted = false;
    const struct spa_pod_prop *prop;
    const struct spa_pod_object *object = (const struct spa_pod_object *)param;
    SPA_POD_OBJECT_FOREACH(object, prop) {
        if (prop->key == SPA_PROP_channelVolumes)
            count = spa_pod_copy_array(&prop->value, SPA_TYPE_Float, volumes, CPW_MOST_CHANNELS);
        else if (prop->key == SPA_PROP_mute)
            spa_pod_get_bool(&prop->value, &is_muted);
    }
    // There are several sets of properties; only one has volumes.
    if (count > 0)
        o->connection->events->volume(o->connection->events_context, o->id, volumes, count,
                                      is_muted);
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS,
    .info = node_info,
    .param = node_param,
};

// Devices: the volume of a sound card belongs to its route, such as headphones or loudspeakers.

static void device_info(void *data, const struct pw_device_info *info)
{
    struct object *o = data;
    if (!(info->change_mask & PW_DEVICE_CHANGE_MASK_PARAMS)) return;
    for (uint32_t i = 0; i < info->n_params; i++)
        if (info->params[i].id == SPA_PARAM_Route) {
            o->route_count = 0;
            pw_device_enum_params((struct pw_device *)o->proxy, 0, SPA_PARAM_Route, 0, UINT32_MAX,
                                  NULL);
        }
}

static void device_param(void *data, int seq, uint32_t id, uint32_t index, uint32_t next,
                         const struct spa_pod *param)
{
    (void)seq, (void)index, (void)next;
    struct object *o = data;
    if (id != SPA_PARAM_Route || !param) return;
    int32_t route = -1, part = -1;
    if (spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_index,
                             SPA_POD_Int(&route), SPA_PARAM_ROUTE_device, SPA_POD_Int(&part)) < 0)
        return;
    for (uint32_t i = 0; i < o->route_count; i++)
        if (o->routes[i].part == part) {
            o->routes[i].index = route;
            return;
        }
    if (o->route_count < SPA_N_ELEMENTS(o->routes)) {
        o->routes[o->route_count].part = part;
        o->routes[o->route_count++].index = route;
    }
}

static const struct pw_device_events device_events = {
    PW_VERSION_DEVICE_EVENTS,
    .info = device_info,
    .param = device_param,
};

// Metadata

static int metadata_property(void *data, uint32_t subject, const char *key, const char *type,
                             const char *value)
{
    (void)type;
    struct object *o = data;
    if (subject == PW_ID_CORE && key)
        o->connection->events->metadata(o->connection->events_context, key, value);
    return 0;
}

static const struct pw_metadata_events metadata_events = {
    PW_VERSION_METADATA_EVENTS,
    .property = metadata_property,
};

// The registry

static void remove_object(struct object *o)
{
    spa_list_remove(&o->link);
    spa_hook_remove(&o->listener);
    spa_hook_remove(&o->proxy_listener);
    pw_proxy_destroy(o->proxy);
    free(o);
}

static void proxy_removed(void *data)
{
    struct object *o = data;
    if (o->kind == NODE)
        o->connection->events->node_removed(o->connection->events_context, o->id);
    remove_object(o);
}

static const struct pw_proxy_events proxy_events = {
    PW_VERSION_PROXY_EVENTS,
    .removed = proxy_removed,
};

static bool plays_or_records(const struct spa_dict *props)
{
    const char *class = props ? spa_dict_lookup(props, PW_KEY_MEDIA_CLASS) : NULL;
    return class && (strncmp(class, "Audio/", 6) == 0 || strcmp(class, "Stream/Output/Audio") == 0 ||
                     strcmp(class, "Stream/Input/Audio") == 0);
}

static void registry_global(void *data, uint32_t id, uint32_t permissions, const char *type,
                            uint32_t version, const struct spa_dict *props)
{
    (void)permissions, (void)version;
    cpw_connection *c = data;
    enum object_kind kind;
    uint32_t own;
    const char *name = props ? spa_dict_lookup(props, PW_KEY_METADATA_NAME) : NULL;
    if (strcmp(type, PW_TYPE_INTERFACE_Node) == 0 && plays_or_records(props))
        kind = NODE, own = PW_VERSION_NODE;
    else if (strcmp(type, PW_TYPE_INTERFACE_Device) == 0)
        kind = DEVICE, own = PW_VERSION_DEVICE;
    else if (strcmp(type, PW_TYPE_INTERFACE_Metadata) == 0 && name && strcmp(name, "default") == 0)
        kind = METADATA, own = PW_VERSION_METADATA;
    else
        return;

    struct object *o = calloc(1, sizeof *o);
    if (!o) return;
    o->connection = c;
    o->kind = kind;
    o->id = id;
    o->device = SPA_ID_INVALID;
    o->device_part = -1;
    o->proxy = pw_registry_bind(c->registry, id, type, own, 0);
    if (!o->proxy) {
        free(o);
        return;
    }
    spa_list_append(&c->objects, &o->link);
    pw_proxy_add_listener(o->proxy, &o->proxy_listener, &proxy_events, o);
    uint32_t wanted = kind == DEVICE ? SPA_PARAM_Route : SPA_PARAM_Props;
    switch (kind) {
    case NODE:
        pw_node_add_listener((struct pw_node *)o->proxy, &o->listener, &node_events, o);
        pw_node_subscribe_params((struct pw_node *)o->proxy, &wanted, 1);
        break;
    case DEVICE:
        pw_device_add_listener((struct pw_device *)o->proxy, &o->listener, &device_events, o);
        pw_device_subscribe_params((struct pw_device *)o->proxy, &wanted, 1);
        break;
    case METADATA:
        pw_metadata_add_listener((struct pw_metadata *)o->proxy, &o->listener, &metadata_events, o);
        break;
    }
    // What has been bound is reported before this is answered.
    if (!c->is_ready) c->sync = pw_core_sync(c->core, PW_ID_CORE, c->sync);
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS,
    .global = registry_global,
};

// The connection

static void core_done(void *data, uint32_t id, int seq)
{
    cpw_connection *c = data;
    if (id != PW_ID_CORE || seq != c->sync || c->is_ready) return;
    c->is_ready = true;
    c->events->ready(c->events_context);
}

static void core_error(void *data, uint32_t id, int seq, int res, const char *message)
{
    (void)seq;
    cpw_connection *c = data;
    // Other errors are about nodes that have just gone.
    if (id != PW_ID_CORE || res != -EPIPE || c->has_failed) return;
    c->has_failed = true;
    c->events->failed(c->events_context, -res, message);
}

static const struct pw_core_events core_events = {
    PW_VERSION_CORE_EVENTS,
    .done = core_done,
    .error = core_error,
};

cpw_connection *cpw_connect(const char *remote, const cpw_events *events, void *context)
{
    pw_init(NULL, NULL);
    cpw_connection *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->events = events;
    c->events_context = context;
    spa_list_init(&c->objects);
    c->loop = pw_loop_new(NULL);
    if (c->loop) {
        pw_loop_enter(c->loop);
        c->context = pw_context_new(c->loop, NULL, 0);
    }
    if (c->context)
        c->core = pw_context_connect(
            c->context, remote ? pw_properties_new(PW_KEY_REMOTE_NAME, remote, NULL) : NULL, 0);
    if (c->core) {
        pw_core_add_listener(c->core, &c->core_listener, &core_events, c);
        c->registry = pw_core_get_registry(c->core, PW_VERSION_REGISTRY, 0);
    }
    if (!c->registry) {
        int error = errno;
        cpw_close(c);
        errno = error;
        return NULL;
    }
    pw_registry_add_listener(c->registry, &c->registry_listener, &registry_events, c);
    c->sync = pw_core_sync(c->core, PW_ID_CORE, 0);
    return c;
}

int cpw_descriptor(const cpw_connection *c) { return pw_loop_get_fd(c->loop); }

void cpw_iterate(cpw_connection *c)
{
    // Each call handles what is ready; a bound keeps a flood from taking the whole turn.
    for (int i = 0; i < 64 && pw_loop_iterate(c->loop, 0) > 0; i++) {}
}

void cpw_close(cpw_connection *c)
{
    struct object *o, *next;
    spa_list_for_each_safe(o, next, &c->objects, link) remove_object(o);
    if (c->registry) pw_proxy_destroy((struct pw_proxy *)c->registry);
    if (c->core) pw_core_disconnect(c->core);
    if (c->context) pw_context_destroy(c->context);
    if (c->loop) {
        pw_loop_leave(c->loop);
        pw_loop_destroy(c->loop);
    }
    free(c);
}

// Volumes

static void add_volumes(struct spa_pod_builder *b, const float *volumes, uint32_t count)
{
    spa_pod_builder_prop(b, SPA_PROP_channelVolumes, 0);
    spa_pod_builder_array(b, sizeof(float), SPA_TYPE_Float, count, volumes);
}

static void add_mute(struct spa_pod_builder *b, bool is_muted)
{
    spa_pod_builder_prop(b, SPA_PROP_mute, 0);
    spa_pod_builder_bool(b, is_muted);
}

// Sets the volumes, or else the mute.
static bool set(cpw_connection *c, uint32_t id, const float *volumes, uint32_t count, bool is_muted)
{
    struct object *o = find(c, NODE, id);
    if (!o) return false;
    uint8_t buffer[1024];
    struct spa_pod_builder b = SPA_POD_BUILDER_INIT(buffer, sizeof buffer);
    struct spa_pod_frame outer, inner;

    struct object *device = o->device_part < 0 ? NULL : find(c, DEVICE, o->device);
    for (uint32_t i = 0; device && i < device->route_count; i++) {
        if (device->routes[i].part != o->device_part) continue;
        spa_pod_builder_push_object(&b, &outer, SPA_TYPE_OBJECT_ParamRoute, SPA_PARAM_Route);
        spa_pod_builder_add(&b, SPA_PARAM_ROUTE_index, SPA_POD_Int(device->routes[i].index),
                            SPA_PARAM_ROUTE_device, SPA_POD_Int(o->device_part), 0);
        spa_pod_builder_prop(&b, SPA_PARAM_ROUTE_props, 0);
        spa_pod_builder_push_object(&b, &inner, SPA_TYPE_OBJECT_Props, SPA_PARAM_Route);
        if (volumes) add_volumes(&b, volumes, count);
        else add_mute(&b, is_muted);
        spa_pod_builder_pop(&b, &inner);
        spa_pod_builder_prop(&b, SPA_PARAM_ROUTE_save, 0);
        spa_pod_builder_bool(&b, true);
        struct spa_pod *pod = spa_pod_builder_pop(&b, &outer);
        pw_device_set_param((struct pw_device *)device->proxy, SPA_PARAM_Route, 0, pod);
        return true;
    }
    spa_pod_builder_push_object(&b, &outer, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props);
    if (volumes) add_volumes(&b, volumes, count);
    else add_mute(&b, is_muted);
    struct spa_pod *pod = spa_pod_builder_pop(&b, &outer);
    pw_node_set_param((struct pw_node *)o->proxy, SPA_PARAM_Props, 0, pod);
    return true;
}

bool cpw_set_volumes(cpw_connection *c, uint32_t node, const float *volumes, uint32_t count)
{
    return count <= CPW_MOST_CHANNELS && set(c, node, volumes, count, false);
}

bool cpw_set_mute(cpw_connection *c, uint32_t node, bool is_muted)
{
    return set(c, node, NULL, 0, is_muted);
}

// Meters

static void meter_process(void *data)
{
    cpw_meter *m = data;
    struct pw_buffer *buffer;
    while ((buffer = pw_stream_dequeue_buffer(m->stream))) {
        struct spa_buffer *b = buffer->buffer;
        for (uint32_t i = 0; i < b->n_datas && i < m->channels; i++) {
            const struct spa_data *d = &b->datas[i];
            if (!d->data || !d->chunk) continue;
            uint32_t offset = SPA_MIN(d->chunk->offset, d->maxsize);
            uint32_t size = SPA_MIN(d->chunk->size, d->maxsize - offset);
            const float *samples = SPA_PTROFF(d->data, offset, const float);
            float peak = m->peaks[i];
            for (uint32_t n = 0; n < size / sizeof(float); n++) {
                float sample = fabsf(samples[n]);
                if (sample > peak) peak = sample;
            }
            m->peaks[i] = peak;
        }
        m->buffers++;
        pw_stream_queue_buffer(m->stream, buffer);
    }
}

static const struct pw_stream_events meter_events = {
    PW_VERSION_STREAM_EVENTS,
    .process = meter_process,
};

cpw_meter *cpw_meter_start(cpw_connection *c, uint32_t node, uint32_t channels)
{
    struct object *o = find(c, NODE, node);
    cpw_meter *m = o && channels <= CPW_MOST_CHANNELS ? calloc(1, sizeof *m) : NULL;
    if (!m) return NULL;
    m->channels = channels;
    // A passive stream does not keep a sink awake that nothing else uses.
    struct pw_properties *props = pw_properties_new(
        PW_KEY_MEDIA_TYPE, "Audio", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_NAME, "meter",
        PW_KEY_NODE_NAME, "glassfader.meter", PW_KEY_NODE_PASSIVE, "true", PW_KEY_STREAM_MONITOR,
        "true", PW_KEY_TARGET_OBJECT, o->serial, "node.dont-reconnect", "true", NULL);
    if (props && o->is_sink) pw_properties_set(props, PW_KEY_STREAM_CAPTURE_SINK, "true");
    m->stream = props ? pw_stream_new(c->core, "glassfader meter", props) : NULL;
    if (!m->stream) {
        free(m);
        return NULL;
    }
    pw_stream_add_listener(m->stream, &m->listener, &meter_events, m);
    uint8_t buffer[1024];
    struct spa_pod_builder b = SPA_POD_BUILDER_INIT(buffer, sizeof buffer);
    struct spa_audio_info_raw format = {.format = SPA_AUDIO_FORMAT_F32P, .channels = channels};
    for (uint32_t i = 0; i < channels; i++)
        format.position[i] = channels == 1 ? SPA_AUDIO_CHANNEL_MONO : SPA_AUDIO_CHANNEL_FL + i;
    const struct spa_pod *param = spa_format_audio_raw_build(&b, SPA_PARAM_EnumFormat, &format);
    if (pw_stream_connect(m->stream, PW_DIRECTION_INPUT, PW_ID_ANY,
                          PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS, &param, 1) < 0) {
        cpw_meter_stop(m);
        return NULL;
    }
    return m;
}

uint32_t cpw_meter_take(cpw_meter *m, float *peaks)
{
    uint32_t buffers = m->buffers;
    memcpy(peaks, m->peaks, m->channels * sizeof(float));
    memset(m->peaks, 0, sizeof m->peaks);
    m->buffers = 0;
    return buffers;
}

void cpw_meter_stop(cpw_meter *m)
{
    pw_stream_destroy(m->stream);
    free(m);
}
