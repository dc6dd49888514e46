import Controls
import PanelProtocol

/// One axis of a plot.
struct PlotAxisDescription: Equatable, Sendable {
    let axis: PlotAxis
    /// The values of the first and the last point; `nil` for the ends of the axis.
    let extent: ClosedRange<Double>?
    /// Whether the values of the points have equal distances on a logarithmic axis.
    let hasEqualSteps: Bool

    /// Where the points are.
    private enum Spacing: String, CaseIterable, Sendable {
        case axis
        case linear
    }

    private static let scale = PanelOption<Void>(
        "scale",
        OptionForm<PlotAxis.Scale>.choice([
            .logarithmic: "equal ratios have equal lengths",
            .decibels: "for levels in dB",
        ]), otherwise: .value("\"linear\""), "How values are spread over the axis.")
    private static let minimum = PanelOption<Void>(
        "min", .number, otherwise: .phrase("0; of \"log\" 20, of \"db\" -90"),
        "The value at its beginning.")
    private static let maximum = PanelOption<Void>(
        "max", .number, otherwise: .phrase("1; of \"log\" 20000, of \"db\" 0"),
        "The value at its end.")
    private static let unit = PanelOption<Void>(
        "unit", .plainText(), otherwise: .phrase("none; of \"db\" dB"),
        "The unit, beside the numbers.")

    /// The options of the x axis.
    static let xTable = OptionTable<Void>(of: ()) {
        scale
        minimum
        maximum
        unit
        PanelOption(
            "first", .number, otherwise: .phrase("min"), "The value of the first point."
        ).onlyWith("last")
        PanelOption(
            "last", .number, otherwise: .phrase("max"), "The value of the last point."
        ).onlyWith("first")
        PanelOption(
            "spacing",
            .choice([
                Spacing.axis: "they have equal distances on the axis",
                .linear: "their values have, as those of a Fourier transform",
            ]), otherwise: .value("\"axis\""), "Where the points are between the two."
        ).onlyWhen("scale", is: "\"log\"")
    }

    /// The options of the y axis.
    static let yTable = OptionTable<Void>(of: ()) {
        scale
        minimum
        maximum
        unit
    }

    /// Reads the table of an axis; without one, the axis goes from 0 to 1.
    init(_ key: String, _ table: OptionTable<Void>, of fields: inout TableFields) {
        var fields =
            fields.table(key, name: "'\(key)'")
            ?? TableFields([], name: "'\(key)'", position: fields.position, notes: fields.notes)
        let options = table.read(&fields)
        let scale = options.value("scale") ?? PlotAxis.Scale.linear
        let ends = Self.ends(of: scale)
        let minimum = options.value("min") ?? ends.lowerBound
        let maximum = options.value("max") ?? ends.upperBound
        let unit = options.value("unit") ?? (scale == .decibels ? "dB" : "")
        let axis = PlotAxis(scale, from: minimum, to: maximum, unit: unit)
        if axis == nil {
            let given = "'min' is \(written(minimum)) and 'max' is \(written(maximum))"
            fields.error(
                scale == .logarithmic && minimum <= 0
                    ? "'min' is \(written(minimum)): a logarithmic axis begins above 0"
                    : "\(given): 'min' must be below 'max'",
                at: options.has("min") ? "min" : "max")
        }
        self.axis = axis ?? .unit
        hasEqualSteps = options.value("spacing") == Spacing.linear
        if let first: Double = options.value("first"), let last: Double = options.value("last") {
            if first >= last {
                fields.error(
                    "'first' is \(written(first)) and 'last' is \(written(last)): "
                        + "'first' must be below 'last'", at: "first")
            } else if scale == .logarithmic, first <= 0, !hasEqualSteps {
                fields.error(
                    "'first' is \(written(first)): the points of a logarithmic axis are above 0, "
                        + "except with spacing = \"linear\"", at: "first")
            }
            extent = first < last ? first...last : nil
        } else {
            extent = nil
        }
        fields.noteUnknownKeys()
    }

    private static func ends(of scale: PlotAxis.Scale) -> ClosedRange<Double> {
        switch scale {
        case .linear: 0...1
        case .logarithmic: 20...20000
        case .decibels: -90...0
        }
    }

    /// The axis in the reply to `list`.
    func info(_ part: String) -> AxisInfo {
        let taper =
            switch axis.scale {
            case .linear: "linear"
            case .logarithmic: "log"
            case .decibels: "db_linear"
            }
        return AxisInfo(
            part: part, minimum: axis.minimum, maximum: axis.maximum, unit: axis.unit, taper: taper)
    }
}
