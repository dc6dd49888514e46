import Glibc

/// What the sandbox of a service takes from this program: systemd.exec(5),
/// RestrictAddressFamilies=.
enum Sandbox {
    /// Whether this program may make sockets of the network. Those that the service manager passes
    /// have the network in either case.
    static let hasNetwork: Bool = {
        let type = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(AF_INET, Int32(type), 0)
        guard descriptor >= 0 else { return errno != EAFNOSUPPORT }
        close(descriptor)
        return true
    }()

    /// What to do where the network is needed; empty if this program has it.
    static var advice: String {
        hasNetwork
            ? ""
            : "; the sandbox of the service has no network: SERVICE in glassfader-osc(1) says what "
                + "to do"
    }
}
