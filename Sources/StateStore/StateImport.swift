import Files
import Glibc

/// A state that somebody wants to be in effect: a file in the folder of the state, `state.import`,
/// in the place of which nothing is ever written by whoever has the folder.
///
/// A panel that runs takes it at once, saves it, and only then removes it; one that does not run
/// takes it when it starts. So the import is whole or not at all, whatever happens meanwhile, and
/// the panel's own saves do not come in between.
package struct StateImport: Equatable, Sendable {
    /// The name of the file.
    package static let name = "state.import"

    /// What is to be in effect.
    package let contents: [UInt8]
    /// Tells the file from a later one.
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
            throw StateError("read \(name)", reason: error.reason)
        }
        contents = file.bytes
        inode = file.inode
    }

    /// Removes the file, unless another has taken its place.
    func remove(from folder: Int32) {
        var status = stat()
        guard fstatat(folder, Self.name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            UInt64(status.st_ino) == inode
        else { return }
        unlinkat(folder, Self.name, 0)
    }

    /// Leaves contents in a folder, for its owner to take.
    ///
    /// - Throws: `StateError`; nothing is to be taken then.
    package static func put(_ contents: [UInt8], in path: String) throws(StateError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw StateError("open the folder \(path)", errno: errno) }
        defer { close(folder) }
        do throws(FileError) {
            try ReplacedFile(name, in: folder).write(contents, mode: 0o600, isSynchronized: true) {
                // Root leaves it for the user that the panel runs as.
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

    /// Whether a file waits in a folder.
    package static func isWaiting(in path: String) -> Bool {
        access("\(path)/\(name)", F_OK) == 0
    }
}
