import Glibc

/// Finds the other programs that have a device open, as far as `/proc` shows them to us.
enum CardHolders {
    /// Up to three programs, for the journal: "Xorg (pid 812), plymouthd (pid 233)"; `nil` if none
    /// is found.
    static func description(of node: String) -> String? {
        let own = getpid()
        let holders = numbers(in: "/proc").filter { pid in
            pid != own
                && numbers(in: "/proc/\(pid)/fd").contains {
                    target(of: "/proc/\(pid)/fd/\($0)") == node
                }
        }
        guard !holders.isEmpty else { return nil }
        let names = holders.prefix(3).map { "\(name(of: $0)) (pid \($0))" }
        return names.joined(separator: ", ") + (holders.count > 3 ? " …" : "")
    }

    private static func numbers(in path: String) -> [Int32] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var numbers: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = Int32(name) { numbers.append(number) }
        }
        return numbers
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink(link, &buffer, buffer.count)
        return count > 0
            ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    private static func name(of pid: Int32) -> String {
        let descriptor = open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "a program" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = max(0, read(descriptor, &buffer, buffer.count))
        return String(decoding: buffer[..<count].prefix { $0 != 0x0a }, as: UTF8.self).quotedForLog
    }
}
