import Files
import Glibc

/// A state to import: the file `state.import` in the state folder. The daemon never writes this
/// file.
///
/// A running daemon applies it at once, saves it, and only then removes it; otherwise the daemon
/// does so when it starts. So the import is complete or has no effect, and the daemon's own saves
/// do not interfere.
package struct StateImport: Equatable, Sendable {
    /// The name of the file.
    package static let name = "state.import"

    /// The state to import.
    package let contents: [UInt8]
    /// Identifies the file, to recognise a later one.
    let inode: UInt64

    /// Reads the file; nil if there is none.
    ///
    /// - Throws: `StateError`, if it is not a regular file, is too large or cannot be read.
    package init?(folder path: String) throws(StateError) {
        let name = "\(path)/\(Self.name)"
        let file: RegularFile
        do throws(FileError) {
            file = try RegularFile(name, atMost: StateSlot.mostContents, followsLinks: false)
        } catch {
            if error.isMissing { return nil }
            throw error.errno.map { StateError("read \(name)", errno: $0) }
                ?? StateError("read \(name)", reason: error.reason)
        }
        contents = file.bytes
        inode = file.inode
    }

    /// Removes the file, unless another has replaced it. It does not come back after a loss of
    /// power.
    ///
    /// - Throws: `StateError`. As long as the file may be there, the next start applies it again,
    ///   over all that was saved since. So this must be tried again, also if the file is gone.
    func remove(from folder: Int32, at path: String) throws(StateError) {
        var status = stat()
        if fstatat(folder, Self.name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            guard UInt64(status.st_ino) == inode else { return }
            guard unlinkat(folder, Self.name, 0) == 0 || errno == ENOENT else {
                throw StateError("remove \(path)/\(Self.name)", errno: errno)
            }
        } else if errno != ENOENT {
            throw StateError("examine \(path)/\(Self.name)", errno: errno)
        }
        guard fsync(folder) == 0 else { throw StateError("save the folder \(path)", errno: errno) }
    }

    /// Writes a file for the daemon to import.
    ///
    /// - Throws: `StateError`. No file is left in that case.
    package static func put(_ contents: [UInt8], in path: String) throws(StateError) {
        let folder = OpenedFile.descriptor(path, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw StateError("open the folder \(path)", errno: errno) }
        defer { close(folder) }
        do throws(FileError) {
            try ReplacedFile(name, in: folder).write(contents, mode: 0o600, isSynchronized: true) {
                // If root imports, the panel's user must still be able to read and remove the file.
                var status = stat()
                if fstat(folder, &status) == 0 { _ = fchown($0, status.st_uid, status.st_gid) }
            }
        } catch {
            throw StateError("save \(path)/\(name)", reason: error.reason)
        }
        guard fsync(folder) == 0 else {
            let code = errno
            unlinkat(folder, name, 0)
            throw StateError("save \(path)/\(name)", errno: code)
        }
    }

    /// Whether a folder has a file to import.
    package static func isWaiting(in path: String) -> Bool {
        access("\(path)/\(name)", F_OK) == 0
    }
}
