import Glibc
import PanelProtocol

@testable import GlassfaderDaemon

/// A program at the other end of a connection, which may read slowly, say more than is read, or
/// leave in the middle.
final class Client: Player {
    let name: String
    private(set) var conversation = Conversation()
    /// Whether it asks for the values when it is greeted, and again with each panel file.
    var subscribesAgain = false

    /// What the daemon has called it, and what it has named, on all its connections.
    private(set) var names: Set<String> = []
    /// What the daemon calls it on its present connection; nil without one.
    var presentName: String? { isConnected ? lastName : nil }
    private var lastName: String?
    private var mentions: Set<String> = []

    private let connect: (_ descriptor: Int32, _ isMonitor: Bool) throws -> String?
    private let heard: (String) -> Void
    private var descriptor: Int32 = -1
    private var received: [UInt8] = []
    private var unsent: [UInt8] = []
    /// How many bytes it may take yet; nil for all there are.
    private var appetite: Int?
    private var hasHungUp = false

    /// A client that is not connected. `connect` hands the daemon its end, and returns what the
    /// daemon calls the client.
    init(
        _ name: String, connect: @escaping (Int32, Bool) throws -> String?,
        heard: @escaping (String) -> Void
    ) {
        self.name = name
        self.connect = connect
        self.heard = heard
    }

    deinit { vanish() }

    /// Whether it has an open connection.
    var isConnected: Bool { descriptor >= 0 }

    func perform(_ action: String, _ argument: String) throws {
        switch action {
        case "connect": try connect(room: Int32(argument) ?? 0, isMonitor: false)
        case "look": try connect(room: 0, isMonitor: true)
        case "send": say(argument)
        case "flood":
            let words = argument.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let count = Int(words[0]) else { return }
            for _ in 0..<count { say(String(words[1])) }
        case "huge":
            conversation.sayTooMuch()
            write(Array(repeating: UInt8(ascii: "x"), count: Int(argument) ?? 0))
        case "wait": appetite = 0
        case "sip": appetite = (appetite ?? 0) + (Int(argument) ?? 0)
        case "listen": appetite = nil
        case "hold": touch("began", Set(PanelText.touched))
        case "hangup": hangUp()
        case "vanish": vanish()
        default: throw Failure("a script is understood", "\(name) \(action)")
        }
    }

    func recover() throws {
        appetite = nil
        // In the middle of a line that is too long, it cannot let go.
        if conversation.isOver, !conversation.touches.isEmpty { return vanish() }
        touch("ended", conversation.touches)
    }

    /// Whether it has ever named a control.
    func hasMentioned(_ control: String) -> Bool {
        mentions.contains(control) || conversation.mentions.contains(control)
    }

    /// Whether it has ever touched a control on its present connection.
    func hasTouched(_ control: String) -> Bool { conversation.touches.contains(control) }

    /// Takes out the events that came since this was asked last.
    func takeNews() -> [PanelView.News] {
        conversation.takeNews()
    }

    // MARK: The connection

    private func connect(room: Int32, isMonitor: Bool) throws {
        guard !isConnected else { return }
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw Failure("descriptors are bounded", "a client cannot have a socket: \(errno)")
        }
        if room > 0 {
            var room = room
            let size = socklen_t(MemoryLayout.size(ofValue: room))
            setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, size)
        }
        descriptor = ends[0]
        mentions.formUnion(conversation.mentions)
        conversation = Conversation()
        (received, unsent) = ([], [])
        appetite = nil
        hasHungUp = false
        lastName = try connect(ends[1], isMonitor)
        if let lastName { names.insert(lastName) }
    }

    private func hangUp() {
        guard isConnected else { return }
        hasHungUp = true
        // Not before all that was said has been taken.
        if unsent.isEmpty { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    /// Has no name any more: the next daemon gives the same ones to others.
    func loseNames() {
        vanish()
        names = []
    }

    /// Closes its end in the middle of whatever goes on.
    func vanish() {
        if isConnected { close(descriptor) }
        descriptor = -1
        (received, unsent) = ([], [])
    }

    // MARK: Speaking

    private func say(_ line: String) {
        guard isConnected, !hasHungUp, !conversation.isOver else { return }
        write(Array((conversation.say(line) + "\n").utf8))
    }

    private func touch(_ phase: String, _ controls: Set<String>) {
        guard !controls.isEmpty else { return }
        let members = controls.sorted().map { "\"\($0)\":{}" }.joined(separator: ",")
        say(#"{"id":$,"cmd":"touch","phase":"\#(phase)","controls":{\#(members)}}"#)
    }

    private func write(_ bytes: [UInt8]) {
        guard isConnected, !hasHungUp else { return }
        unsent += bytes
        _ = sendMore()
    }

    private func sendMore() -> Bool {
        guard !unsent.isEmpty else { return false }
        let count = send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL))
        if count > 0 { unsent.removeFirst(count) }
        if unsent.isEmpty, hasHungUp { shutdown(descriptor, Int32(SHUT_WR)) }
        return count > 0
    }

    // MARK: Hearing

    func take() throws -> Bool {
        guard isConnected else { return false }
        var isNews = sendMore()
        var buffer = [UInt8](repeating: 0, count: 32 * 1024)
        while isConnected, appetite != 0 {
            let count = recv(descriptor, &buffer, min(buffer.count, appetite ?? .max), 0)
            guard count > 0 else {
                if count == 0 || errno == ECONNRESET {
                    isNews = true
                    vanish()
                    try conversation.end()
                }
                break
            }
            isNews = true
            appetite = appetite.map { $0 - count }
            received += buffer[..<count]
            try takeLines()
        }
        return isNews
    }

    private func takeLines() throws {
        var start = 0
        while let end = received[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = received[start..<end]
            start = end + 1
            heard(String(decoding: line, as: UTF8.self))
            try conversation.hear(line)
        }
        received.removeFirst(start)
        guard subscribesAgain, conversation.wantsValues else { return }
        conversation.wantsValues = false
        say(#"{"id":$,"cmd":"subscribe","echo":true}"#)
    }
}
