import Drawing
import PanelProtocol
import TOML

extension TableFields {
    /// A colour: `#rrggbb`, or a name of the theme.
    mutating func color(_ key: String, theme: ThemeDescription) -> Color? {
        guard let text = string(key) else { return nil }
        if let color = theme.color(named: text) { return color }
        if text.hasPrefix("#") {
            error("'\(key)': expected a colour such as \"#35a7ff\"", at: key)
        } else {
            noteUnknown(text, at: key, known: theme.colorNames)
        }
        return nil
    }
}

extension TableFields {
    /// Reports a name that clients cannot use, because it is empty or too long. Returns whether
    /// clients can use it.
    func checkName(_ name: String, at key: String) -> Bool {
        let count = name.utf8.count
        if (1...Limit.name.most).contains(count) { return true }
        error("'\(key)' has \(count) bytes: expected 1 to \(Limit.name.most)", at: key)
        return false
    }
}

extension TableFields {
    /// A font: the path of a file, relative to the panel file's folder.
    mutating func font(_ key: String) -> String? {
        guard string(key, limit: .path) != nil, let name = value(key) else { return nil }
        return fontPath(name, at: key)
    }

    /// One font, or an array of fonts.
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
            // Opened only to find its errors.
            _ = try Font(path: path, size: 16)
            return path
        } catch {
            notes.error("'\(key)': \(error)", at: name.position)
            return nil
        }
    }
}

extension TableFields {
    /// A string with places for the number of a strip.
    mutating func numberedString(_ key: String) -> String? {
        guard let text = string(key), hasKnownForms(text, key) else { return nil }
        return text
    }

    /// An array of strings with places for the number of a strip.
    mutating func numberedStrings(_ key: String) -> [String]? {
        guard let texts = strings(key), texts.allSatisfy({ hasKnownForms($0, key) }) else {
            return nil
        }
        return texts
    }

    private func hasKnownForms(_ text: String, _ key: String) -> Bool {
        guard let place = StripNumber.unknownForm(in: text) else { return true }
        error("'\(key)': '\(place)' is unknown; use {n}, {n:02} or {n:A}", at: key)
        return false
    }
}
