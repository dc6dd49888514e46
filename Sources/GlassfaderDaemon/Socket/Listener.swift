import EventLoop
import Glibc

/// A listening socket: made at a path, or passed by the service manager.
///
/// A lock beside the socket ensures that only one daemon serves a path. The listener replaces a
/// socket that a crashed daemon left, but never a live socket or another file.
final class Listener {
    private let descriptor: Int32
    /// The path to remove at the end; nil for a socket that was passed.
    private let path: String?
    private let lock: Int32
    private let loop: EventLoop
    private let accepted: (Int32) throws -> Void
    private let outOfDescriptors: (Int32) -> Void
    private let paused: (ListenerError) -> Void
    /// A reserve descriptor, to accept and reject a client when no other descriptor is left.
    /// Otherwise the client would stay in the queue, and the socket readable.
    private var spare: Int32
    private var source: EventSource?
    private var pauseTimer: EventSource?
    /// Whether `paused` was called since a connection was last accepted.
    private var hasReportedPause = false

    /// How long to accept nothing when the kernel lacks memory, or descriptors even for rejecting.
    private static let pause = Duration.milliseconds(100)

    /// Makes a socket at a path and listens.
    ///
    /// `accepted` is called with the descriptor of each connection, non-blocking and close-on-exec,
    /// and takes it over. `outOfDescriptors` is called instead, to reject the client, when the
    /// process has no other descriptor left. `paused` is called with the reason when no connection
    /// can be accepted for a while. `mode` and `group` determine who may connect.
    ///
    /// With `makesFolder`, makes a missing folder; its parent must exist.
    convenience init(
        path: String, mode: mode_t = 0o660, group: String? = nil, makesFolder: Bool = false,
        loop: EventLoop, accepted: @escaping (Int32) throws -> Void,
        outOfDescriptors: @escaping (Int32) -> Void = { close($0) },
        paused: @escaping (ListenerError) -> Void = { _ in }
    ) throws {
        guard let address = UnixAddress(path: path) else {
            throw ListenerError.unusablePath(path)
        }
        let groupID = try group.map(Self.groupID)
        try Self.findFolder(of: path, makes: makesFolder)
        try Self.findSocket(at: path)
        let lock = try Self.lock(path)
        let descriptor: Int32
        do {
            descriptor = try Self.makeSocket(at: path, address, mode: mode, groupID: groupID)
        } catch {
            Self.unlock(path, lock)
            throw error
        }
        try self.init(
            descriptor, path: path, lock: lock, loop: loop, accepted: accepted,
            outOfDescriptors: outOfDescriptors, paused: paused)
    }

    /// Listens on a socket that the service manager has passed.
    convenience init(
        descriptor: Int32, loop: EventLoop, accepted: @escaping (Int32) throws -> Void,
        outOfDescriptors: @escaping (Int32) -> Void = { close($0) },
        paused: @escaping (ListenerError) -> Void = { _ in }
    ) throws {
        guard Self.option(SO_ACCEPTCONN, of: descriptor) == 1,
            Self.option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else {
            throw ListenerError.notListening(descriptor: descriptor)
        }
        guard Self.setUp(descriptor) else {
            throw ListenerError.system(operation: "set up the socket", errno: errno)
        }
        try self.init(
            descriptor, path: nil, lock: -1, loop: loop, accepted: accepted,
            outOfDescriptors: outOfDescriptors, paused: paused)
    }

    private init(
        _ descriptor: Int32, path: String?, lock: Int32, loop: EventLoop,
        accepted: @escaping (Int32) throws -> Void, outOfDescriptors: @escaping (Int32) -> Void,
        paused: @escaping (ListenerError) -> Void
    ) throws {
        self.descriptor = descriptor
        self.path = path
        self.lock = lock
        self.loop = loop
        self.accepted = accepted
        self.outOfDescriptors = outOfDescriptors
        self.paused = paused
        spare = Self.openSpare()
        source = try loop.readable(descriptor) { [unowned self] in try accept() }
        pauseTimer = try loop.timer(at: nil) { [unowned self] _ in try resumeAccepting() }
    }

    deinit {
        source = nil
        if let path { unlink(path) }
        close(descriptor)
        if spare >= 0 { close(spare) }
        if let path { Self.unlock(path, lock) }
    }

    // MARK: Accepting

    private func accept() throws {
        // At most 16 in a row: other sources need their turn, and the socket stays readable.
        for _ in 0..<16 {
            let connection = Glibc.accept(descriptor, nil, nil)
            if connection >= 0 {
                hasReportedPause = false
                guard Self.setUp(connection) else {
                    close(connection)
                    continue
                }
                try accepted(connection)
                continue
            }
            let reason = errno
            switch AcceptFailure(errno: reason) {
            case .nothingWaits: return
            case .transient: continue
            case .outOfDescriptors:
                guard let failure = rejectWaiting() else { continue }
                // Without descriptors, the kernel does not look first whether a client waits.
                if failure != .nothingWaits { try pauseAccepting(because: reason) }
                return
            case .outOfMemory: return try pauseAccepting(because: reason)
            case .permanent:
                throw ListenerError.system(operation: "accept a connection", errno: reason)
            }
        }
    }

