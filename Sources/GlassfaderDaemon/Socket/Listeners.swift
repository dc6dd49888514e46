import EventLoop
import Glibc
import Panel

/// The listening sockets of a panel. Passes accepted clients to the server.
final class Listeners {
    private let server: PanelServer
    private let loop: EventLoop
    private let log: Log
    /// How often clients are not served is up to them.
    private var failures: BoundedLog
    private var listeners: [Listener] = []

    /// Serves no socket yet.
    init(_ server: PanelServer, loop: EventLoop, log: Log) {
        self.server = server
        self.loop = loop
        self.log = log
        failures = BoundedLog(of: "clients that are not served", log)
    }

    /// Serves sockets that the service manager has passed, instead of those in `settings`.
    ///
    /// - Throws: `ListenerError`, if one is not a listening socket.
    func open(_ passed: [ServiceManager.PassedDescriptor], for settings: SocketDescription) throws {
        for socket in passed { try listen(on: socket) }
        if settings.monitor != nil, !passed.contains(where: \.isMonitor) {
            log(
                "[socket.monitor] is not served: the service manager passes the sockets, and "
                    + "none is named \(ServiceManager.PassedDescriptor.monitorName)", .warning)
        }
    }

    /// Makes a socket and serves it. Clients of a monitor socket (`isMonitor`) may change nothing.
    /// The socket's folder is made only if it is `/run/glassfader` and the path is the default one.
    ///
    /// - Throws: `ListenerError`.
    func open(_ place: SocketPlace, isMonitor: Bool = false, isNamed: Bool = false) throws {
        func listener(group: String?) throws -> Listener {
            try Listener(
                path: place.path, mode: mode_t(place.mode), group: group,
                makesFolder: !isNamed && place.isInRuntimeFolder, loop: loop,
                accepted: { [unowned self] in accept($0, isMonitor: isMonitor) },
                outOfDescriptors: { [unowned self] in reject($0) },
                paused: { [unowned self] in logPause($0) })
        }
        do {
            listeners.append(try listener(group: place.group))
        } catch ListenerError.unknownGroup(let group) {
            log(
                "there is no group \(group): the socket gets the daemon's own group", .warning,
                about: .file(place.path))
            listeners.append(try listener(group: nil))
        } catch let error as ListenerError where isMonitor {
            throw ListenerError.ofMonitor(error)
        }
        log(
            "listening on \(place.path)\(isMonitor ? ", read-only" : "")",
            about: .file(place.path))
    }

    /// Closes the sockets. Connected clients stay.
    func close() { listeners = [] }

    /// Serves a socket that the service manager has passed.
    private func listen(on socket: ServiceManager.PassedDescriptor) throws {
        let isMonitor = socket.isMonitor
        listeners.append(
            try Listener(
                descriptor: socket.descriptor, loop: loop,
                accepted: { [unowned self] in accept($0, isMonitor: isMonitor) },
                outOfDescriptors: { [unowned self] in reject($0) },
                paused: { [unowned self] in logPause($0) }))
    }

    /// A client that cannot be served must not affect the others.
    private func accept(_ connection: Int32, isMonitor: Bool) {
        do {
            try server.accept(connection, isMonitor: isMonitor)
        } catch {
            failures.write(
                LogEntry("cannot serve a client: \(error)", event: .clientRejected), at: loop.now)
        }
    }

    private func logPause(_ error: ListenerError) {
        failures.write(LogEntry("\(error); new clients wait", .warning), at: loop.now)
    }

    private func reject(_ connection: Int32) {
        server.reject(connection, because: "the daemon has no descriptor left for it")
    }
}
