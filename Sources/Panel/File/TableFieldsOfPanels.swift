import Drawing
import PanelProtocol

extension TableFields {
    /// A colour: `#rrggbb`, or a name in the theme.
    mutating func color(_ key: String, theme: ThemeDescription) -> Color? {
        guard let text = string(key) else { return nil }
        if let color = theme.color(named: text) ?? Color(hex: text) { return color }
        if text.hasPrefix("#") {
            error("'\(key)': expected a colour such as \"#35a7ff\"", at: key)
        } else {
            noteUnknown(text, at: key, known: theme.colorNames)
        }
        return nil
    }

    /// `width`, `height`, `weight` and `at`.
    mutating func placement() -> PlacementDescription {
        var placement = PlacementDescription()
        placement.width = integer("width", in: 1...16384)
        placement.height = integer("height", in: 1...16384)
        placement.weight = positiveNumber("weight", atMost: 1000)
        placement.at = rectangle("at")
        return placement
    }

    /// `path`, `mode` and `group` of a socket, as far as they are there.
    mutating func readPlace(_ place: inout SocketPlace) {
        place.path = socketPath("path") ?? place.path
        if let mode = string("mode") {
            if let bits = UInt32(mode, radix: 8), bits <= 0o777 {
                place.mode = bits
            } else {
                error("'mode': expected octal digits such as \"0660\"", at: "mode")
            }
        }
        place.group = string("group")
    }

    private mutating func socketPath(_ key: String) -> String? {
        guard let path = string(key) else { return nil }
        guard (1...SocketPlace.longestPath).contains(path.utf8.count) else {
            error(
                "'\(key)' has \(path.utf8.count) bytes; the path of a socket has 1 to "
                    + "\(SocketPlace.longestPath)", at: key)
            return nil
        }
        guard !path.utf8.contains(0) else {
            error("'\(key)': the path of a socket has no NUL", at: key)
            return nil
        }
        return path
    }

    private mutating func rectangle(_ key: String) -> PixelRect? {
        guard let numbers = numbers(key, count: 4) else { return nil }
        let whole = numbers.compactMap(Int.init(exactly:)).filter { (0...16384).contains($0) }
        guard whole.count == 4, whole[2] > 0, whole[3] > 0 else {
            error("'\(key)': expected [x, y, width, height] in whole pixels, not negative", at: key)
            return nil
        }
        return PixelRect(x: whole[0], y: whole[1], width: whole[2], height: whole[3])
    }
}

extension TableFields {
    /// A font: the path of a file, relative to the panel file's folder.
    mutating func font(_ key: String) -> String? {
        guard string(key, limit: .path) != nil, let name = value(key) else { return nil }
        return fontPath(name, at: key)
    }

    /// Fonts: one, or an array of them.
    mutating func fonts(_ key: String) -> [String]? {
        if value(key)?.asArray == nil { return font(key).map { [$0] } }
        guard let names = strings(key, limit: .path) else { return nil }
        if let problem = Limit.fonts.problem(with: names.count) {
            error("'\(key)': \(problem)", at: key)
            return nil
        }
        return value(key)?.asArray?.compactMap { fontPath($0, at: key) }
    }

    private func fontPath(_ name: TOMLValue, at key: String) -> String? {
        guard let path = name.asString.map(notes.path(of:)) else { return nil }
        do {
            // Opened for what is wrong with it; fonts are not for descriptions to keep.
            _ = try Font(path: path, size: 16)
            return path
        } catch {
            notes.error("'\(key)': \(error)", at: name.position)
            return nil
        }
    }
}

extension String {
    /// The text with every `{n}` replaced.
    func numbered(_ number: Int) -> String {
        var result = ""
        var rest = self[...]
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            if rest.hasPrefix("{n}") {
                result += String(number)
                rest = rest.dropFirst(3)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }
}
