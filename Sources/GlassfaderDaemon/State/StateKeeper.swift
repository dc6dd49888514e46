import EventLoop
import Panel
import PanelProtocol
import StateStore

/// Keeps the state of a panel in a folder: puts it back at start, and has it saved after changes.
///
/// The loop waits for no disk: a thread of its own writes. See `StateWriter`.
final class StateKeeper {
    /// How long the end waits for the disk, which is less than the service manager waits for us.
    private static let longestEnd = Duration.seconds(2)

    /// Why the state is not being saved, for people; `nil` if it is.
    private(set) var problem: String? {
        didSet { if problem != oldValue { onProblem?() } }
    }
    /// Called when there is another problem, or none any more.
    var onProblem: (() -> Void)?

    private let path: String
    private let panel: Panel
    private let loop: EventLoop
    private let log: (String) -> Void
    private var writer: (any StateSaving)?
    private var schedule: SaveSchedule
    /// What the folder had at start.
    private var found: PanelState?
    /// What is known to be on the disk as the newest state.
    private var saved: [UInt8]?
    private var timer: EventSource?
    /// The revision of the panel that was noted last.
    private var lastRevision: Int64
    /// What the timer is set to; `nil` if it waits for nothing.
    private var deadline: Duration?
    private var reports: EventSource?
    private var imports: ImportWatch?
    /// What was imported, and is in no save yet.
    private var imported: StateImport?
    /// What was imported, and is in the save that was begun last.
    private var importInSave: StateImport?

    /// Reads a folder. One that cannot be used is a problem, with which the panel runs.
    ///
    /// - Parameter saver: makes what saves the state.
    /// - Throws: `StateError`, if another daemon has the folder.
    init(
        folder path: String, panel: Panel, loop: EventLoop,
        saver: (EventLoop, sending StateFolder) throws(StateError) -> any StateSaving,
        log: @escaping (String) -> Void
    ) throws {
        self.path = path
        self.panel = panel
        self.loop = loop
        self.log = log
        lastRevision = panel.revision
        schedule = SaveSchedule(delay: panel.description.state.saveDelay)
        do throws(StateError) {
            let folder = try StateFolder(path: path)
            let contents = folder.load()
            for problem in contents.problems { log("warning: \(problem)") }
            let state = Self.newest(of: contents.states, in: path, log: log)
            found = state?.state
            saved = state?.json
            writer = try saver(loop, folder)
        } catch {
            guard !error.isInUse else { throw error }
            problem = "the state is not saved: \(error.reason)"
            log("\(error); the panel runs, and will have forgotten at the next start")
        }
        timer = try loop.timer(at: nil) { [unowned self] now in
            deadline = nil
            try saveIfDue(at: now)
        }
        if let writer {
            reports = try loop.readable(writer.descriptor) { [unowned self] in try takeReport() }
            imports = try ImportWatch(path, loop: loop) { [unowned self] in
                if let state = takeImport() { panel.replace(with: state, at: loop.now) }
            }
            if let problem = imports?.problem { log("warning: \(problem)") }
        }
    }

    /// The newest state that can be read. `json` is its bytes, if it is the newest of all.
    private static func newest(
        of states: [[UInt8]], in path: String, log: (String) -> Void
    ) -> (state: PanelState, json: [UInt8]?)? {
        for (index, bytes) in states.enumerated() {
            var refused: [String] = []
            do {
                let state = try PanelState(json: bytes, refused: &refused)
                if let first = refused.first {
                    log("warning: \(path) has \(refused.count) values that make no sense: \(first)")
                }
                return (state, index == 0 ? bytes : nil)
            } catch {
                log("warning: \(path) has a state that cannot be read: \(error)")
            }
        }
        return nil
    }

    // MARK: Restoring

    /// Gives the controls the values that the panel file asks for, of those that were found.
    func restore() {
        let taken = takeImport()
        var state = taken ?? found ?? PanelState()
        // The panel has it from now on.
        found = nil
        let start = panel.description.state.start
        if start != .last {
            // Scenes were stored to stay.
            let scenes = state.scenes
            state = PanelState()
            state.scenes = scenes
        }
        panel.restore(state, at: loop.now)
        if case .scene(let name) = start {
            do throws(RequestError) {
                try panel.recallScene(named: name, from: .restore, at: loop.now)
            } catch {
                log("warning: [state] restore: \(error.message); the values are the defaults")
            }
        }
        // What was restored is no change.
        if taken == nil { lastRevision = panel.revision }
    }

    /// The state that was left to be taken; `nil` if there is none that makes sense.
    private func takeImport() -> PanelState? {
        guard writer != nil else { return nil }
        do {
            guard let file = try StateImport(folder: path), file != imported else { return nil }
            var refused: [String] = []
            let state = try PanelState(json: file.contents, refused: &refused)
            guard refused.isEmpty else {
                log(
                    "warning: \(path)/\(StateImport.name) is not a state: "
                        + "\(refused.count) members make no sense, first \(refused[0])")
                return nil
            }
            imported = file
            log("took the state from \(path)/\(StateImport.name)")
            return state
        } catch let error as JSONSyntaxError {
            log("warning: \(path)/\(StateImport.name) is no state: \(error.message)")
        } catch {
            log("warning: \(error)")
        }
        return nil
    }

    // MARK: Saving

    /// Notes whether something has changed that is to be saved.
    func noteChanges() throws {
        guard writer != nil, panel.revision != lastRevision else { return }
        lastRevision = panel.revision
        schedule.change(at: loop.now)
        // A timer that is set already asks again when its time has come.
        try wait(until: schedule.deadline(isTouched: false))
    }

    /// Waits so long from now on until nothing has changed any more.
    func setDelay(_ delay: Duration) throws {
        schedule.delay = delay
        try wait(until: schedule.deadline(isTouched: false))
    }

    private func wait(until time: Duration?) throws {
        guard let time, time < deadline ?? .seconds(Int64.max) else { return }
        deadline = time
        try timer?.fire(at: time)
    }

    private func saveIfDue(at now: Duration) throws {
        let isTouched = panel.controls.contains(where: \.isTouched)
        guard let due = schedule.deadline(isTouched: isTouched) else { return }
        if due <= now { save() } else { try wait(until: due) }
    }

    /// Has the present state written, unless it is on the disk.
    private func save() {
        let json = panel.state.json
        guard json != saved || schedule.isSaving || imported != nil else { return schedule.skip() }
        schedule.begin()
        importInSave = imported
        writer?.save(json, taking: imported)
    }

    private func takeReport() throws {
        guard let report = writer?.takeReport() else { return }
        take(report)
        try wait(until: schedule.deadline(isTouched: false))
    }

    private func take(_ report: Result<[UInt8], StateError>) {
        switch report {
        case .success(let json):
            saved = json
            // One that came during the save is in the next.
            if imported == importInSave { imported = nil }
            schedule.end()
            if problem != nil { log("the state is saved again") }
            problem = nil
        case .failure(let error):
            schedule.fail(at: loop.now)
            let text = "the state is not saved: \(error.reason)"
            if problem != text {
                log("\(error); trying again every \(SaveSchedule.retryInterval)")
            }
            problem = text
        }
    }

    /// Saves what has changed, at once, and waits for it as long as one can.
    func end() {
        guard let writer else { return }
        if schedule.hasChanges || panel.revision != lastRevision { save() }
        let isSaving = schedule.isSaving
        let hasEnded = writer.finish(within: Self.longestEnd)
        if !hasEnded { log("the disk is too slow: the last changes may be lost") }
        if isSaving, let report = writer.takeReport() { take(report) }
    }
}
