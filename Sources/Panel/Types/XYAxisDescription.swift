/// One axis of a pad.
struct XYAxisDescription: Equatable, Sendable {
    var scale: ScaleDescription
    /// The value at start, and after a double tap.
    var defaultNumber: Double
    /// The name at the axis; empty for none.
    var label: String
    /// Whether the value returns to its default when the finger lifts.
    var springs: Bool

    /// The options of an axis, besides its scale.
    private struct Options {
        var label = ""
        var springs: Bool?

        static let table = OptionTable(of: Options()) {
            PanelOption("label", \.label, .plainText(), "The name at the axis.")
            PanelOption(
                "spring", \.springs, .flag, otherwise: "as the pad",
                "Whether the axis goes back to its default when the finger lifts.")
        }
    }

    static var options: [OptionEntry] { ScaleOptions.table.entries + Options.table.entries }

    /// Reads the table of an axis; without one, the scale is 0 to 1.
    init(_ key: String, of fields: inout TableFields, springs: Bool) {
        var axis =
            fields.table(key, name: "'\(key)'")
            ?? TableFields([], name: "'\(key)'", position: fields.position, notes: fields.notes)
        let reader = ScaleReader(&axis)
        (scale, defaultNumber) = (reader.scale, reader.defaultNumber)
        var options = Options()
        Options.table.read(&axis).apply(to: &options)
        label = options.label
        self.springs = options.springs ?? springs
        axis.noteUnknownKeys()
    }

    /// Whether another has the same function, apart from texts.
    func isEquivalent(to other: XYAxisDescription) -> Bool {
        scale.hasSameValues(as: other.scale)
            && defaultNumber == other.defaultNumber && springs == other.springs
    }
}
