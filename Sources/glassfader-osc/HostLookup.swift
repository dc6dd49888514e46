import EventLoop
import Glibc
import Threads

/// Looks up names of hosts, one after the other, in a thread: a name server may take many seconds,
/// and no value may wait for it.
///
/// The thread shares nothing with the loop. It writes the addresses of one host into a pipe, and
/// ends.
final class HostLookup {
    /// More waiting names than this count as unknown. Who needs them asks again.
    private static let mostWaiting = 64

    private let loop: EventLoop
    /// The names, of which the first one is being looked up.
    private var waiting: [(endpoint: OSCEndpoint, found: ([SocketAddress]) -> Void)] = []
    /// The end of the pipe that the thread writes into.
    private var pipe: (descriptor: Int32, source: EventSource)?

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        closePipe()
    }

    /// Calls `found` with the addresses of an endpoint, or with none. It replaces an earlier
    /// `found` of the same endpoint.
    func find(_ endpoint: OSCEndpoint, then found: @escaping ([SocketAddress]) -> Void) {
        if let index = waiting.firstIndex(where: { $0.endpoint == endpoint }) {
            waiting[index].found = found
        } else if waiting.count < Self.mostWaiting {
            waiting.append((endpoint, found))
            if waiting.count == 1 { start() }
        } else {
            found([])
        }
    }

    private func start() {
        guard let endpoint = waiting.first?.endpoint else { return }
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return finish() }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        do {
            let source = try loop.readable(ends[0]) { [unowned self] in finish() }
            pipe = (ends[0], source)
        } catch {
            close(ends[0])
        }
        // Without the thread, the pipe has ended.
        if pipe == nil || !Self.lookUp(endpoint, writingTo: ends[1]) { close(ends[1]) }
        if pipe == nil { finish() }
    }

    /// Takes the result of the first name, and begins with the next one.
    private func finish() {
        let addresses = pipe.map { Self.addresses(from: $0.descriptor) } ?? []
        closePipe()
        let (_, found) = waiting.removeFirst()
        if !waiting.isEmpty { start() }
        found(addresses)
    }

    private func closePipe() {
        guard let (descriptor, source) = pipe else { return }
        pipe = nil
        // This function still holds the source, which would take the next pipe from the loop: that
        // may have the same number.
        try? source.disarm()
        close(descriptor)
    }

    /// Each address follows its length. All of them were written at once.
    private static func addresses(from descriptor: Int32) -> [SocketAddress] {
        var buffer = [UInt8](repeating: 0, count: 256 * SocketAddress.mostOfHost)
        let count = read(descriptor, &buffer, buffer.count)
        var rest = buffer.prefix(max(count, 0))
        var addresses: [SocketAddress] = []
        while let length = rest.popFirst() {
            addresses.append(SocketAddress(bytes: rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        return addresses
    }

    /// Starts the thread, which writes into the pipe's end and closes it. Returns false if the
    /// system has no more threads.
    private static func lookUp(_ endpoint: OSCEndpoint, writingTo descriptor: Int32) -> Bool {
        let thread = BackgroundThread {
            let bytes = endpoint.lookUp().flatMap { [UInt8($0.bytes.count)] + $0.bytes }
            // If nobody reads any more, it fails.
            _ = write(descriptor, bytes, bytes.count)
            close(descriptor)
        }
        thread?.detach()
        return thread != nil
    }
}
