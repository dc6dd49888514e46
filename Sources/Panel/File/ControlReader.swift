import Drawing
import PanelProtocol
import TOML

/// Reads one control's table, with its exceptions merged in.
struct ControlReader {
    private var fields: TableFields
    private let theme: ThemeDescription
    private let types: [ControlType]
    private let pages: [PageName]

    init(
        _ table: TableFields, theme: ThemeDescription, types: [ControlType], pages: [PageName]
    ) {
        fields = table
        self.theme = theme
        self.types = types
        self.pages = pages
    }

    /// The control, not yet in a strip; `nil` if its type is unknown. Errors are recorded in the
    /// notes.
    ///
    /// - Parameters:
    ///   - number: The number of the strip.
    ///   - accent: The colour of the strip.
    ///   - ownership: The owner of the strip.
    mutating func readControl(
        _ number: Int, accent: Color?, ownership: OwnerOptions
    ) -> ControlDescription? {
        _ = fields.requiredID()
        guard let type = readType() else { return nil }
        fields.surroundings = TableFields.Surroundings(theme: theme, number: number)
        var options = ControlOptions()
        ControlOptions.table.read(&fields).apply(to: &options)
        let place = ControlPlace(label: options.label, theme: theme, pages: pages)
        let ownColor = options.color ?? options.accent
        let control = ControlDescription(
            id: "", label: options.label, hint: options.hint, access: options.access,
            isVisible: options.isVisible, isEnabled: options.isEnabled, color: ownColor ?? accent,
            ownColor: ownColor,
            isRecallSafe: options.isRecallSafe,
            ownership: options.ownership.over(ownership), bind: options.bind,
            textStyle: options.textStyle, labelSide: options.labelSide, groups: options.groups,
            placement: options.placement, type: type.name, kind: type.read(&fields, place),
            position: fields.position)
        if control.ownership.owner == nil {
            fields.noteNotInEffect(["when_unserved"], because: "'owner' is not set")
        }
        if type.unsupportedOptions["label_side"] == nil { noteLetteringNotInEffect(on: control) }
        for (key, reason) in type.unsupportedOptions { fields.reject([key], because: reason) }
        if control.kind.key == nil {
            fields.noteNotInEffect(["groups"], because: "only keys with a lamp join groups")
        }
        if control.kind.hasKeypad, control.access != .readWrite {
            fields.noteNotInEffect(["keypad"], because: "no finger sets the value")
        }
        let canBeHeld = control.access == .readWrite
        if let cause = control.kind.causeWithoutColor(canBeHeld: canBeHeld) {
            fields.noteNotInEffect(["color", "accent"], because: cause)
        }
        if !canBeHeld {
            fields.noteNotInEffect(
                fields.optionKeys { $0.isOnlyForFingers }, because: "no finger sets the value")
            fields.noteNotInEffect(
                fields.optionKeys { $0.key.hasPrefix("held_") }, because: "no finger holds it")
        }
        if fields.contains("action"), !type.options.contains(where: { $0.key == "action" }) {
            fields.reject(["action"], because: "only a button has an action")
        }
        fields.noteUnknownKeys()
        return control
    }

    private mutating func noteLetteringNotInEffect(on control: ControlDescription) {
        if !control.kind.sizing.hasTexts {
            fields.noteNotInEffect(["label_side"], because: "its label is not beside it")
        } else if control.label.isEmpty {
            fields.noteNotInEffect(["label_side"], because: "it has no label")
        } else if control.labelSide == .none {
            fields.noteNotInEffect(["icon"], because: "'label_side' is \"none\"")
        }
    }

    private mutating func readType() -> ControlType? {
        guard let name = fields.requiredString("type") else { return nil }
        if let type = types.first(where: { $0.name == name }) {
            fields = fields.named(name.typeNounWithArticle)
            return type
        }
        let known = types.map(\.name)
        let near = fields.notes.question(for: name, among: known)
        fields.error(
            "unknown control type '\(name)'; known are \(known.joined(separator: ", "))\(near)",
            at: "type")
        return nil
    }
}
