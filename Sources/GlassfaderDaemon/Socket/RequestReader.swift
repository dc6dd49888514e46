import PanelProtocol

/// Reads the requests of one connection from its bytes, limited by its user's line allowance.
struct RequestReader {
    /// The result of reading a request.
    enum Next {
        /// A request, or the error in its line.
        case request(Result<Request, RequestError>)
        /// A line that is too long. Its end is unknown, so nothing more can be read.
        case unreadable(RequestError)
        /// There is no complete line.
        case nothing
        /// The allowance does not cover the next line.
        case notCovered
    }

    /// Whether a line has been received.
    private(set) var hasReceivedLine = false

    private var lines = LineReader()
    private var claim: LineClaim
    private var held: Next?

    /// Makes a reader for a connection of the allowance's user.
    init(allowance: LineAllowance) {
        claim = LineClaim(to: allowance)
    }

    /// Appends received bytes.
    mutating func append(_ bytes: some Collection<UInt8>) {
        lines.append(bytes)
    }

    /// When to call `next(at:)` again after `notCovered`.
    var nextShare: Duration { claim.nextShare }

    /// Returns the next request and removes it.
    mutating func next(at now: Duration) -> Next {
        if let next = held {
            held = nil
            return next
        }
        do {
            while claim.claimLine(of: lines, at: now) {
                guard let line = try lines.nextOrEmpty() else { return .nothing }
                claim.takeLine(ofBytes: line.bytes.count)
                // Empty lines count too, so that they cannot use up the allowance at once.
                if line.bytes.isEmpty { continue }
                hasReceivedLine = true
                return .request(Self.request(line))
            }
            return .notCovered
        } catch {
            hasReceivedLine = true
            return .unreadable(
                RequestError(.tooLarge, "line \(error.number): longer than \(error.limit) bytes"))
        }
    }

    /// Returns the next request and removes it if it is a `reload`. Any other stays the next one.
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

    /// Stops waiting for the user's allowance.
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
