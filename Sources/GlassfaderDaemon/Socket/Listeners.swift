import EventLoop
import Glibc
import Panel

/// The sockets of a panel, and the way of a client from there to the server.
final class Listeners {
    private let server: PanelServer
    private let loop: EventLoop
    private let log: (String) -> Void
    private var listeners: [Listener] = []

    /// No socket is served yet.
    init(_ server: PanelServer, loop: EventLoop, log: @escaping (String) -> Void) {
        self.server = server
        self.loop = loop
        self.log = log
    }

    /// Serves sockets that the service manager has made, in place of those that `settings` name.
    ///
    /// - Throws: `ListenerError`, if one is no socket that listens.
    func open(_ passed: [ServiceManager.PassedDescriptor], for settings: SocketDescription) throws {
        for socket in passed { try listen(on: socket) }
        if settings.monitor != nil, !passed.contains(where: \.isMonitor) {
            log(
                "[socket.monitor] is not served: the service manager made the sockets, and "
                    + "none is named \(ServiceManager.PassedDescriptor.monitorName)")
        }
    }

    /// Makes a socket, and serves it; to a `isMonitor` one nothing can be changed. Its folder is made
    /// only if that is `/run/glassfader` and nobody named it.
    ///
    /// - Throws: `ListenerError`.
    func open(_ place: SocketPlace, isMonitor: Bool = false, isNamed: Bool = false) throws {
        func listener(group: String?) throws -> Listener {
            try Listener(
                path: place.path, mode: mode_t(place.mode), group: group,
                makesFolder: !isNamed && place.isInRuntimeFolder, loop: loop,
                accepted: { [unowned self] in accept($0, isMonitor: isMonitor) },
                outOfDescriptors: { [unowned self] in reject($0) })
        }
        do {
            listeners.append(try listener(group: place.group))
        } catch ListenerError.unknownGroup(let group) {
            log("there is no group \(group): the socket belongs to the daemon's own")
            listeners.append(try listener(group: nil))
        }
        log("listening on \(place.path)\(isMonitor ? ", for looking only" : "")")
    }

    /// Closes the sockets; the server's clients stay.
    func close() { listeners = [] }

    /// Serves a socket that the service manager has made.
    private func listen(on socket: ServiceManager.PassedDescriptor) throws {
        let isMonitor = socket.isMonitor
        listeners.append(
            try Listener(
                descriptor: socket.descriptor, loop: loop,
                accepted: { [unowned self] in accept($0, isMonitor: isMonitor) },
                outOfDescriptors: { [unowned self] in reject($0) }))
    }

    /// One client that cannot be served is no reason to leave the others.
    private func accept(_ connection: Int32, isMonitor: Bool) {
        do {
            try server.accept(connection, isMonitor: isMonitor)
        } catch {
            log("cannot serve a client: \(error)")
        }
    }

    private func reject(_ connection: Int32) {
        server.reject(connection, because: "the daemon has no descriptor left for it")
    }
}