    /// Accepts a connection in place of the spare descriptor, so that it can be rejected with a
    /// reason. Returns why that is impossible: for example, the whole system has no descriptor
    /// left, and another process took the spare one.
    private func rejectWaiting() -> AcceptFailure? {
        guard spare >= 0 else {
            spare = Self.openSpare()
            return .outOfDescriptors
        }
        close(spare)
        defer { spare = Self.openSpare() }
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return AcceptFailure(errno: errno) }
        outOfDescriptors(connection)
        return nil
    }

    /// Accepts nothing for a while: the socket stays readable, and the loop would spin.
    private func pauseAccepting(because reason: Int32) throws {
        if !hasReportedPause {
            hasReportedPause = true
            paused(.system(operation: "accept a connection", errno: reason))
        }
        try source?.disarm()
        try pauseTimer?.fire(at: loop.now + Self.pause)
    }

    private func resumeAccepting() throws {
        do {
            try source?.watch(for: .readable)
        } catch {
            // The kernel still lacks memory.
            try pauseTimer?.fire(at: loop.now + Self.pause)
        }
    }

    /// Makes a descriptor non-blocking and close-on-exec; Glibc's module has no accept4().
    private static func setUp(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
            && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    }

    private static func openSpare() -> Int32 {
        open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    // MARK: Making the socket

    private static func groupID(of name: String) throws(ListenerError) -> gid_t {
        guard let group = getgrnam(name) else { throw .unknownGroup(name) }
        return group.pointee.gr_gid
    }

    /// Checks that the socket's folder exists, or makes it.
    private static func findFolder(of path: String, makes: Bool) throws(ListenerError) {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let folder = String(path[..<slash])
        guard makes else {
            var status = stat()
            guard stat(folder, &status) == 0 else { throw .noFolder(folder, errno: errno) }
            return
        }
        if mkdir(folder, 0o755) == 0 {
            // The umask may have removed permissions: clients must be able to pass through.
            chmod(folder, 0o755)
            return
        }
        let reason = errno
        // For an existing folder mkdir(2) may report EROFS or EACCES instead of EEXIST.
        if access(folder, F_OK) != 0 { throw .noFolder(folder, errno: reason) }
    }

    /// Without the lock, two daemons that start together would each find the socket stale and
    /// remove the other's.
    private static func lock(_ path: String) throws(ListenerError) -> Int32 {
        let file = path + ".lock"
        while true {
            let lock = try openLock(file)
            do throws(ListenerError) {
                guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                    if errno == EWOULDBLOCK { throw .alreadyRunning(path: path) }
                    throw .system(operation: "lock \(file)", errno: errno)
                }
                var locked = stat()
                guard fstat(lock, &locked) == 0 else {
                    throw .system(operation: "inspect \(file)", errno: errno)
                }
                // The lock file is removed later: only a file that is really a lock may be.
                guard locked.st_mode & S_IFMT == S_IFREG, locked.st_size == 0 else {
                    throw .notALock(path: path)
                }
                var present = stat()
                if lstat(file, &present) == 0, present.st_dev == locked.st_dev,
                    present.st_ino == locked.st_ino
                {
                    return lock
                }
            } catch {
                close(lock)
                throw error
            }
            // Its owner removed it between our open and lock: try again with a new file.
            close(lock)
        }
    }

    private static func openLock(_ file: String) throws(ListenerError) -> Int32 {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW
        while true {
            // In a folder that anyone may write to, O_CREAT fails on the existing file of another
            // user, even for root (fs.protected_regular).
            var lock = open(file, flags)
            if lock < 0, errno == ENOENT {
                lock = open(file, flags | O_CREAT | O_EXCL, 0o600)
                if lock < 0, errno == EEXIST { continue }
            }
            guard lock >= 0 else { throw .system(operation: "open \(file)", errno: errno) }
            return lock
        }
    }

    /// Removes the lock file while it is locked: a waiting process then sees that it is gone.
    private static func unlock(_ path: String, _ lock: Int32) {
        unlink(path + ".lock")
        close(lock)
    }

    /// Looks for a socket at the path. Any other file is an error.
    @discardableResult
    private static func findSocket(at path: String) throws(ListenerError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw .system(operation: "look for \(path)", errno: errno)
        }
        // connect() returns ECONNREFUSED for other files too.
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        return true
    }

    private static func makeDescriptor() throws(ListenerError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .system(operation: "make a socket", errno: errno) }
        return descriptor
    }

    private static func makeSocket(
        at path: String, _ address: UnixAddress, mode: mode_t, groupID: gid_t?
    ) throws(ListenerError) -> Int32 {
        try removeStale(path, address)
        let descriptor = try makeDescriptor()
        func check(_ result: Int32, _ operation: String) throws(ListenerError) {
            guard result != 0 else { return }
            close(descriptor)
            throw .system(operation: operation, errno: result)
        }
        try check(address.call(bind, on: descriptor), "make the socket \(path)")
        // Nobody can connect before listen(), so the mode is never too permissive.
        if let groupID {
            try check(
                chown(path, uid_t.max, groupID) == 0 ? 0 : errno, "set the group of \(path)")
        }
        try check(chmod(path, mode) == 0 ? 0 : errno, "set the mode of \(path)")
        try check(listen(descriptor, 64) == 0 ? 0 : errno, "listen on \(path)")
        return descriptor
    }

    /// Removes a socket that nobody serves: ECONNREFUSED proves that.
    private static func removeStale(
        _ path: String, _ address: UnixAddress
    ) throws(ListenerError) {
        guard try findSocket(at: path) else { return }
        let probe = try makeDescriptor()
        defer { close(probe) }
        switch address.call(connect, on: probe) {
        case 0, EAGAIN:
            throw .alreadyRunning(path: path)
        case ECONNREFUSED:
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .system(operation: "remove the stale \(path)", errno: errno)
            }
        case let reason:
            throw .system(operation: "connect to \(path)", errno: reason)
        }
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
}
