import Controls
import Drawing
import PanelProtocol

/// The options of a curve: an equalizer, a compressor or a gate.
struct CurveDescription: BuiltInKind {
    /// The options besides those of all controls with a value.
    struct Options: Sendable {
        fileprivate var mode = Mode.eq
        fileprivate var bands = EqualizerBand.standard(count: 4)
        fileprivate var gainRange = EqualizerCurve.defaultGainRange
        fileprivate var sampleRate = EqualizerCurve.defaultSampleRate
        fileprivate var doubleTap = DoubleTap.none
        fileprivate var threshold = -20.0
        fileprivate var ratio = 4.0
        fileprivate var knee = 6.0
        fileprivate var range = 40.0
        fileprivate var hasPopup = true
    }

    static let table = OptionTable(of: Options()) {
        PanelOption(
            "mode", \.mode,
            .choice([
                Mode.eq: "the response of an equalizer",
                .compressor: "the output level of a compressor for each input level",
                .gate: "that of a gate",
            ]), "What is drawn.")
        PanelOption(
            "bands", \.bands, .bands, "The bands: how many, or a table for each."
        ).onlyWhen("mode", is: "\"eq\"")
        PanelOption(
            "gain_range", \.gainRange, .number(in: 1...60), unit: "dB",
            "The greatest gain of a band, up and down."
        ).onlyWhen("mode", is: "\"eq\"")
        PanelOption(
            "sample_rate", \.sampleRate, .number(in: 44100...768_000), unit: "Hz",
            "The sample rate of the audio program, which determines the response near its end."
        ).onlyWhen("mode", is: "\"eq\"")
        PanelOption(
            "double_tap", \.doubleTap,
            .choice([DoubleTap.switch: "they switch a band off or on"]),
            "What two quick taps on a node do."
        ).onlyWhen("mode", is: "\"eq\"").onlyForFingers
        PanelOption(
            "threshold", \.threshold, .number(in: -60...0), unit: "dB",
            "The threshold at first."
        ).exceptWhen("mode", is: "\"eq\"")
        PanelOption(
            "ratio", \.ratio, .number(in: 1...20), "The ratio at first, to 1."
        ).exceptWhen("mode", is: "\"eq\"")
        PanelOption(
            "knee", \.knee, .number(in: 0...24), unit: "dB", "The width of the knee at first."
        ).onlyWhen("mode", is: "\"compressor\"")
        PanelOption(
            "range", \.range, .number(in: 0...80), unit: "dB",
            "The greatest reduction at first."
        ).onlyWhen("mode", is: "\"gate\"")
        PanelOption(
            "popup", \.hasPopup, .flag, "Whether values are shown above the finger."
        ).appearanceOnly.onlyForFingers
        PanelOption.keypad(on: "a label that shows one of its values")
    }

    /// What is drawn.
    fileprivate enum Mode: String, CaseIterable, Sendable {
        case eq
        case compressor
        case gate
    }

    /// What two quick taps do.
    fileprivate enum DoubleTap: String, CaseIterable, Sendable {
        case none
        case `switch`
    }

    static var options: [OptionEntry] {
        BehaviorDescription.steppedTable.entries + table.entries
    }

    private let ownBehavior: BehaviorDescription
    /// What the file sets.
    private let values: OptionValues<Options>
    private let options: Options
    let parts: [(name: String, kind: any ControlKind)]

    init(_ fields: inout TableFields, at place: ControlPlace) {
        ownBehavior = BehaviorDescription(&fields, BehaviorDescription.steppedTable)
        values = Self.table.read(&fields)
        var options = Options()
        values.apply(to: &options)
        self.options = options
        let curve = Self.makeCurve(options)
        if let range = (curve as? EqualizerCurve)?.gainRange {
            for band in options.bands where abs(band.gain) > range {
                fields.error(
                    "the gain \(written(band.gain)) of a band is outside "
                        + "\(written(-range))…\(written(range))", at: "bands")
            }
        }
        parts = curve.values.map { [ownBehavior, values] value in
            (value.name, CurveValueDescription(value, ownBehavior, hasKeypad: values.hasKeypad))
        }
    }

