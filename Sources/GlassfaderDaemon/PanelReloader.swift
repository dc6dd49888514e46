import EventLoop
import Files
import Panel
import PanelProtocol

/// Reloads the panel file while the panel runs: on request of a client, on SIGHUP, and when the
/// file has changed.
///
/// A file with errors changes nothing. The errors are logged, and sent to the client.
final class PanelReloader {
    /// The pause after a reload, as a multiple of its duration; at most `longestPause`.
    private static let pauseFactor = 4
    private static let longestPause = Duration.seconds(2)
    /// How often to try again if the file cannot be read at the moment: for about a minute.
    private static let mostRetries = 6

    /// Called after a reload, with the description before it.
    var onReload: ((_ old: PanelDescription) throws -> Void)?

    private let panel: Panel
    /// The description at start.
    private let first: PanelDescription
    private let path: String
    private let types: [ControlType]
    private let loop: EventLoop
    private var boundedLog: BoundedLog
    private var watch: PanelFileWatch?
    /// The requests for the next reload, and the source of the first.
    private var waiting: [ReloadCompletion] = []
    private var source: ValueChanged.Source?
    /// When the next reload may begin.
    private var earliest = Duration.zero
    private var timer: EventSource?
    private var retries = 0
    private var retryDelay = RetryDelay(from: .seconds(1), to: .seconds(32))
    /// The contents that were read last, valid or not.
    private var bytes: [UInt8]

    /// Watches the file at `path`, from whose `bytes` `panel` was made with these types.
    ///
    /// A file that was replaced since then is reloaded. Without `bytes`, what the file has now
    /// counts as what it had then.
    init(
        _ panel: Panel, path: String, bytes known: [UInt8]?, types: [ControlType],
        loop: EventLoop, log: Log
    ) throws {
        self.panel = panel
        first = panel.description
        self.path = path
        self.types = types
        self.loop = loop
        boundedLog = BoundedLog(of: "the panel file", log)
        bytes = known ?? (try? PanelFile.bytes(at: path)) ?? []
        timer = try loop.timer(at: nil) { [unowned self] _ in reloadForAll() }
        watch = try PanelFileWatch(path, loop: loop) { [unowned self] in reloadIfChanged() }
        if let problem = watch?.problem { logProblem(problem) }
        watch?.onProblem = { [unowned self] in logProblem($0) }
        // No event reports what happened before the watch.
        if known != nil { reloadIfChanged() }
    }

    /// Requests a reload. All requests until it begins share one reload.
    ///
    /// The pause between reloads is a multiple of a reload's duration, so that clients that request
    /// nothing else do not stop the panel.
    ///
    /// - Parameters:
    ///   - source: the cause that events name; the first one, if there are several requests.
    ///   - completion: called after the reload, with the error if the file is wrong. The panel has
    ///     not changed in that case.
    func reload(
        from source: ValueChanged.Source? = nil, _ completion: @escaping ReloadCompletion = { _ in }
    ) {
        if waiting.isEmpty { self.source = source }
        waiting.append(completion)
        do {
            if waiting.count == 1 { try timer?.fire(at: max(loop.now, earliest)) }
        } catch {
            waiting.removeLast()
            completion(.failure(RequestError(.internal, "\(error)")))
        }
    }

    private func reloadForAll() {
        let began = loop.exactTime
        watch?.updateWatches()
        let completions = waiting
        waiting = []
        let result = Result { () throws(RequestError) in try reloadNow() }
        let end = loop.exactTime
        earliest = min(end + (end - began) * Self.pauseFactor, end + Self.longestPause)
        for completion in completions { completion(result) }
    }

    /// Reads the file and applies it to the panel.
    ///
    /// - Throws: the errors in the file, as they are logged. The panel has not changed in that
    ///   case.
    private func reloadNow() throws(RequestError) -> PanelReply {
        let description: PanelDescription
        do {
            description = try read()
        } catch {
            let place = (error as? PanelFile.MistakesError)?.place ?? [.file(path)]
            log.write(LogEntry("\(error)", event: .panelFileRejected, place))
            let plan = retryLater(after: error) ? "; trying again later" : ""
            log("the panel has not changed\(plan)")
            throw RequestError(.badValue, "\(error)", field: "panel")
        }
        endRetries()
        let deferredKeys = description.keysForNextStart(since: first)
        if !deferredKeys.isEmpty {
            log(
                "\(deferredKeys.joined(separator: ", ")): takes effect at the next start", .notice,
                about: .file(path))
        }
        let old = panel.description
        let change = panel.reload(description, from: source, at: loop.now)
        log(
            "read \(path) again: \(panel.controls.count) controls, "
                + "\(change.added.count) new, \(change.removed.count) gone",
            event: .panelFileReloaded, about: .file(path))
        do {
            try onReload?(old)
        } catch {
            log("\(error)", .error)
        }
        return .reload(
            generation: panel.generation, added: change.added, removed: change.removed,
            restart: deferredKeys)
    }

    private func logProblem(_ problem: String) {
        log("warning: \(problem)", .warning, about: .file(path))
    }

    private var log: Log {
        Log { [unowned self] in boundedLog.write($0, at: loop.now) }
    }

    private func read() throws -> PanelDescription {
        bytes = try PanelFile.bytes(at: path)
        return try PanelFile.panel(utf8: bytes, name: path, types: types, log: log)
    }

    /// Reloads only a changed file, since a reload cancels touches: the event may be about
    /// unchanged contents.
    private func reloadIfChanged() {
        do throws(FileError) {
            guard try PanelFile.bytes(at: path) != bytes else { return }
        } catch {
            // Whoever has removed it may be about to write another.
            if error.isMissing { return }
            // A reload logs why the file cannot be read.
        }
        reload()
    }

    /// Reloads again after a delay if the file may be in order, but cannot be read at the moment.
    /// Returns false after another error, and after too many attempts.
    private func retryLater(after error: any Error) -> Bool {
        guard let error = error as? FileError, error.isTemporary, retries < Self.mostRetries,
            (try? timer?.fire(at: loop.now + retryDelay.next())) != nil
        else {
            endRetries()
            return false
        }
        retries += 1
        // Nobody has requested it.
        source = nil
        return true
    }

    private func endRetries() {
        retries = 0
        retryDelay.reset()
    }
}
