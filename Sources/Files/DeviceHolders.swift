import Glibc

/// The other programs that have a device open, as far as `/proc` shows them to us.
package struct DeviceHolders: CustomStringConvertible {
    /// The name of each, which may contain garbage, and its process ID.
    package let programs: [(name: String, processID: Int32)]

    /// Finds the programs that have a node open; `nil` if there are none.
    package init?(of node: String) {
        guard let device = Self.device(at: node) else { return nil }
        let own = getpid()
        let holders = FolderList.names(in: "/proc").compactMap { Int32($0) }.filter { pid in
            pid != own
                && FolderList.names(in: "/proc/\(pid)/fd").contains {
                    Self.device(at: "/proc/\(pid)/fd/\($0)") == device
                }
        }
        guard !holders.isEmpty else { return nil }
        programs = holders.map { (Self.name(of: $0), $0) }
    }

    /// Up to three programs, for the journal: `"Xorg" (pid 812), "plymouthd" (pid 233)`.
    package var description: String {
        let names = programs.prefix(3).map { program in
            "\(program.name.quotedForLog) (pid \(program.processID))"
        }
        return names.joined(separator: ", ") + (programs.count > 3 ? " …" : "")
    }

    /// Whether one of them is this program too: it shows another panel.
    package var includeOwnProgram: Bool {
        let own = Self.name(of: getpid())
        return programs.contains { $0.name == own }
    }

    /// What to do about a card that they have.
    package var adviceForCard: String {
        "it is used by \(self)"
            + (includeOwnProgram ? ": a second panel needs a card of its own" : "")
    }

    /// The number of a device: the path of a descriptor is another one where a program has its own
    /// view of the file system, as a service has.
    private static func device(at path: String) -> dev_t? {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
            ? status.st_rdev : nil
    }

    private static func name(of pid: Int32) -> String {
        let descriptor = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "a program" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = max(0, read(descriptor, &buffer, buffer.count))
        return String(decoding: buffer[..<count].prefix { $0 != 0x0a }, as: UTF8.self)
    }
}
