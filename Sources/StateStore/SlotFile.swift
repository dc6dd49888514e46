import Files
import Glibc

/// One of the two files in a state folder.
struct SlotFile: Sendable {
    /// What is known about the file.
    private enum Condition: Equatable {
        /// There is no file.
        case missing
        /// It is empty or zero-filled.
        case unused
        case valid(sequence: UInt64)
        /// It was written by a newer version: it must be kept under another name.
        case newer(version: UInt32, sequence: UInt64)
        /// It must be kept under another name for analysis.
        case damaged(String)
        /// The system cannot read it: it must be kept under another name, since it may be valid.
        case unreadable(StateError)
        /// A write has failed and its contents are unknown: a new file must replace it.
        case unwritable
    }

    private let name: String
    /// The folder's descriptor; not owned.
    private let folder: Int32
    private let folderPath: String
    private var condition = Condition.missing
    /// The allocated size of the file, in bytes.
    private var size = 0

    /// The block size of disks and the page cache, in bytes.
    private static let blockSize = 4096
    /// The size of a new file.
    private static let leastSize = 4 * blockSize
    /// The size of a file for the largest state.
    private static let largestSize =
        (StateSlot.headerSize + StateSlot.mostContents + blockSize - 1) / blockSize * blockSize
    /// The last number of a folder that is kept: `state.a.bad.9`.
    private static let lastNumber = 9

    /// A file that was not read yet.
    init(name: String, folder: Int32, folderPath: String) {
        self.name = name
        self.folder = folder
        self.folderPath = folderPath
    }

    private var path: String { "\(folderPath)/\(name)" }

    /// The sequence number of its save; nil if it has none.
    var sequence: UInt64? {
        switch condition {
        case .valid(let sequence), .newer(_, let sequence): sequence
        default: nil
        }
    }

    /// The sequence number of its save, if this program can read it.
    var readableSequence: UInt64? {
        if case .valid(let sequence) = condition { sequence } else { nil }
    }

    /// The problem with the file; nil if there is none.
    var problem: StateProblem? {
        guard let removal else { return nil }
        let consequence = "the next save \(removal.description)"
        return switch condition {
        case .newer(let version, _):
            StateProblem("\(path) is of a newer version, \(version)", consequence)
        case .damaged(let reason):
            StateProblem("\(path) is not a saved state: \(reason)", consequence)
        case .unreadable(let error): StateProblem("\(error)", consequence, error: error)
        default: nil
        }
    }

    /// How a file that must be kept makes room for the next save.
    private enum Removal {
        /// It gets a name that no file has.
        case kept(as: String)
        /// It replaces an older file that was kept under the same name.
        case replaces(String)
        /// It is lost, since the first file of its kind is kept.
        case lost(besides: String)

        /// What the next save does with the file.
        var description: String {
            switch self {
            case .kept(let copy): "keeps it as \(copy)"
            case .replaces(let copy): "keeps it as \(copy), in place of the older file"
            case .lost(let copy): "removes it: there is a \(copy) already"
            }
        }
    }

    /// How this file makes room; nil if it need not be kept. Of each kind one is kept, so that
    /// copies cannot fill the disk. Only a person or another program makes folders: some more of
    /// them are kept, as one with files in it cannot simply be removed.
    private var removal: Removal? {
        let copy: String
        // What may be a valid state is worth more than an older file.
        let isValuable: Bool
        switch condition {
        case .newer(let version, _): (copy, isValuable) = ("\(name).v\(version)", true)
        case .unreadable: (copy, isValuable) = ("\(name).bad", true)
        case .damaged: (copy, isValuable) = ("\(name).bad", false)
        default: return nil
        }
        guard let copyIsFolder = isFolder(copy) else { return .kept(as: copy) }
        // A folder neither replaces a file nor is replaced by one.
        let itIsFolder = isFolder(name) == true
        if itIsFolder, let other = Self.otherNames(of: copy).first(where: { isFolder($0) == nil }) {
            return .kept(as: other)
        }
        let canReplace = !copyIsFolder && !itIsFolder
        return isValuable && canReplace ? .replaces(copy) : .lost(besides: copy)
    }

    /// The names of further folders: `state.a.bad.2`.
    private static func otherNames(of copy: String) -> some Sequence<String> {
        (2...lastNumber).lazy.map { "\(copy).\($0)" }
    }

