import Glibc

/// The folder that keeps the state over a restart and a power cut, in two slots.
///
/// Each save goes to the slot that is not the newest, in place, and to the disk: a write that is
/// torn leaves the other slot as it was. Nothing is renamed, and room was made beforehand, so that a
/// full file system does not keep a state from being saved.
///
/// Whoever has the folder has it alone, by a lock that ends with the process.
package final class StateFolder {
    /// Where it is.
    package let path: String
    private let descriptor: Int32
    private var slots: [SlotFile]

    /// Takes a folder, which is made if it is missing.
    ///
    /// - Throws: `StateError`; with `isInUse`, if another process has it.
    package convenience init(path: String) throws(StateError) {
        // What keeps it from being made is told when it cannot be opened.
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
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StateError("open the folder \(path)", errno: errno) }
        return descriptor
    }

    /// What there is to read in a folder that another process may have.
    ///
    /// - Throws: `StateError`, if it cannot be opened.
    package static func contents(of path: String) throws(StateError) -> Contents {
        let folder = StateFolder(path: path, descriptor: try open(path))
        let contents = folder.load()
        // A slot that was being written looks damaged, and is not when one looks again.
        return contents.problems.isEmpty ? contents : folder.load()
    }

    /// Whether a process has the folder now.
    package static func isInUse(_ path: String) -> Bool {
        guard let descriptor = try? open(path) else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    deinit {
        close(descriptor)
    }

    // MARK: Reading

    /// What there is to read.
    package struct Contents: Sendable {
        /// The saved states, the newest first: at most two.
        package var states: [[UInt8]] = []
        /// What is wrong with the files, in words for the log.
        package var problems: [String] = []
    }

    /// Reads both slots, and changes nothing.
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

    /// Saves a state. When this returns it is on the disk; until then the last one is.
    ///
    /// - Parameter imported: what the contents have come from, which is not needed any more then.
    /// - Throws: `StateError`. What was saved last is untouched, and the next save takes another file
    ///   than the one that failed.
    package func save(
        _ contents: [UInt8], taking imported: StateImport? = nil
    ) throws(StateError) {
        let newest = slots.compactMap(\.sequence).max { $1.isNewer(than: $0) } ?? 0
        let state = StateSlot(sequence: newest &+ 1, contents: contents)
        try slots[indexToWrite].write(state)
        imported?.remove(from: descriptor)
    }

    /// The slot that holds no state, else the older one.
    private var indexToWrite: Int {
        guard let first = slots[0].readableSequence else { return 0 }
        guard let second = slots[1].readableSequence else { return 1 }
        return first.isNewer(than: second) ? 1 : 0
    }
}
