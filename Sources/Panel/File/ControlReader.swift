import Drawing

/// Reads one control's table, with its exceptions merged in.
struct ControlReader {
    private var fields: TableFields
    private let theme: ThemeDescription
    private let types: [ControlType]

    init(_ table: TableFields, theme: ThemeDescription, types: [ControlType]) {
        fields = table
        self.theme = theme
        self.types = types
    }

    /// Where the value of a key stands.
    func position(of key: String) -> SourcePosition {
        fields.position(of: key)
    }

    /// The control; nil if its type is not known. What is wrong with it is noted.
    mutating func readControl(_ id: String, _ number: Int, of strip: String, accent: Color?)
        -> ControlDescription?
    {
        _ = fields.requiredID()
        guard let type = readType() else { return nil }
        let label = (fields.string("label") ?? "").numbered(number)
        let place = ControlPlace(strip: strip, number: number, label: label, theme: theme)
        let control = ControlDescription(
            id: id, label: label,
            access: fields.choice("access", of: ControlDescription.Access.self) ?? .readWrite,
            isVisible: fields.boolean("visible") ?? true,
            isEnabled: fields.boolean("enabled") ?? true,
            color: readColor() ?? accent, groups: fields.strings("groups") ?? [],
            placement: fields.placement(),
            type: type.name, kind: type.read(&fields, place), position: fields.position)
        fields.noteNotInEffect("groups")
        fields.noteUnknownKeys()
        return control
    }

    private mutating func readType() -> ControlType? {
        guard let name = fields.requiredString("type") else { return nil }
        if let type = types.first(where: { $0.name == name }) {
            fields = fields.named("a \(name)")
            return type
        }
        let known = types.map(\.name)
        let near = Spelling.suggestion(for: name, among: known)
        fields.error(
            "unknown control type '\(name)'; known are \(known.joined(separator: ", "))\(near)",
            at: "type")
        return nil
    }

    private mutating func readColor() -> Color? {
        let accent = fields.color("accent", theme: theme)
        return fields.color("color", theme: theme) ?? accent
    }
}
