import Glibc

/// Whether the service's user and its groups exist, and this user may use the panel.
enum AccountCheck {
    static func examine(_ account: DaemonUser?) -> [Finding] {
        guard let account else {
            return [
                .wrong(
                    "groups",
                    "the user \(DaemonUser.name), which the service runs as, does not exist; "
                        + "create it: sudo systemd-sysusers")
            ]
        }
        if !account.missingGroups.isEmpty {
            return [
                .wrong(
                    "groups",
                    "there is no group \(account.missingGroups.joined(separator: " and no group "))"
                        + ", to which udev gives screens and touchscreens; create it: "
                        + "sudo systemd-sysusers, and restart")
            ]
        }
        return [
            .good("groups", "the user \(DaemonUser.name) has video and input"), ownGroup(),
        ]
    }

    /// Whether the user of this program may connect to the panel.
    private static func ownGroup() -> Finding {
        let user = geteuid()
        guard user != 0, let group = getgrnam(DaemonUser.name)?.pointee.gr_gid else {
            return .good("groups", "root may connect to the panel")
        }
        var groups = [gid_t](repeating: 0, count: 256)
        let count = Int(getgroups(Int32(groups.count), &groups))
        if getegid() == group || groups.prefix(max(0, count)).contains(group) {
            return .good("groups", "you have the group \(DaemonUser.name)")
        }
        return .note(
            "groups",
            "you do not have the group \(DaemonUser.name), and may not connect to the panel; "
                + "join it: sudo usermod -aG \(DaemonUser.name) $USER, and log in again")
    }
}
