import Controls
import Drawing
import PanelProtocol

/// The options of a plot.
struct PlotDescription: BuiltInKind {
    static let table = OptionTable(of: Plot(frame: .zero)) {
        PanelOption(
            "style", \.style,
            .choice([
                .line: "a line through the points",
                .filled: "a line through the highest points, with a filled area below",
                .bars: "a bar for each point",
                .waveform:
                    "the magnitude of the points, upwards and downwards from the middle, where the y axis begins",
            ]), "What the points are drawn as."
        ).listed
        PanelOption(
            "stale_ms", \.staleTimeout, .milliseconds(in: 0...3_600_000), unit: "ms",
            otherwise: "500; a waveform stays",
            "After this long without points, the plot is empty.")
        PanelOption("grid", \.showsGrid, .flag, "Whether there are lines in the plot.")
            .appearanceOnly
        PanelOption(
            "tick_labels", \.showsNumbers, .flag,
            "Whether the axes have numbers. Those without room are left out."
        ).appearanceOnly
    }

    static var options: [OptionEntry] {
        let axes = [
            ("x", PlotAxisDescription.xTable.entries), ("y", PlotAxisDescription.yTable.entries),
        ].map { name, options in
            OptionEntry(
                key: name, shape: .table(options), sentence: "The \(name) axis.",
                defaultValue: .phrase("0 to 1"))
        }
        return axes + table.entries
    }

    static var unsupportedOptions: [String: String] {
        [
            "access": "a plot has no value", "recall_safe": "a plot has no value",
            "enabled": "a plot cannot be moved by fingers",
        ]
    }

    private let x: PlotAxisDescription
    private let y: PlotAxisDescription
    private let options: OptionValues<Plot>

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = Self.table.read(&fields)
        x = PlotAxisDescription("x", PlotAxisDescription.xTable, of: &fields)
        y = PlotAxisDescription("y", PlotAxisDescription.yTable, of: &fields)
        if style == .waveform, y.axis.scale == .linear, y.axis.minimum < 0 {
            fields.error(
                "the y axis begins at \(written(y.axis.minimum)): that of a waveform has "
                    + "magnitudes, from 0 in the middle", at: "y")
        }
    }

    private var style: Plot.Style { options.value("style") ?? .line }

    var isPlot: Bool { true }
    var sizing: ControlSizing {
        // The plot shows the values.
        ControlSizing(
            weight: 3, targets: (width: 0, height: 0), least: LayoutRules.plot,
            minimumValueWidth: .infinity)
    }

    func isEquivalent(to other: Self) -> Bool {
        x == other.x && y == other.y && options.isEquivalent(to: other.options)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let plot = style.view(Plot(frame: .zero))
        options.apply(to: plot, style) { Plot(frame: .zero) }
        if !options.has("stale_ms"), self.style != .waveform {
            plot.staleTimeout = .milliseconds(500)
        }
        plot.theme = style.theme
        plot.color = style.accent
        plot.xAxis = x.axis
        plot.yAxis = y.axis
        plot.extent = x.extent
        plot.hasEqualSteps = x.hasEqualSteps
        plot.font = style.font
        return PublishedView(
            view: plot, paint: { plot.color = $0 },
            plot: PublishedView.PlotDisplay(axes: [x.info("x"), y.info("y")], view: plot),
            fit: { plot.font = style.font.withSize(max(($0 * 0.75).rounded(), 1)) })
    }

    var settings: [ControlInfo.Setting] { options.listed }
}
