import Glibc
package import PanelProtocol

/// A connected socket that sends lines and receives messages, for one thread.
package final class PanelConnection {
    /// The last line that was received, without its `\n`.
    private(set) var lastLine = ""

    /// Readable when data has arrived.
    package let descriptor: Int32
    /// Replies to `list` may be long, but not unbounded.
    private var reader = LineReader(limit: 16 << 20)

    /// How long a reply may take, in milliseconds.
    static let replyTimeout: Int32 = 5000

    /// Connects to the socket at `path`, or else at `$GLASSFADER_SOCKET`, or else at the default
    /// path. Unless it `waits`, for as long as a reply may take, connecting fails while the daemon
    /// accepts no client.
    package init(path: String?, waits: Bool = true) throws(PanelClientError) {
        // An empty variable is as good as none.
        let named = getenv("GLASSFADER_SOCKET").map { String(cString: $0) } ?? ""
        let path = path ?? (named.isEmpty ? PanelClient.defaultPath : named)
        descriptor = try Self.connect(to: path, waits: waits)
    }

    deinit {
        close(descriptor)
    }

    /// Sends lines, each with its `\n`. Throws if the daemon neither reads nor sends anything for
    /// as long as a reply may take.
    func send(_ lines: [UInt8]) throws(PanelClientError) {
        var rest = lines[...]
        while !rest.isEmpty {
            let count: Int
            do { count = try sendAvailable(rest) } catch { throw reasonOfEnd ?? error }
            rest = rest.dropFirst(count)
            if count == 0 { try waitForRoom() }
        }
    }

    /// Sends as many bytes of lines as the socket takes at once. The result is their number.
    package func sendAvailable(_ lines: ArraySlice<UInt8>) throws(PanelClientError) -> Int {
        let count = lines.withUnsafeBytes {
            Glibc.send(
                descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        guard count < 0 else { return count }
        guard errno == EAGAIN || errno == EINTR else { throw .disconnected }
        return 0
    }

    /// The next message that has arrived; `nil` if there is none yet.
    package func receiveAvailable() throws(PanelClientError) -> JSONObject? {
        try receive(timeout: 0, orUntil: nil)
    }

    /// Waits until more can be sent, and reads meanwhile: the daemon stops reading requests while
    /// its replies are not read.
    private func waitForRoom() throws(PanelClientError) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN) | Int16(POLLOUT), revents: 0)
        let ready = poll(&polled, 1, Self.replyTimeout)
        guard ready >= 0 || errno == EINTR else { throw .disconnected }
        guard ready != 0 else { throw .noReply }
        if ready > 0, polled.revents & Int16(POLLOUT) == 0 { try readMore() }
    }

    /// Waits for a message, at most for this many milliseconds; without limit if negative.
    func receive(timeout: Int32) throws(PanelClientError) -> JSONObject {
        guard let message = try receive(timeout: timeout, orUntil: nil) else { throw .noReply }
        return message
    }

    /// Waits for a message, at most for this many milliseconds; without limit if negative. It ends
    /// earlier when another descriptor is readable. The result is `nil` if no message arrived.
    func receive(
        timeout: Int32, orUntil other: Int32?
    ) throws(PanelClientError) -> JSONObject? {
        let deadline = timeout < 0 ? nil : ReplyDeadline(after: timeout)
        while true {
            if let message = try nextMessage() { return message }
            var polled = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
            if let other { polled.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
            let ready = poll(&polled, nfds_t(polled.count), deadline?.milliseconds ?? -1)
            if ready < 0 {
                guard errno == EINTR else { throw .disconnected }
                continue
            }
            guard polled[0].revents != 0 else { return nil }
            try readMore()
        }
    }

    private func nextMessage() throws(PanelClientError) -> JSONObject? {
        do {
            guard let line = try reader.next() else { return nil }
            lastLine = String(decoding: line.bytes, as: UTF8.self)
            return try JSON.object(parsing: line.bytes)
        } catch let error as JSONSyntaxError {
            throw .notUnderstood(error.message)
        } catch {
            throw .notUnderstood("a line without an end")
        }
    }

    private func readMore() throws(PanelClientError) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 {
            reader.append(buffer[..<count])
        } else if count == 0 || errno != EINTR {
            throw .disconnected
        }
    }

    /// The error after which the daemon has closed the connection, if it sent one.
    private var reasonOfEnd: PanelClientError? {
        while let message = try? receive(timeout: 0, orUntil: nil) {
            if let error = Self.lastError(message) { return error }
        }
        return nil
    }

    /// The error in a message after which the daemon reads no more requests: a line that is too
    /// long. Other errors without an `id` are those of requests without one.
    static func lastError(_ message: JSONObject) -> PanelClientError? {
        guard message["id"] == .null, let error = rejection(message),
            case .rejected(RequestError.Code.tooLarge.rawValue, _, _) = error
        else { return nil }
        return error
    }

    /// The error in a message; `nil` if it contains none.
    package static func rejection(_ message: JSONObject) -> PanelClientError? {
        guard let error = message["error"]?.object else { return nil }
        return .rejected(
            code: error["code"]?.string ?? "", message: error["message"]?.string ?? "",
            near: error["near"]?.array?.compactMap(\.string) ?? [])
    }

    /// The contents of a reply, or the error in it.
    package static func result(_ message: JSONObject) -> Result<JSONObject, PanelClientError> {
        if let rejection = rejection(message) { return .failure(rejection) }
        guard let reply = message["ok"]?.object else {
            // The daemon may end between a request and its reply.
            let isEnding = message["event"]?.string == "bye"
            return .failure(isEnding ? .disconnected : .notUnderstood("a reply without 'ok'"))
        }
        return .success(reply)
    }

    /// A value that was expected in the last line.
    func expected<Value>(_ value: Value?) throws(PanelClientError) -> Value {
        guard let value else { throw .notUnderstood(String(lastLine.prefix(200))) }
        return value
    }

    private static func connect(
        to path: String, waits: Bool
    ) throws(PanelClientError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard (1...room).contains(bytes.count) else {
            throw .cannotConnect(
                path: path, reason: "the path must have 1 to \(room) bytes")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }

        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(
            AF_UNIX, Int32(waits ? type : type | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else {
            throw .cannotConnect(path: path, reason: String(cString: strerror(errno)))
        }
        // Of a socket for programs of one host, this is also the time to connect in. What is sent
        // does not wait.
        var longest = timeval(tv_sec: time_t(replyTimeout / 1000), tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &longest, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return descriptor }
        let reason = errno
        close(descriptor)
        switch reason {
        case ENOENT, ECONNREFUSED: throw .notRunning(path: path)
        case EACCES, EPERM: throw notPermitted(path)
        case EAGAIN where waits: throw .noReply
        default: throw .cannotConnect(path: path, reason: String(cString: strerror(reason)))
        }
    }

    private static func notPermitted(_ path: String) -> PanelClientError {
        var status = stat()
        // In a folder that this user cannot read, even the owner is unknown.
        guard stat(path, &status) == 0 else {
            return .notPermitted(path: path, owner: nil, group: nil)
        }
        let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
        let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
        return .notPermitted(
            path: path, owner: owner ?? "user \(status.st_uid)",
            group: status.st_mode & S_IWGRP != 0 ? group : nil)
    }
}
