import Glibc

/// Opens files by name.
package enum OpenedFile {
    /// Opens a file as `openat(2)` does. A signal that comes while a disk or a server is awaited is
    /// no reason to give up.
    ///
    /// - Parameter folder: the descriptor of a folder. Default: the working directory.
    /// - Returns: the descriptor, which the caller closes; a negative number if that failed, for
    ///   which `errno` has the reason.
    package static func descriptor(
        _ path: String, in folder: Int32 = AT_FDCWD, flags: Int32, mode: UInt32 = 0
    ) -> Int32 {
        while true {
            let descriptor = openat(folder, path, flags, mode)
            guard descriptor < 0, errno == EINTR else { return descriptor }
        }
    }
}
