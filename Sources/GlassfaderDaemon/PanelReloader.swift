import EventLoop
import Panel
import PanelProtocol

/// Puts the panel file in effect again while the panel runs: when a client or a signal asks for it,
/// and when the file has changed.
///
/// A file with mistakes changes nothing, and they are told.
final class PanelReloader {
    /// How long after a reload the next may begin: so many times as long as it took, at most so long.
    private static let pauseFactor = 4
    private static let longestPause = Duration.seconds(2)

    /// Called when another panel file is in effect, with the description before it.
    var onReload: ((_ old: PanelDescription) throws -> Void)?

    private let panel: Panel
    /// What the file said at the start.
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
    /// What was read last, whether it was good or not.
    private var bytes: [UInt8]

    /// Looks after the file at a path, of which `panel` was made with these types.
    init(
        _ panel: Panel, path: String, types: [ControlType], loop: EventLoop,
        log: @escaping (String) -> Void
    ) throws {
        self.panel = panel
        first = panel.description
        self.path = path
        self.types = types
        self.loop = loop
        boundedLog = BoundedLog(of: "the panel file", at: loop.now, write: log)
        bytes = (try? PanelFile.bytes(at: path)) ?? []
        timer = try loop.timer(at: nil) { [unowned self] _ in reloadForAll() }
        watch = try PanelFileWatch(path, loop: loop) { [unowned self] in reloadIfChanged() }
        if let problem = watch?.problem { log("warning: \(problem)") }
    }

    /// Reads the file soon and puts it in effect, once for all who ask until then.
    ///
    /// Reloads take turns with everything else: after one, as much time as it took passes several
    /// times before the next, so that clients which ask for nothing else do not stop the panel.
    ///
    /// - Parameters:
    ///   - source: who asks, for the events; the first of several.
    ///   - completion: called when it is done, with what is wrong with the file if it was not: the panel
    ///     is as before then.
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
        let completions = waiting
        waiting = []
        let result = Result { () throws(RequestError) in try reloadNow() }
        let end = loop.exactTime
        earliest = min(end + (end - began) * Self.pauseFactor, end + Self.longestPause)
        for completion in completions { completion(result) }
    }

    /// Reads the file and puts it in effect.
    ///
    /// - Throws: an error that says what is wrong with the file, as the journal does; the panel is
    ///   as before then.
    private func reloadNow() throws(RequestError) -> PanelReply {
        let description: PanelDescription
        do {
            description = try read()
        } catch {
            log("\(error)")
            log("the panel stays as it was")
            throw RequestError(.badValue, "\(error)", field: "panel")
        }
        let waiting = description.keysForNextStart(since: first)
        if !waiting.isEmpty {
            log("\(waiting.joined(separator: ", ")): another at the next start only")
        }
        let old = panel.description
        let change = panel.reload(description, from: source, at: loop.now)
        log(
            "read \(path) again: \(panel.controls.count) controls, "
                + "\(change.added.count) new, \(change.removed.count) gone")
        do {
            try onReload?(old)
        } catch {
            log("\(error)")
        }
        return .reload(
            generation: panel.generation, added: change.added, removed: change.removed,
            restart: waiting)
    }

    private func log(_ text: String) { boundedLog.write(text, at: loop.now) }

    private func read() throws -> PanelDescription {
        bytes = try PanelFile.bytes(at: path)
        let file = PanelFile(utf8: bytes, name: path, types: types)
        for warning in file.warnings { log("warning: \(warning)") }
        guard let panel = file.panel else { throw PanelFile.MistakesError(file.errors) }
        return panel
    }

    /// A file that was only touched, or another in its folder, is no reason to take fingers away.
    private func reloadIfChanged() {
        guard let present = try? PanelFile.bytes(at: path), present != bytes else { return }
        reload()
    }
}