    /// Whether a name is that of a folder; nil if there is no such file.
    private func isFolder(_ name: String) -> Bool? {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    // MARK: Reading

    /// Reads the file and notes its condition.
    mutating func read() -> StateSlot.Reading {
        let reading: StateSlot.Reading
        do throws(FileError) {
            reading = StateSlot.reading(try bytes() ?? [])
        } catch {
            condition =
                error.errno.map { .unreadable(StateError("read \(path)", errno: $0)) }
                ?? .damaged(error.reason)
            return .damaged(error.reason)
        }
        switch reading {
        case .unused: break
        case .valid(let state): condition = .valid(sequence: state.sequence)
        case .newer(let version, let sequence):
            condition = .newer(version: version, sequence: sequence)
        case .damaged(let reason): condition = .damaged(reason)
        }
        return reading
    }

    /// The bytes of the file; nil if there is none.
    private mutating func bytes() throws(FileError) -> [UInt8]? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try RegularFile(
                name, atMost: Self.largestSize, in: folder, followsLinks: false
            ).bytes
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        size = bytes.count
        condition = .unused
        return bytes
    }

    // MARK: Writing

    /// Writes a state to the disk. Returns when it is there.
    mutating func write(_ state: StateSlot) throws(StateError) {
        // Never replace a readable state by one that is too large to be read.
        guard state.contents.count <= StateSlot.mostContents else {
            throw StateError(
                "save \(path)",
                reason: "the state has \(state.contents.count) bytes, "
                    + "and at most \(StateSlot.mostContents) are allowed")
        }
        try moveAside()
        let file = OpenedFile.descriptor(
            name, in: folder, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
            mode: 0o600)
        guard file >= 0 else {
            let code = errno
            let error = StateError("open \(path)", errno: code)
            // What has replaced the file since it was read would be in the way of every save.
            if [EISDIR, ELOOP].contains(code) { condition = .damaged(error.reason) }
            throw error
        }
        defer { close(file) }
        try examine(file)
        let isNew = condition == .missing
        let bytes = state.bytes
        do throws(StateError) {
            try allocate(for: bytes.count, in: file)
        } catch {
            // A new file that failed is replaced the next time; an old one is unchanged.
            if isNew { condition = .unwritable }
            throw error
        }
        // Until the write has succeeded, the contents are unknown. After a failed write-back the
        // kernel drops the pages, so that another fdatasync() would succeed without writing them.
        condition = .unwritable
        try Self.put(bytes, at: 0, into: file, path)
        guard fdatasync(file) == 0 else { throw StateError("save \(path)", errno: errno) }
        if isNew, fsync(folder) != 0 {
            throw StateError("save the folder \(folderPath)", errno: errno)
        }
        condition = .valid(sequence: state.sequence)
    }

    /// Notes the size of an open file that was removed or truncated since the last save: it must be
    /// allocated as a new one.
    private mutating func examine(_ file: Int32) throws(StateError) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw StateError("examine \(path)", errno: errno) }
        guard status.st_size < size else { return }
        condition = .missing
        size = 0
    }

    /// Renames or removes this file if it must be kept or cannot be trusted.
    private mutating func moveAside() throws(StateError) {
        let removal = removal
        guard removal != nil || condition == .unwritable else { return }
        let result =
            switch removal {
            case .kept(let copy), .replaces(let copy): renameat(folder, name, folder, copy)
            case .lost, nil: unlinkat(folder, name, isFolder(name) == true ? AT_REMOVEDIR : 0)
            }
        guard result == 0 || errno == ENOENT else {
            throw StateError("move \(path) aside", errno: errno)
        }
        condition = .missing
        size = 0
    }

    /// Extends the file with zeros if it is too short. Allocated blocks can be overwritten even on
    /// a full disk.
    private mutating func allocate(for count: Int, in file: Int32) throws(StateError) {
        guard count > size else { return }
        let blocks = (2 * count + Self.blockSize - 1) / Self.blockSize
        let newSize = min(max(blocks * Self.blockSize, Self.leastSize), Self.largestSize)
        try Self.put([UInt8](repeating: 0, count: newSize - size), at: size, into: file, path)
        guard fsync(file) == 0 else { throw StateError("allocate space for \(path)", errno: errno) }
        size = newSize
    }

    /// Writes all bytes to an open file.
    private static func put(
        _ bytes: [UInt8], at offset: Int, into file: Int32, _ path: String
    ) throws(StateError) {
        var count = 0
        while count < bytes.count {
            let result = bytes.withUnsafeBytes { buffer in
                pwrite(
                    file, buffer.baseAddress.map { $0 + count }, buffer.count - count,
                    off_t(offset + count))
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else {
                throw StateError("write \(path)", errno: result < 0 ? errno : ENOSPC)
            }
            count += result
        }
    }
}
