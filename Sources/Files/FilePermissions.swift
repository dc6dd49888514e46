import Glibc

/// The owner, the group and the permissions of a file, to give them to the file that replaces it.
package struct FilePermissions: Sendable {
    private let owner: uid_t
    private let group: gid_t
    private let mode: mode_t

    /// Those of a file, or of what a link leads to; `nil` if there is no such file.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o777
    }

    /// Gives them to an open file, as far as this user may.
    package func apply(to descriptor: Int32) {
        // fchown(2) may clear bits of the mode, so it comes first. fchmod(2) ignores the umask.
        _ = fchown(descriptor, owner, group)
        fchmod(descriptor, mode)
    }
}
