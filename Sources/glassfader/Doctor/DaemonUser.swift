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

    /// Whether the permissions of a path let the user read it or, with `isWriting`, read and write
    /// it. `nil` if there is no such path.
    func mayUse(_ path: String, isWriting: Bool) -> Bool? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let wanted: mode_t = isWriting ? 0o6 : 0o4
        let shift: mode_t =
            status.st_uid == user ? 6 : groups.contains(status.st_gid) ? 3 : 0
        return (status.st_mode >> shift) & wanted == wanted
    }

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
