import Files

/// A unit of the service manager, as `systemctl show` has it.
struct SystemdUnit {
    let name: String
    private let properties: [String: String]

    private static let wanted = [
        "LoadState", "ActiveState", "UnitFileState", "StatusText", "Result", "StateDirectory",
        "ExecMainStatus", "MainPID", "DropInPaths", "ReadWritePaths", "ProtectKernelTunables",
        "TriggeredBy", "SubState", "NRestarts", "ProtectHome",
    ]

    /// Asks for a unit; `nil` if there is no service manager to answer.
    init?(_ name: String) {
        let question = [
            "systemctl", "show", "--no-pager", "-p", Self.wanted.joined(separator: ","),
        ]
        guard let result = OtherProgram.run(question + [name]), result.status == 0 else {
            return nil
        }
        self.init(name, properties: result.output)
    }

    /// Reads what `systemctl show` has printed.
    init(_ name: String, properties text: String) {
        self.name = name
        var properties: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
        }
        self.properties = properties
    }

    private func value(_ name: String) -> String { properties[name] ?? "" }

    /// Whether there is a file for it.
    var isInstalled: Bool { value("LoadState") != "not-found" }
    var isMasked: Bool { value("LoadState") == "masked" }
    /// `active`, `inactive`, `failed`, `activating` …
    var state: String { value("ActiveState") }
    var isActive: Bool { state == "active" }
    var isFailed: Bool { state == "failed" }
    /// Whether it has ended, and waits for its next start.
    var isRestarting: Bool { value("SubState").hasPrefix("auto-restart") }
    /// How often the service manager has started it again.
    var restarts: Int { Int(value("NRestarts")) ?? 0 }
    /// Whether it neither runs, nor starts, nor waits for its next start.
    var isStopped: Bool { ["inactive", "failed"].contains(state) }
    /// The units that start it, such as its sockets.
    var triggers: [String] { value("TriggeredBy").split(separator: " ").map(String.init) }
    /// The triggers that are not stopped. Runs `systemctl` for each.
    var activeTriggers: [String] { triggers.filter { SystemdUnit($0)?.isStopped == false } }
    /// Whether it starts at boot.
    var isEnabled: Bool { value("UnitFileState") == "enabled" }
    /// The status text that the service reports; empty without one.
    var status: String { value("StatusText") }
    /// Why it failed: `exit-code`, `start-limit-hit`, `watchdog` …
    var result: String { value("Result") }
    /// The exit status of its last process.
    var exitStatus: Int { Int(value("ExecMainStatus")) ?? 0 }
    /// Why its last process ended: `exit-code, exit status 78`.
    var end: String { exitStatus == 0 ? result : "\(result), exit status \(exitStatus)" }
    var processID: Int { Int(value("MainPID")) ?? 0 }
    /// Whether a drop-in with this name is in effect.
    func hasDropIn(_ name: String) -> Bool {
        value("DropInPaths").split(separator: " ").contains { $0.hasSuffix("/\(name)") }
    }
    /// Whether its sandbox hides the folders of users, as that of the shipped service does.
    var hidesHomes: Bool { isInstalled && !["no", "read-only"].contains(value("ProtectHome")) }
    /// Whether its sandbox lets it write to a path below `/sys`.
    func mayWriteToKernel(_ path: String) -> Bool {
        let words = value("ReadWritePaths").split(separator: " ")
        // "-" is for a path that may be missing, and "+" for one below the root of the service.
        let paths = words.map { word in word.drop { "-+".contains($0) } }
        return value("ProtectKernelTunables") != "yes" || paths.contains { path.hasPrefix($0) }
    }
    /// Its folder below `/var/lib`, if it has one.
    var stateFolder: String? {
        value("StateDirectory").split(separator: " ").first.map { "/var/lib/\($0)" }
    }

    /// The service that a process belongs to, by its control group; `nil` if it has none.
    static func running(processID: Int32) -> String? {
        KernelFile.line("/proc/\(processID)/cgroup").flatMap { line in
            line.split(separator: "/").last { $0.hasSuffix(".service") }.map(String.init)
        }
    }
}
