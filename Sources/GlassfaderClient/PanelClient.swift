import Glibc
import PanelProtocol

/// A connection to a panel: asks, sets, and hears what is touched.
///
/// Each call waits for its answer.
///
/// ```swift
/// let panel = try PanelClient()
/// try panel.set("ch1.level", to: .value(.number(-6)))
/// for event in try panel.subscribe(to: ["ch*.level"]) {
///     print(event)
/// }
/// ```
public final class PanelClient {
    /// Where the daemon's socket is, unless the panel file says otherwise.
    public static let standardPath = "/run/glassfader/glassfader.sock"

    /// What the daemon said first.
    public private(set) var greeting = PanelGreeting()
    /// The line that came last, as it came, without its end.
    public private(set) var lastLine = ""

    private let descriptor: Int32
    /// Lists of controls may be long, but not endless.
    private var reader = LineReader(limit: 16 << 20)
    private var waitingEvents: [(event: PanelEvent, line: String)] = []
    private var requests: Int64 = 0

    private static let longestAnswer: Int32 = 5000

    /// Connects to the socket at a path, or at `$GLASSFADER_SOCKET`, or at the standard one.
    ///
    /// `name` tells other clients who sets values.
    public init(path: String? = nil, name: String? = nil) throws(PanelClientError) {
        let path =
            path ?? getenv("GLASSFADER_SOCKET").map { String(cString: $0) }
            ?? Self.standardPath
        descriptor = try Self.connect(to: path)
        try greet(name: name)
    }

    deinit {
        close(descriptor)
    }

    // MARK: Asking

    /// The controls whose names match a pattern with `*` and `?`, in the order of the panel.
    public func controls(matching pattern: String = "*") throws(PanelClientError)
        -> [PanelControl]
    {
        let reply = try request { writer in
            writer.member("cmd", "list")
            writer.member("match", pattern)
        }
        return reply["controls"]?.array?.compactMap { $0.object.flatMap(PanelControl.init) } ?? []
    }

    /// The value of a control.
    public func reading(of control: String) throws(PanelClientError) -> PanelReading {
        let reply = try request { writer in
            writer.member("cmd", "get")
            writer.member("control", control)
        }
        return try understood(PanelReading(reply))
    }

    /// Gives a control a value. That a finger holds the control is no error: see `isApplied`.
    ///
    /// With `isFeedback` it is said what the engine has now: the picture follows, and bridges do
    /// not act on it.
    @discardableResult
    public func set(
        _ control: String, to change: PanelChange, isFeedback: Bool = false
    ) throws(PanelClientError) -> PanelSetting {
        var set = SetRequest(control: control, change: change.asRequest)
        set.isFeedback = isFeedback
        requests += 1
        var writer = JSONWriter()
        set.write(id: .integer(requests), to: &writer)
        return try understood(PanelSetting(try answer(to: writer.bytes)))
    }

    /// Shows levels on meters: in dB relative to full scale, by control, the first channel's first.
    ///
    /// What a meter is sent last is what it shows, so that no answer is waited for unless wanted:
    /// then it is an error if a control has no meter, or fewer channels; the others show their
    /// levels all the same. A level below -200 dB, -∞ and NaN count as -200 dB.
    public func setMeters(
        _ levels: [String: [Double]], waitsForAnswer: Bool = false
    ) throws(PanelClientError) {
        func write(_ writer: inout JSONWriter) {
            writer.member("cmd", "meters")
            writer.object("v") { writer in
                for (control, levels) in levels {
                    writer.member(
                        control, levels.map { $0 > -200 ? min($0, 200) : -200 })
                }
            }
        }
        if waitsForAnswer {
            _ = try request(write)
        } else {
            var writer = JSONWriter()
            writer.line(write)
            try send(writer.bytes)
        }
    }

    /// Subscribes to the controls that match any of the patterns, in place of what was subscribed
    /// to before.
    ///
    /// `phases` are those wanted, all if nil: with `ended`, `cancelled` and `set` one hears only
    /// what remains. With `echoes` one hears of what one has set oneself, too.
    public func subscribe(
        to patterns: [String] = ["*"], phases: [String]? = nil, echoes: Bool = false
    ) throws(PanelClientError) -> PanelEvents {
        let reply = try request { writer in
            writer.member("cmd", "subscribe")
            writer.member("match", patterns)
            if let phases { writer.member("phases", phases) }
            writer.member("echo", echoes)
        }
        return PanelEvents(client: self, snapshot: PanelEvent.readings(reply))
    }

