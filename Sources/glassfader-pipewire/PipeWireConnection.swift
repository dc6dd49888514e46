import CPipeWire
import Glibc

/// A connection to PipeWire, on the caller's thread.
final class PipeWireConnection {
    /// What PipeWire reports.
    struct Handlers {
        /// All that there was at the start has been reported.
        var ready: () -> Void
        /// The connection is lost. Close it, but not from within the handler.
        var failed: (String) -> Void
        /// A node is there, or its properties have changed.
        var node: (UInt32, [String: String]) -> Void
        var nodeRemoved: (UInt32) -> Void
        /// The factors of a node's channels, and whether it is muted.
        var volume: (UInt32, [Float], Bool) -> Void
        /// The value of a default, in JSON.
        var metadata: (String, String?) -> Void
    }

    /// There is no server.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private var connection: OpaquePointer?
    private let events: UnsafeMutablePointer<cpw_events>
    private let handlers: Handlers

    /// Connects to a server by its name, or to the default one.
    init(remote: String?, _ handlers: Handlers) throws(Failure) {
        self.handlers = handlers
        events = .allocate(capacity: 1)
        events.initialize(to: Self.callbacks)
        let context = Unmanaged.passUnretained(self).toOpaque()
        connection =
            remote.map { $0.withCString { cpw_connect($0, events, context) } }
            ?? (remote == nil ? cpw_connect(nil, events, context) : nil)
        if connection == nil {
            throw Failure(description: String(cString: strerror(errno)))
        }
    }

    deinit {
        if let connection { cpw_close(connection) }
        events.deallocate()
    }

    /// Readable when there is something to handle.
    var descriptor: Int32 { connection.map { cpw_descriptor($0) } ?? -1 }

    /// Handles what has arrived.
    func iterate() {
        if let connection { cpw_iterate(connection) }
    }

    /// Sets the factors of a node's channels.
    func setVolumes(_ volumes: [Float], of node: UInt32) {
        guard let connection, !volumes.isEmpty else { return }
        cpw_set_volumes(connection, node, volumes, UInt32(volumes.count))
    }

    /// Mutes a node, or not.
    func setMute(_ isMuted: Bool, of node: UInt32) {
        if let connection { cpw_set_mute(connection, node, isMuted) }
    }

    /// Starts to measure a node; `nil` if it is gone.
    func meter(_ node: UInt32, channels: Int) -> PipeWireMeter? {
        guard let connection,
            let meter = cpw_meter_start(connection, node, UInt32(min(channels, 64)))
        else { return nil }
        return PipeWireMeter(meter, channels: min(channels, 64), of: self)
    }

    private static let callbacks = cpw_events(
        ready: { handlers($0).ready() },
        failed: { context, _, message in
            handlers(context).failed(message.map { String(cString: $0) } ?? "lost")
        },
        node: { context, id, keys, values, count in
            var properties: [String: String] = [:]
            for index in 0..<Int(count) {
                guard let key = keys?[index], let value = values?[index] else { continue }
                properties[String(cString: key)] = String(cString: value)
            }
            handlers(context).node(id, properties)
        },
        node_removed: { context, id in handlers(context).nodeRemoved(id) },
        volume: { context, id, volumes, count, isMuted in
            let volumes = UnsafeBufferPointer(start: volumes, count: Int(count))
            handlers(context).volume(id, Array(volumes), isMuted)
        },
        metadata: { context, key, value in
            guard let key else { return }
            handlers(context).metadata(String(cString: key), value.map { String(cString: $0) })
        })

    private static func handlers(_ context: UnsafeMutableRawPointer?) -> Handlers {
        guard let context else { preconditionFailure("PipeWire lost its context") }
        return Unmanaged<PipeWireConnection>.fromOpaque(context).takeUnretainedValue().handlers
    }
}

/// A meter of a node.
final class PipeWireMeter {
    private let meter: OpaquePointer
    private let channels: Int
    /// The connection lives as long as its meters.
    private let connection: PipeWireConnection

    fileprivate init(_ meter: OpaquePointer, channels: Int, of connection: PipeWireConnection) {
        self.meter = meter
        self.channels = channels
        self.connection = connection
    }

    deinit {
        cpw_meter_stop(meter)
    }

    /// The peaks of the channels since the last call in dB; `nil` if nothing was played.
    func take() -> [Double]? {
        var peaks = [Float](repeating: 0, count: channels)
        guard cpw_meter_take(meter, &peaks) > 0 else { return nil }
        return peaks.map { 20 * log10(Double($0)) }
    }
}
