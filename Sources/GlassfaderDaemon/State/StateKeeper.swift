import EventLoop
import Panel
import PanelProtocol
import StateStore

/// Restores the state of a panel from a folder at start, and saves it there after changes.
///
/// A thread of its own writes, so that the loop never waits for the disk. See `StateWriter`.
final class StateKeeper {
    /// How long to wait for the disk at the end; shorter than the service manager's timeout.
    private static let longestEnd = Duration.seconds(2)

    /// Why the state is not saved, for people; `nil` if it is saved.
    private(set) var problem: String? {
        didSet { if problem != oldValue { onProblem?() } }
    }
    /// Called when `problem` has changed.
    var onProblem: (() -> Void)?

    private let path: String
    private let panel: Panel
    private let loop: EventLoop
    private let log: Log
    private var writer: (any StateSaving)?
    private var schedule: SaveSchedule
    /// The state that was in the folder at start.
    private var found: PanelState?
    /// The newest state that is known to be on the disk, as JSON.
    private var saved: [UInt8]?
    private var timer: EventSource?
    /// The panel's revision at the last call of `noteChanges()`.
    private var lastRevision: Int64
    private var reports: EventSource?
    private var imports: ImportWatch?
    /// Tries an import again that could not be read.
    private var importTimer: EventSource?
    private var importDelay = RetryDelay(from: .seconds(1), to: .seconds(32))
    /// Why the import could not be read; `nil` if none waits.
    private var importError: StateError?
    /// An import that was applied and that no save includes yet.
    private var imported: StateImport?
    /// The import that the running save includes.
    private var importInSave: StateImport?

