import Glibc

/// The names of the people and networks of this machine, to leave them out of a report.
struct PrivateNames {
    /// Words of the product, its files and its messages. They stay, whatever a machine, a user or a
    /// strip is called: without them, nobody could read the report.
    static let ownWords: Set = [
        "glassfader", "glassfaderd", "panel", "mixer", "display", "touch", "touchscreen", "screen",
        "bridge", "bridges", "osc", "alsa", "midi", "pipewire", "monitor", "input", "state",
        "socket", "service", "systemd", "kernel", "linux", "debian", "card", "backlight", "doctor",
        "setup", "root", "video", "audio", "toml", "sock", "local", "localhost", "page", "strip",
        "control", "file", "folder", "font", "group", "unit", "note", "wrong", "ok", "a", "an",
        "as", "at", "be", "by", "for", "has", "if", "in", "is", "it", "no", "not", "of", "on", "or",
        "so", "the", "to", "up", "was",
    ]
    /// The ends of names that only the networks of homes and studios know.
    private static let localDomains = [".lan", ".local", ".home", ".internal", ".home.arpa"]

    private let names: [(name: String, shown: String)]
    /// The domain of the machine, a dot first.
    private let domain: String?

    /// Those of this machine: its own name, and its users with their home folders.
    init() {
        var names: [(String, String)] = []
        var domain: String?
        var buffer = [CChar](repeating: 0, count: 256)
        if gethostname(&buffer, buffer.count) == 0 {
            let host = String(
                decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            names.append((host, "HOST"))
            // Many programs leave out the domain.
            if let dot = host.firstIndex(of: ".") {
                names.append((String(host[..<dot]), "HOST"))
                domain = String(host[dot...])
            }
        }
        setpwent()
        defer { endpwent() }
        while let user = getpwent()?.pointee {
            guard Self.isPerson(user.pw_uid) else { continue }
            names.append((String(cString: user.pw_name), "USER"))
            let words = String(cString: user.pw_gecos).split(separator: ",").first ?? ""
            // "de", "Dr".
            names += words.split(separator: " ").filter { $0.utf8.count > 2 }
                .map { (String($0), "USER") }
        }
        self.init(names, domain: domain)
    }

    /// Whether a user is a person. Below 1000 are the users of the system, 65534 is nobody, and
    /// systemd gives the numbers between to services, such as the bridges.
    static func isPerson(_ user: uid_t) -> Bool {
        user >= 1000 && user != 65534 && !(61184...65519).contains(user)
    }

    /// These names, and what is shown instead.
    ///
    /// - Parameter domain: That of the machine, such as `.example.org`; `nil` without one.
    init(_ names: [(name: String, shown: String)], domain: String? = nil) {
        self.names = names.filter {
            !$0.name.isEmpty && !Self.ownWords.contains($0.name.lowercased())
        }
        .sorted { $0.name.utf8.count > $1.name.utf8.count }
        let isOwn =
            domain.map { Self.ownWords.contains(String($0.dropFirst()).lowercased()) } ?? true
        self.domain = isOwn ? nil : domain?.lowercased()
    }

    /// A line without them, without addresses, and without the names of folders of users.
    func hidden(in line: String) -> String {
        let line = Self.withoutUserFolders(line)
        var result: [Character] = []
        var word: [Character] = []
        func end() {
            result += hidden(word: String(word))
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

    private func hidden(word: String) -> String {
        let separators = Self.separators
        let end = word.lastIndex { !separators.contains($0) }.map { word.index(after: $0) }
        if let end, Self.isAddress(word[..<end]) { return "ADDRESS" + word[end...] }
        if let end, isHost(word[..<end]) {
            // `anna@desk.local:`
            let host = word[..<end].lastIndex(of: "@").map { word.index(after: $0) }
            return hidden(word: String(word[..<(host ?? word.startIndex)])) + "HOST" + word[end...]
        }
        // `anna@desk:`, `desk.local`, and names that have a hyphen or a dot themselves.
        var result = ""
        var rest = word[...]
        while !rest.isEmpty {
            let found = names.first { name, _ in
                let after = rest.dropFirst(name.count)
                // A short name would be found in many words, such as `al` in `al-1.2`.
                if name.utf8.count < 3 {
                    return rest.hasPrefix(name) && (result.isEmpty || result.hasSuffix("@"))
                        && (after.allSatisfy(separators.contains)
                            || "@:".contains(after.first ?? " "))
                }
                let begins = rest.prefix(name.count).lowercased() == name.lowercased()
                return begins && after.first.map(separators.contains) ?? true
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

    /// Whether a word is a host's name with a domain of this machine or of a local network.
    private func isHost(_ word: Substring) -> Bool {
        let word = word.lowercased()
        return "." + word == domain
            || (Self.localDomains + [domain ?? "/"]).contains {
                word.hasSuffix($0) && word.count > $0.count
            }
    }

    /// Whether a word is an address of IPv4, IPv6 or Ethernet, perhaps with a user, an interface or
    /// a port, an interface that is named by its address, or a host's name with a domain and a
    /// port.
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
        let privateKeys = [
            "serial", "machine_id", "uuid", "hostname", "mac", "label", "nfsroot", "cifsroot",
            "nbdroot",
        ]
        // `root=LABEL=disk`, `nfsroot=server:/export,vers=3`.
        let sign = parameter.indices.first { index in
            parameter[index] == "="
                && privateKeys.contains { parameter[..<index].lowercased().contains($0) }
        }
        return sign.map { parameter[...$0] + "…" } ?? parameter
    }
}