    private static func makeCurve(_ options: Options) -> CurveControl {
        let kind: DynamicsCurve.Kind
        switch options.mode {
        case .eq:
            return EqualizerCurve(
                frame: .zero, bands: options.bands, gainRange: options.gainRange,
                sampleRate: options.sampleRate)
        case .compressor: kind = .compressor
        case .gate: kind = .gate
        }
        return DynamicsCurve(
            frame: .zero, kind: kind, threshold: options.threshold, ratio: options.ratio,
            third: kind == .gate ? options.range : options.knee)
    }

    var hasKeypad: Bool { values.hasKeypad }

    var sizing: ControlSizing {
        // The curve shows the values.
        ControlSizing(
            weight: 3, targets: (width: 3, height: 2), least: (width: 40, height: 27),
            minimumValueWidth: .infinity)
    }

    func isEquivalent(to other: Self) -> Bool {
        ownBehavior == other.ownBehavior && options.bands == other.options.bands
            && values.isEquivalent(to: other.values)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let curve = style.view(Self.makeCurve(options))
        curve.theme = style.theme
        curve.color = style.accent
        curve.font = style.font
        curve.revertsOnCancel = ownBehavior.revertsOnCancel
        curve.switchesByDoubleTap = options.doubleTap == .switch
        curve.showsPopup = options.hasPopup
        let levels = (curve as? DynamicsCurve).map { curve in
            PublishedView.LevelDisplay(count: 2) { levels, time in
                curve.setLevel(
                    input: levels.first ?? .nan, change: levels.dropFirst().first, at: time)
            }
        }
        return PublishedView(
            view: curve, paint: { curve.color = $0 }, levels: levels,
            fit: { curve.font = style.font.withSize(max(($0 * 0.75).rounded(), 1)) })
    }
}

extension EqualizerBand {
    fileprivate static let table = OptionTable(of: EqualizerBand()) {
        PanelOption(
            "type", \.shape,
            .choice([
                .lowCut: "below the frequency, nothing",
                .lowShelf: "below the frequency, more or less",
                .peak: "around the frequency, more or less",
                .highShelf: "above the frequency, more or less",
                .highCut: "above the frequency, nothing", .notch: "at the frequency, nothing",
            ]), "What the band does.")
        PanelOption(
            "frequency", \.frequency, .number(in: 20...20000), unit: "Hz",
            "The frequency at first.")
        PanelOption("gain", \.gain, .number(in: -60...60), unit: "dB", "The gain at first.")
        PanelOption(
            "q", \.q, .number(in: 0.1...10), "The Q at first: the greater, the narrower.")
        PanelOption("on", \.isOn, .flag, "Whether the band is on at first.")
    }

    /// Reads the table of a band.
    fileprivate init(_ fields: inout TableFields) {
        self.init()
        let options = Self.table.read(&fields)
        options.apply(to: &self)
        if !shape.hasGain {
            fields.reject(["gain"], because: "a band of the type \"\(shape.rawValue)\" has none")
        }
        fields.noteUnknownKeys()
    }
}

extension OptionForm where Value == [EqualizerBand] {
    /// 2 to 8 bands: their number, or a table for each.
    fileprivate static var bands: Self {
        Self(
            .either([
                .integer(2...8), .list(.table(EqualizerBand.table.entries), count: 2...8),
            ]),
            read: { fields, key in
                guard let value = fields.value(key) else { return nil }
                guard let elements = value.asArray else {
                    return fields.integer(key, in: 2...8).map(EqualizerBand.standard)
                }
                guard (2...8).contains(elements.count) else {
                    fields.error("'\(key)': expected 2 to 8 tables", at: key)
                    return nil
                }
                return elements.compactMap { element in
                    guard let entries = element.asTable else {
                        fields.notes.error(
                            "'\(key)': expected a table, found \(element.kindName)",
                            at: element.position)
                        return nil
                    }
                    var table = TableFields(
                        entries, name: "a band", position: element.position, notes: fields.notes)
                    return EqualizerBand(&table)
                }
            },
            written: { "\($0.count)" })
    }
}