    /// Reads the state folder. If the folder cannot be used, the panel runs without saving; see
    /// `problem`.
    ///
    /// - Parameter saver: makes the object that saves the state.
    /// - Throws: `StateError`, if another daemon has locked the folder, or if the system has no
    ///   descriptors or memory left: a daemon that is started again can do what this one cannot.
    init(
        folder path: String, panel: Panel, loop: EventLoop,
        saver: (EventLoop, sending StateFolder) throws(StateError) -> any StateSaving,
        log: Log
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
            // The newest state may be there, so the panel must not go on with an older one.
            let errors = contents.problems.compactMap(\.error)
            if let error = errors.first(where: \.isExhaustion) { throw error }
            for problem in contents.problems {
                log("warning: \(problem)", event: .stateDamaged, about: .file(path))
            }
            let state = Self.newest(of: contents.states, in: path, log: log)
            found = state?.state
            saved = state?.json
            writer = try saver(loop, folder)
        } catch {
            guard !error.isInUse, !error.isExhaustion else { throw error }
            problem = "the state is not saved: \(error.reason)"
            log(
                "\(error); the panel runs, but its values will be lost at the next start",
                event: .stateNotSaved, about: .file(path))
        }
        timer = try loop.timer(at: nil) { [unowned self] now in try saveIfDue(at: now) }
        if let writer {
            reports = try loop.readable(writer.descriptor) { [unowned self] in try takeReport() }
            importTimer = try loop.timer(at: nil) { [unowned self] _ in try importState() }
            imports = try ImportWatch(path, loop: loop) { [unowned self] in try importState() }
            if let problem = imports?.problem {
                log("warning: \(problem)", .warning, about: .file(path))
            }
        }
    }

    /// The newest readable state. `json` has its bytes if it is also the newest in the folder.
    private static func newest(
        of states: [[UInt8]], in path: String, log: Log
    ) -> (state: PanelState, json: [UInt8]?)? {
        for (index, bytes) in states.enumerated() {
            var invalid: [String] = []
            do {
                let state = try PanelState(json: bytes, invalid: &invalid)
                if let first = invalid.first {
                    log(
                        "warning: \(path) has \(invalid.count) invalid values, first: \(first)",
                        event: .stateDamaged, about: .file(path))
                }
                return (state, index == 0 ? bytes : nil)
            } catch {
                log(
                    "warning: \(path) has an unreadable state: \(error)", event: .stateDamaged,
                    about: .file(path))
            }
        }
        return nil
    }

    // MARK: Restoring

    /// Restores the values: all, only scenes, or a scene, as set by `[state] restore`.
    ///
    /// - Throws: `StateError`, if the system has no descriptors or memory left to read the file to
    ///   import: later, it would replace newer values.
    func restore() throws {
        let imported = try readImport()
        var state = imported ?? found ?? PanelState()
        // The state at start is needed only once.
        found = nil
        let start = panel.description.state.start
        if start != .last {
            // Scenes are restored in any case.
            let scenes = state.scenes
            state = PanelState()
            state.scenes = scenes
        }
        panel.restore(state, at: loop.now)
        if case .scene(let name) = start {
            do throws(RequestError) {
                try panel.recallScene(named: name, from: .restore, at: loop.now)
            } catch {
                log("warning: [state] restore: \(error.message); using the defaults", .warning)
            }
        }
        // Restored values need not be saved again.
        if imported == nil { lastRevision = panel.revision }
    }

    /// Imports the file that was moved into the folder, or tries that again. The next start would
    /// apply it over all newer values.
    private func importState() throws {
        do {
            let state = try readImport()
            importError = nil
            importDelay.reset()
            if let state { panel.replace(with: state, at: loop.now) }
        } catch let error as StateError {
            if importError != error {
                log("warning: \(error); trying again", .warning, about: .file(path))
            }
            importError = error
            try importTimer?.fire(at: loop.now + importDelay.next())
        }
    }

    /// Reads the file to import; `nil` if there is no valid file.
    ///
    /// - Throws: `StateError`, if the system has no descriptors or memory left.
    private func readImport() throws -> PanelState? {
        guard writer != nil else { return nil }
        do {
            guard let file = try StateImport(folder: path), file != imported else { return nil }
            var invalid: [String] = []
            let state = try PanelState(json: file.contents, invalid: &invalid)
            guard invalid.isEmpty else {
                log(
                    "warning: \(path)/\(StateImport.name) is not a state: "
                        + "\(invalid.count) members are invalid, first: \(invalid[0])",
                    .warning, about: .file(path))
                return nil
            }
            imported = file
            log("imported the state from \(path)/\(StateImport.name)", .notice, about: .file(path))
            let unused = panel.partsWithoutEffect(in: state)
            if let first = unused.first {
                let more = unused.count > 1 ? ", and \(unused.count - 1) more" : ""
                log(
                    "warning: it has what this panel cannot use: \(first)\(more)", .warning,
                    about: .file(path))
            }
            return state
        } catch let error as JSONSyntaxError {
            log(
                "warning: \(path)/\(StateImport.name) is not a state: \(error.message)", .warning,
                about: .file(path))
        } catch let error as StateError where error.isExhaustion {
            throw error
        } catch {
            log("warning: \(error)", .warning, about: .file(path))
        }
        return nil
    }

    // MARK: Saving

    /// Notes whether there are changes to save.
    func noteChanges() throws {
        panel.noteDeferredValues()
        guard writer != nil, panel.revision != lastRevision else { return }
        lastRevision = panel.revision
        schedule.change(at: loop.now)
        // A timer that is set earlier computes the deadline again when it fires.
        try wait(until: schedule.deadline(isTouched: false))
    }

    /// Sets how long nothing must have changed before a save.
    func setDelay(_ delay: Duration) throws {
        schedule.delay = delay
        try wait(until: schedule.deadline(isTouched: false))
    }

    private func wait(until time: Duration?) throws {
        guard let time, time < timer?.deadline ?? .seconds(Int64.max) else { return }
        try timer?.fire(at: time)
    }

    private func saveIfDue(at now: Duration) throws {
        let isTouched = panel.controls.contains(where: \.isTouched)
        guard let due = schedule.deadline(isTouched: isTouched) else { return }
        if due <= now { save() } else { try wait(until: due) }
    }

    /// Starts saving the present state, unless it is already on the disk.
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
            // The next save includes an import that came during this one.
            if imported == importInSave { imported = nil }
            schedule.end()
            if problem != nil {
                log("the state is saved again", event: .stateSavedAgain, about: .file(path))
            }
            problem = nil
        case .failure(let error):
            schedule.fail(at: loop.now)
            // A part of it may be on the disk, and newer than what was there.
            saved = nil
            let text = "the state is not saved: \(error.reason)"
            if problem != text {
                log(
                    "\(error); trying again every \(SaveSchedule.retryInterval)",
                    event: .stateNotSaved, about: .file(path))
            }
            problem = text
        }
    }

    /// Saves unsaved changes at once, and waits for the disk for at most `longestEnd`. It is the
    /// last attempt: nothing is tried again later.
    func end() {
        guard let writer else { return }
        panel.noteDeferredValues()
        if schedule.hasChanges || panel.revision != lastRevision { save() }
        let isSaving = schedule.isSaving
        guard writer.finish(within: Self.longestEnd) else {
            log(
                "the disk is too slow: the last changes may be lost", event: .stateNotSaved,
                about: .file(path))
            return
        }
        guard isSaving, let report = writer.takeReport() else { return }
        if case .failure(let error) = report {
            log("\(error); the last changes are lost", event: .stateNotSaved, about: .file(path))
        } else {
            take(report)
        }
    }
}
