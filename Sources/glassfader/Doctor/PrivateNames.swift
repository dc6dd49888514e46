import Glibc

/// The names of the people and networks of this machine, to leave them out of a report.
struct PrivateNames {
    private let names: [(name: String, shown: String)]

    /// Those of this machine: its own name, and its users with their home folders.
    init() {
        var names: [(String, String)] = []
        var buffer = [CChar](repeating: 0, count: 256)
        if gethostname(&buffer, buffer.count) == 0 {
            let host = String(
                decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            names.append((host, "HOST"))
            // Many programs leave out the domain.
            if let dot = host.firstIndex(of: ".") { names.append((String(host[..<dot]), "HOST")) }
        }
        setpwent()
        defer { endpwent() }
        while let user = getpwent()?.pointee {
            // Below are the users of the system, and 65534 is nobody.
            guard (1000..<65534).contains(user.pw_uid) else { continue }
            names.append((String(cString: user.pw_name), "USER"))
            let words = String(cString: user.pw_gecos).split(separator: ",").first ?? ""
            names += words.split(separator: " ").map { (String($0), "USER") }
        }
        self.init(names)
    }

    /// These names, and what is shown instead.
    init(_ names: [(name: String, shown: String)]) {
        // A short name would be found in many words.
        self.names = names.filter { $0.name.utf8.count > 2 && $0.name != "localhost" }
            .sorted { $0.name.utf8.count > $1.name.utf8.count }
    }

    /// A line without them, without addresses, and without the names of folders of users.
    func hidden(in line: String) -> String {
        let line = Self.withoutUserFolders(line)
        var result: [Character] = []
        var word: [Character] = []
        func end() {
            result += Self.hidden(word: String(word), names)
            word.removeAll()
        }
        for character in line {
            if character.isLetter || character.isNumber || Self.separators.contains(character) {
                word.append(character)
            } else {
                end()
                result.append(character)
            }
        }
        end()
        return String(result)
    }

    /// A line with `USER` for the folder of each user, also of one whom this machine does not know.
    private static func withoutUserFolders(_ line: String) -> String {
        line.replacing(#/(/home/|/media/|/run/user/)[^/\s"':,;)\]}]+/#) { "\($0.1)USER" }
    }

    private static let separators = "._:-@%"

    private static func hidden(
        word: String, _ names: [(name: String, shown: String)]
    ) -> String {
        let end = word.lastIndex { !separators.contains($0) }.map { word.index(after: $0) }
        if let end, isAddress(word[..<end]) { return "ADDRESS" + word[end...] }
        // `anna@desk:`, `desk.local`, and names that have a hyphen or a dot themselves.
        var result = ""
        var rest = word[...]
        while !rest.isEmpty {
            let found = names.first { name, _ in
                let begins = rest.prefix(name.count).lowercased() == name.lowercased()
                return begins && rest.dropFirst(name.count).first.map(separators.contains) ?? true
            }
            if let found {
                result += found.shown
                rest = rest.dropFirst(found.name.count)
            } else {
                let part = rest.prefix { !separators.contains($0) }
                result += part
                rest = rest.dropFirst(part.count)
            }
            let between = rest.prefix { separators.contains($0) }
            result += between
            rest = rest.dropFirst(between.count)
        }
        return result
    }

    /// Whether a word is an address of IPv4, IPv6 or Ethernet, perhaps with a user, an interface or a
    /// port, an interface that is named by its address, or a host's name with a domain and a port.
    private static func isAddress(_ word: Substring) -> Bool {
        let host = word.split(separator: "@").last?.split(separator: "%").first ?? word
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        let isVersion4 = parts.contains { part in
            let numbers = part.split(separator: ".", omittingEmptySubsequences: false)
            return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
        }
        if isVersion4 { return true }
        let isHexadecimal = parts.allSatisfy { part in
            part.count <= 4 && part.allSatisfy(\.isHexDigit)
        }
        // A time has three parts.
        let isLong = parts.count >= 4 || parts.count == 3 && parts[1].isEmpty
        if isLong, isHexadecimal, parts.contains(where: { !$0.isEmpty }) { return true }
        let bytes = host.split(separator: "-", omittingEmptySubsequences: false)
        if bytes.count == 6, bytes.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) {
            return true
        }
        if host.count == 15, host.hasPrefix("enx") || host.hasPrefix("wlx"),
            host.dropFirst(3).allSatisfy(\.isHexDigit)
        {
            return true
        }
        // Not the line of a file.
        return parts.count >= 2 && UInt16(parts[1]) != nil && parts[0].contains { $0.isLetter }
            && parts[0].contains(".") && !parts[0].hasSuffix(".toml")
    }

    /// A parameter of the kernel's command line, with `…` for what is another on each machine.
    static func withoutNumber(_ parameter: String) -> String {
        guard let sign = parameter.lastIndex(of: "=") else { return parameter }
        let key = parameter[..<sign].lowercased()
        let isPrivate = ["serial", "machine_id", "uuid", "hostname", "mac"].contains {
            key.contains($0)
        }
        return isPrivate ? parameter[...sign] + "…" : parameter
    }
}
