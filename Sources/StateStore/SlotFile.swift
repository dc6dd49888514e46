import Files
import Glibc

/// One of the two files of a folder of the state.
struct SlotFile: Sendable {
    /// What is known of a file.
    private enum Condition: Equatable {
        /// There is none.
        case missing
        /// It has room, and no state.
        case unused
        case valid(sequence: UInt64)
        /// Of a program to come: to be kept under another name.
        case newer(version: UInt32, sequence: UInt64)
        /// To be kept under another name, for whoever wants to know what happened.
        case damaged(String)
        /// A write has failed, and who knows what it holds: another file is to take its place.
        case unwritable
    }

    private let name: String
    /// The folder's descriptor, which is not owned.
    private let folder: Int32
    private let folderPath: String
    private var condition = Condition.missing
    /// The room that the file has, in bytes.
    private var size = 0

    /// What disks and page caches write at once, in bytes.
    private static let blockSize = 4096
    /// The room that a file has at first.
    private static let leastSize = 4 * blockSize
    /// The room of the largest state.
    private static let largestSize =
        (StateSlot.headerSize + StateSlot.mostContents + blockSize - 1) / blockSize * blockSize

    /// A file that has yet to be read.
    init(name: String, folder: Int32, folderPath: String) {
        self.name = name
        self.folder = folder
        self.folderPath = folderPath
    }

    private var path: String { "\(folderPath)/\(name)" }

    /// The number of its save; nil if it holds none.
    var sequence: UInt64? {
        switch condition {
        case .valid(let sequence), .newer(_, let sequence): sequence
        default: nil
        }
    }

    /// The number of its save, if this program can read it.
    var readableSequence: UInt64? {
        if case .valid(let sequence) = condition { sequence } else { nil }
    }

    /// What is wrong with it, in words for the log, and what will become of it.
    var problem: String? {
        switch condition {
        case .newer(let version, _):
            "\(path) is of a newer version, \(version): it stays until something changes, and is "
                + "then kept as \(copyName ?? "")"
        case .damaged(let reason):
            "\(path) is no saved state: \(reason). It will be kept as \(copyName ?? "")"
        default: nil
        }
    }

    /// The name that it is to be kept under, once its place is needed.
    private var copyName: String? {
        switch condition {
        case .newer(let version, _): "\(name).v\(version)"
        case .damaged: "\(name).bad"
        default: nil
        }
    }

    // MARK: Reading

    /// Reads the file, and learns what it is.
    mutating func read() -> StateSlot.Reading {
        let reading: StateSlot.Reading
        do throws(FileError) {
            reading = StateSlot.reading(try bytes() ?? [])
        } catch {
            reading = .damaged(error.reason)
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

    /// All bytes of the file; nil if there is none.
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

    /// Writes a state to the disk.
    mutating func write(_ state: StateSlot) throws(StateError) {
        // What could not be read again must not take the place of what can.
        guard state.contents.count <= StateSlot.mostContents else {
            throw StateError(
                "save \(path)",
                reason: "the state has \(state.contents.count) bytes, "
                    + "and at most \(StateSlot.mostContents) are allowed")
        }
        try makeWay()
        let file = openat(
            folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw StateError("open \(path)", errno: errno) }
        defer { close(file) }
        let isNew = condition == .missing
        let bytes = state.bytes
        do throws(StateError) {
            try makeRoom(for: bytes.count, in: file)
        } catch {
            // A file that could not be made is made anew; one that could not grow is as it was.
            if isNew { condition = .unwritable }
            throw error
        }
        // Until it is on the disk, nobody knows what the file holds. The kernel forgets what it
        // could not write, so that another fdatasync() would prove nothing.
        condition = .unwritable
        try Self.put(bytes, at: 0, into: file, path)
        guard fdatasync(file) == 0 else { throw StateError("save \(path)", errno: errno) }
        if isNew, fsync(folder) != 0 {
            throw StateError("save the folder \(folderPath)", errno: errno)
        }
        condition = .valid(sequence: state.sequence)
    }

    /// Makes place for a new file where this one is to be kept, or is not to be trusted.
    private mutating func makeWay() throws(StateError) {
        let copy = copyName
        guard copy != nil || condition == .unwritable else { return }
        var status = stat()
        let isFolder =
            fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && status.st_mode & S_IFMT == S_IFDIR
        // The first of its kind is kept, and no more: this is no place to fill a disk.
        let result =
            if let copy, fstatat(folder, copy, &status, AT_SYMLINK_NOFOLLOW) != 0 {
                renameat(folder, name, folder, copy)
            } else {
                unlinkat(folder, name, isFolder ? AT_REMOVEDIR : 0)
            }
        guard result == 0 || errno == ENOENT else {
            throw StateError("take \(path) out of the way", errno: errno)
        }
        condition = .missing
        size = 0
    }

    /// Fills the file with zeros where it is too short: what is there already can be overwritten
    /// on a disk that is full.
    private mutating func makeRoom(for count: Int, in file: Int32) throws(StateError) {
        guard count > size else { return }
        let blocks = (2 * count + Self.blockSize - 1) / Self.blockSize
        let newSize = min(max(blocks * Self.blockSize, Self.leastSize), Self.largestSize)
        try Self.put([UInt8](repeating: 0, count: newSize - size), at: size, into: file, path)
        guard fsync(file) == 0 else { throw StateError("make room in \(path)", errno: errno) }
        size = newSize
    }

    /// Writes all of some bytes to a file that is open.
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
