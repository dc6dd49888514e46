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
    let inode: ino_t

    /// Reads the file; nil if there is none.
    ///
    /// - Throws: `StateError`, if it is no regular file or cannot be read.
    package init?(folder path: String) throws(StateError) {
        let name = "\(path)/\(Self.name)"
        let file = open(name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        if file < 0, errno == ENOENT { return nil }
        guard file >= 0 else { throw StateError("open \(name)", errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw StateError("read \(name)", errno: errno) }
        contents = try SlotFile.bytes(of: file, at: name)
        inode = status.st_ino
    }

    /// Removes the file, unless another has taken its place.
    func remove(from folder: Int32) {
        var status = stat()
        guard fstatat(folder, Self.name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_ino == inode
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
        let draft = "\(name).\(getpid())"
        unlinkat(folder, draft, 0)
        let file = openat(folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StateError("make \(path)/\(draft)", errno: errno) }
        defer { close(file) }
        do throws(StateError) {
            // Root leaves it for the user that the panel runs as.
            var status = stat()
            if fstat(folder, &status) == 0 { _ = fchown(file, status.st_uid, status.st_gid) }
            try SlotFile.put(contents, at: 0, into: file, "\(path)/\(draft)")
            guard fsync(file) == 0, renameat(folder, draft, folder, name) == 0,
                fsync(folder) == 0
            else { throw StateError("save \(path)/\(name)", errno: errno) }
        } catch {
            unlinkat(folder, draft, 0)
            throw error
        }
    }

    /// Whether a file waits in a folder.
    package static func isWaiting(in path: String) -> Bool {
        access("\(path)/\(name)", F_OK) == 0
    }
}
