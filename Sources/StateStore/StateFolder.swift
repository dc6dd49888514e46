import Files
import Glibc

/// The folder that keeps the state over restarts and power cuts, in two slots.
///
/// Each save overwrites the slot that is not the newest, and waits for the disk. A torn write
/// leaves the other slot intact. Nothing is renamed, and space is allocated in advance, so that a
/// full file system does not prevent a save.
///
/// A lock gives one process exclusive use of the folder. It ends with the process.
package final class StateFolder {
    /// The folder's path.
    package let path: String
    private let descriptor: Int32
    private var slots: [SlotFile]

    /// Opens and locks a folder. Makes it if it is missing.
    ///
    /// - Throws: `StateError`; `isInUse` is true if another process has locked it.
    package convenience init(path: String) throws(StateError) {
        // If the folder cannot be made, open() reports the reason.
        _ = mkdir(path, 0o750)
        let descriptor = try Self.open(path)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK
                ? StateError.inUse(path) : StateError("lock the folder \(path)", errno: code)
        }
        self.init(path: path, descriptor: descriptor)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
        slots = ["state.a", "state.b"].map {
            SlotFile(name: $0, folder: descriptor, folderPath: path)
        }
    }

    private static func open(_ path: String) throws(StateError) -> Int32 {
        let descriptor = OpenedFile.descriptor(path, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StateError("open the folder \(path)", errno: errno) }
        return descriptor
    }

    /// Reads a folder that another process may have locked.
    ///
    /// - Throws: `StateError`, if it cannot be opened.
    package static func contents(of path: String) throws(StateError) -> Contents {
        let folder = StateFolder(path: path, descriptor: try open(path))
        let contents = folder.load()
        // A slot that is being written looks damaged. Reading again settles that.
        return contents.problems.isEmpty ? contents : folder.load()
    }

    /// Whether a process has locked the folder.
    package static func isInUse(_ path: String) -> Bool {
        guard let descriptor = try? open(path) else { return false }
        defer { unlockAndClose(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit {
        Self.unlockAndClose(descriptor)
    }

    /// Closing alone would leave the lock to a process that was forked and has not executed its
    /// program yet.
    private static func unlockAndClose(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    // MARK: Reading

    /// The contents of a folder.
    package struct Contents: Sendable {
        /// The saved states, the newest first; at most two.
        package var states: [[UInt8]] = []
        /// The problems with the files.
        package var problems: [StateProblem] = []
    }

    /// Reads both slots. Changes nothing.
    package func load() -> Contents {
        var contents = Contents()
        var states: [StateSlot] = []
        for index in slots.indices {
            let reading = slots[index].read()
            if case .valid(let state) = reading { states.append(state) }
            if let problem = slots[index].problem { contents.problems.append(problem) }
        }
        contents.states = states.sorted { $0.sequence.isNewer(than: $1.sequence) }.map(\.contents)
        return contents
    }

    // MARK: Writing

    /// Saves a state. When this returns, it is on the disk; until then, the last saved state is.
    ///
    /// - Parameter imported: the import that the contents include; it is removed after the save.
    /// - Throws: `StateError`. The last saved state is intact, and the next save overwrites the
    ///   same slot again. If only the import could not be removed, this state is the last saved
    ///   one.
    package func save(
        _ contents: [UInt8], taking imported: StateImport? = nil
    ) throws(StateError) {
        let newest = slots.compactMap(\.sequence).max { $1.isNewer(than: $0) } ?? 0
        let state = StateSlot(sequence: newest &+ 1, contents: contents)
        try slots[indexToWrite].write(state)
        try imported?.remove(from: descriptor, at: path)
    }

    /// The index of the slot without a readable state, or else of the older one.
    private var indexToWrite: Int {
        guard let first = slots[0].readableSequence else { return 0 }
        guard let second = slots[1].readableSequence else { return 1 }
        return first.isNewer(than: second) ? 1 : 0
    }
}
