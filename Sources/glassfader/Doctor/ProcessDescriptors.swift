import Files
import Glibc

/// The files that other programs have open, below `/proc`.
enum ProcessDescriptors {
    /// Whether those of all programs can be read.
    static var areReadable: Bool {
        let processes = FolderList.names(in: "/proc").compactMap { Int32($0) }
        // Where processes are hidden, so is the first.
        return processes.contains(1) && processes.allSatisfy(areReadable(of:))
    }

    /// Whether those of one program can be read, or it has ended.
    static func areReadable(of process: Int32) -> Bool {
        let folder = "/proc/\(process)/fd"
        guard access(folder, R_OK) == 0 else { return errno == ENOENT || errno == ESRCH }
        // A sandbox may list them and refuse to follow them.
        guard let first = FolderList.names(in: folder).first else { return true }
        return access("\(folder)/\(first)", F_OK) == 0 || errno == ENOENT || errno == ESRCH
    }
}
