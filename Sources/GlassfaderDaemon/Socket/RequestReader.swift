import PanelProtocol

/// The requests of one connection, out of the bytes that it sends, as its user's allowance of lines
/// covers them.
struct RequestReader {
    /// What comes next.
    enum Next {
        /// A request, or why a line is none.
        case request(Result<Request, RequestError>)
        /// A line that is too long. Where the next one begins is unknown: it is the last request.
        case unreadable(RequestError)
        /// No complete line is here.
        case nothing
        /// The allowance does not cover the next line.
        case notCovered
    }

    /// Whether a line was received.
    private(set) var hasReceivedLine = false

    private var lines = LineReader()
    private var claim: LineClaim
    private var held: Next?

    /// Begins a connection of the user whose allowance this is.
    init(allowance: LineAllowance) {
        claim = LineClaim(to: allowance)
    }

    /// Takes bytes as they were received.
    mutating func append(_ bytes: some Collection<UInt8>) {
        lines.append(bytes)
    }

    /// The time from which on `next(at:)` may go on after `notCovered`.
    var nextShare: Duration { claim.nextShare }

    /// Takes the next request.
    mutating func next(at now: Duration) -> Next {
        if let next = held {
            held = nil
            return next
        }
        guard claim.claimLine(of: lines, at: now) else { return .notCovered }
        let before = lines.lines
        // Empty lines count too.
        defer { claim.take(lines.lines - before) }
        do {
            guard let line = try lines.next() else { return .nothing }
            hasReceivedLine = true
            return .request(Self.request(line))
        } catch {
            hasReceivedLine = true
            return .unreadable(
                RequestError(.tooLarge, "line \(error.number): longer than \(error.limit) bytes"))
        }
    }

    /// Takes the next request if it is one for a reload; any other stays the next one.
    mutating func nextReload(at now: Duration) -> Result<Request, RequestError>? {
        let next = next(at: now)
        switch next {
        case .request(.success(let request)) where request.command == .reload:
            return .success(request)
        case .request, .unreadable:
            held = next
            return nil
        case .nothing, .notCovered:
            return nil
        }
    }

    /// Claims nothing of the user's allowance any more.
    mutating func withdraw() {
        held = nil
        claim.withdraw()
    }

    private static func request(_ line: LineReader.Line) -> Result<Request, RequestError> {
        do {
            return .success(try Request(line: line.bytes, number: line.number))
        } catch {
            return .failure(error)
        }
    }
}
