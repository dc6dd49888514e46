import Glibc

/// Whether the service can keep its values.
enum StateCheck {
    /// The least free space, in bytes: two slots and their journal are far smaller.
    private static let leastSpace = 1 << 20

    static func examine(_ folder: String, _ account: DaemonUser?) -> Finding {
        var status = stat()
        guard stat(folder, &status) == 0 else {
            guard errno == ENOENT else {
                return .note(
                    "state",
                    "\(folder) cannot be seen: \(String(cString: strerror(errno))); "
                        + "run this with sudo")
            }
            return .note(
                "state", "\(folder) is made when the service starts for the first time")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return .wrong("state", "\(folder) is no folder; remove it, and restart the service")
        }
        var system = statvfs()
        guard statvfs(folder, &system) == 0 else {
            return .note("state", "\(folder): \(String(cString: strerror(errno)))")
        }
        if system.f_flag & UInt(ST_RDONLY) != 0 {
            return .wrong(
                "state",
                "\(folder) is on a read-only file system, and the faders are lost when the machine "
                    + "stops; mount another one there that can be written")
        }
        if account?.mayUse(folder, isWriting: true) == false {
            return .wrong(
                "state",
                "the user \(DaemonUser.name) may not write \(folder) "
                    + "(\(DaemonUser.permissions(of: folder))); sudo chown -R "
                    + "\(DaemonUser.name): \(folder), sudo chmod 750 \(folder)")
        }
        let free = Int(system.f_bavail) * Int(system.f_frsize)
        guard free >= Self.leastSpace || system.f_blocks == 0 else {
            return .wrong(
                "state", "\(folder) has \(free / 1024) KiB left; make room on its file system")
        }
        return .good("state", "\(folder) can be written")
    }
}