    /// Waits for the next event of a subscription.
    public func nextEvent() throws(PanelClientError) -> PanelEvent {
        if !waitingEvents.isEmpty {
            let (event, line) = waitingEvents.removeFirst()
            lastLine = line
            return event
        }
        while true {
            let message = try receive(timeout: -1)
            if message["event"] != nil { return try understood(PanelEvent(message)) }
        }
    }

    // MARK: Lines

    private func greet(name: String?) throws(PanelClientError) {
        let first = try receive(timeout: Self.longestAnswer)
        if let refusal = Self.refusal(first) { throw refusal }
        greeting = try understood(PanelGreeting(first))
        _ = try request { writer in
            writer.member("cmd", "hello")
            if let name { writer.member("name", name) }
            writer.member("protocol", Hello.protocolVersion)
        }
    }

    private func request(
        _ members: (inout JSONWriter) -> Void
    ) throws(PanelClientError) -> JSONObject {
        requests += 1
        let id = requests
        var writer = JSONWriter()
        writer.line { writer in
            writer.member("id", id)
            members(&writer)
        }
        return try answer(to: writer.bytes)
    }

    /// Sends the request with the last number and waits for its reply; events are kept for later.
    private func answer(to line: [UInt8]) throws(PanelClientError) -> JSONObject {
        try send(line)
        while true {
            let message = try receive(timeout: Self.longestAnswer)
            if message["event"] != nil {
                waitingEvents.append((try understood(PanelEvent(message)), lastLine))
            } else if message["id"]?.integer == requests || message["id"] == .null {
                if let refusal = Self.refusal(message) { throw refusal }
                return try understood(message["ok"]?.object)
            }
        }
    }

    private static func refusal(_ message: JSONObject) -> PanelClientError? {
        guard let error = message["error"]?.object else { return nil }
        return .refused(
            code: error["code"]?.string ?? "", message: error["message"]?.string ?? "",
            near: error["near"]?.array?.compactMap(\.string) ?? [])
    }

    private func understood<Value>(_ value: Value?) throws(PanelClientError) -> Value {
        guard let value else { throw .notUnderstood(String(lastLine.prefix(200))) }
        return value
    }

    private func send(_ line: [UInt8]) throws(PanelClientError) {
        var sent = 0
        while sent < line.count {
            let count = line[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
            } else if errno != EINTR {
                throw .disconnected
            }
        }
    }

    /// Waits for a line, at most for so many milliseconds, or without end if negative.
    private func receive(timeout: Int32) throws(PanelClientError) -> JSONObject {
        while true {
            do {
                if let line = try reader.next() {
                    lastLine = String(decoding: line.bytes, as: UTF8.self)
                    return try JSON.object(parsing: line.bytes)
                }
            } catch let error as JSONSyntaxError {
                throw .notUnderstood(error.message)
            } catch {
                throw .notUnderstood("a line without end")
            }

            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = Glibc.poll(&poll, 1, timeout)
            if ready == 0 { throw .noAnswer }
            var buffer = [UInt8](repeating: 0, count: 16_384)
            let count = ready < 0 ? -1 : recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 {
                reader.append(buffer[..<count])
            } else if count == 0 || errno != EINTR {
                throw .disconnected
            }
        }
    }

    private static func connect(to path: String) throws(PanelClientError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard (1...room).contains(bytes.count) else {
            throw .cannotConnect(path: path, reason: "a path of 1 to \(room) bytes is wanted")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }

        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw .cannotConnect(path: path, reason: String(cString: strerror(errno)))
        }
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
        default: throw .cannotConnect(path: path, reason: String(cString: strerror(reason)))
        }
    }

    private static func notPermitted(_ path: String) -> PanelClientError {
        var status = stat()
        // Not even that may be known of what is in a closed folder.
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
