import Files
import Glibc

/// The user that the daemon runs as, and what that user may open.
struct DaemonUser {
    /// As `glassfader.sysusers` names it.
    static let name = "glassfader"
    /// As `glassfaderd.service` adds them.
    static let extraGroups = ["video", "input"]

    private let user: uid_t
    private let groups: Set<gid_t>
    /// The groups in `extraGroups` that this machine lacks.
    let missingGroups: [String]

    /// Looks the user up; `nil` if there is none.
    init?() {
        guard let entry = getpwnam(Self.name)?.pointee else { return nil }
        user = entry.pw_uid
        var groups: Set = [entry.pw_gid]
        var missing: [String] = []
        for name in Self.extraGroups {
            if let group = getgrnam(name)?.pointee.gr_gid {
                groups.insert(group)
            } else {
                missing.append(name)
            }
        }
        self.groups = groups
        missingGroups = missing
    }

    /// A user in these groups.
    init(user: uid_t, groups: Set<gid_t>) {
        self.user = user
        self.groups = groups
        missingGroups = []
    }

    /// Whether the permissions of a path, and of the folders that lead to it, let the user read it
    /// or, with `isWriting`, read and write it. `nil` if there is no such path.
    func mayUse(_ path: String, isWriting: Bool) -> Bool? {
        access(path, F_OK) == 0 ? obstacle(to: path, isWriting: isWriting) == nil : nil
    }

    /// The first folder that the user may not enter on the path, or else the path itself if the
    /// user may not use it; `nil` if nothing is in the way.
    func obstacle(to path: String, isWriting: Bool) -> String? {
        let target = LinkedPath.resolved(path)
        // A link is also reached by its own folders.
        let folders = (path.hasPrefix("/") ? Self.folders(of: path) : []) + Self.folders(of: target)
        if let closed = folders.first(where: { !has(0o1, on: $0) }) { return closed }
        return has(isWriting ? 0o6 : 0o4, on: target) ? nil : target
    }

    /// `/`, `/etc` and `/etc/glassfader` of `/etc/glassfader/panel.toml`.
    private static func folders(of path: String) -> [String] {
        let slashes = path.indices.filter { path[$0] == "/" }
        return slashes.map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    private func has(_ wanted: mode_t, on path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        let shift: mode_t =
            status.st_uid == user ? 6 : groups.contains(status.st_gid) ? 3 : 0
        return (status.st_mode >> shift) & wanted == wanted
    }

    /// What a file of the panel lacks so that the service can read it, and what to do; `nil` if it
    /// lacks nothing.
    func problem(reading path: String, _ service: SystemdUnit?) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        let target = LinkedPath.resolved(path)
        if service?.hidesHomes == true,
            let home = Self.homes.first(where: { path.hasPrefix($0) || target.hasPrefix($0) })
        {
            return "the sandbox of the service has no \(home.dropLast()), and so no \(path): move "
                + "the file to /etc/glassfader"
        }
        guard let obstacle = obstacle(to: path, isWriting: false) else { return nil }
        let permissions = Self.permissions(of: obstacle)
        return obstacle == target
            ? "the user \(Self.name) may not read \(path) (\(permissions)): "
                + "sudo chmod a+r \(path)"
            : "the user \(Self.name) may not enter \(obstacle) (\(permissions)), and so not read "
                + "\(path): sudo chmod a+x \(obstacle)"
    }

    /// The folders that `ProtectHome=` hides.
    private static let homes = ["/home/", "/root/", "/run/user/"]

    /// The owner, group and mode of a path, as `ls` has them: `root root 0660`.
    static func permissions(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "missing" }
        let owner = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
        let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        return "\(owner ?? String(status.st_uid)) \(group ?? String(status.st_gid)) 0\(mode)"
    }
}
