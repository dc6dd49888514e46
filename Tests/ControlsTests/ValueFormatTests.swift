import Controls
import Testing

/// Values as a person reads them.
struct ValueFormatTests {
    @Test(arguments: [
        (-6.0, "-6.0 dB"), (0, "0.0 dB"), (-0.0, "0.0 dB"), (-0.04, "0.0 dB"), (-0.05, "-0.1 dB"),
        (9.96, "10.0 dB"), (-89.95, "-90.0 dB"), (-.infinity, "-∞ dB"), (.infinity, "∞ dB"),
        (.nan, "– dB"),
    ])
    func `decibels have one decimal and never a negative zero`(value: Double, text: String) {
        let format = ValueFormat(unit: "dB", step: 0.1, span: 100)
        #expect(format.text(for: value) == text)
    }

    @Test func `off is written as infinity`() {
        let format = ValueFormat(unit: "dB", step: 0.1, span: 100)
        #expect(format.text(for: -90, isOff: true) == "-∞ dB")
    }

    @Test(arguments: [
        (20.0, "20 Hz"), (440, "440 Hz"), (999.4, "999 Hz"), (999.5, "1.00 kHz"),
        (1200, "1.20 kHz"),
        (9994, "9.99 kHz"), (9996, "10.0 kHz"), (12_000, "12.0 kHz"), (99_960, "100 kHz"),
        (-440, "-440 Hz"), (-1200, "-1.20 kHz"),
    ])
    func `high frequencies are written in kilohertz`(value: Double, text: String) {
        #expect(ValueFormat(unit: "Hz", step: nil, span: 20_000).text(for: value) == text)
    }

    @Test(arguments: [
        (-50.0, "L50"), (0, "C"), (-0.4, "C"), (0.5, "R1"), (-0.5, "L1"), (50, "R50"),
        (100, "R100"),
    ])
    func `pan is written as left, centre or right`(value: Double, text: String) {
        #expect(ValueFormat(style: .pan, decimals: 0).text(for: value) == text)
    }

    @Test(arguments: [
        (1.0, "50 %"), (0.5, "50.0 %"), (0.25, "50.00 %"), (0.1, "50.0 %"), (5, "50 %"),
        (0.001, "50.000 %"), (1.0 / 3, "50.000 %"), (2.5, "50.0 %"),
    ])
    func `the step sets the number of decimals`(step: Double, text: String) {
        #expect(ValueFormat(unit: "%", step: step, span: 100).text(for: 50) == text)
    }

    @Test func `without a step, the range sets the number of decimals`() {
        #expect(ValueFormat(unit: "", step: nil, span: 1).text(for: 0.5) == "0.50")
        #expect(ValueFormat(unit: "", step: nil, span: 20).text(for: 2) == "2.0")
        #expect(ValueFormat(unit: "ms", step: nil, span: 1000).text(for: 250) == "250 ms")
        #expect(ValueFormat(unit: "%", step: nil, span: 100).text(for: 50) == "50 %")
        #expect(ValueFormat(unit: "%", step: nil, span: 1).text(for: 0.5) == "0.5 %")
        #expect(ValueFormat(unit: "Hz", step: nil, span: 10).text(for: 0.5) == "1 Hz")
        #expect(ValueFormat(unit: "Hz", step: nil, span: 5).text(for: 0.5) == "0.5 Hz")
        #expect(ValueFormat(unit: "s", step: nil, span: 0.01).text(for: 0.002) == "0.0020 s")
        #expect(ValueFormat(unit: "", step: nil, span: 1e-6).text(for: 5e-7) == "0.00000050")
        #expect(ValueFormat(unit: "dB", step: nil, span: 0.5).text(for: 0.25) == "0.25 dB")
    }

    @Test(arguments: [
        ("s", 0.001, 10.0, 0.001, "0.0010 s"), ("s", 0.001, 10, 0.002, "0.0020 s"),
        ("s", 0.001, 10, 2.5, "2.50 s"), ("Hz", 0.01, 100, 0.015, "0.015 Hz"),
        ("Hz", 0.01, 100, 1.5, "1.5 Hz"), ("Hz", 20, 20_000, 25, "25 Hz"),
        ("ms", 1, 5000, 2.25, "2.3 ms"), ("ms", 1, 5000, 0.996, "1.0 ms"),
    ])
    func `small values of a logarithmic scale have two figures`(
        unit: String, least: Double, most: Double, value: Double, text: String
    ) {
        let scale = ValueScale(Taper(.logarithmic, minimum: least, maximum: most))
        let format = ValueFormat(unit: unit, scale: scale)
        #expect(format.text(for: value) == text)
        // No shorter text reads as another value.
        for shorter in format.shorterTexts(for: value) {
            #expect(format.typed(shorter).map { "\($0)" }?.contains("(0.0)") == false)
        }
    }

    @Test func `the ends of a stepped scale are written whole`() {
        let scale = ValueScale(Taper(minimum: 0.5, maximum: 7.5), step: 1)
        #expect(ValueFormat(unit: "", scale: scale).text(for: 1.5) == "1.5")
        let fine = ValueScale(Taper(minimum: 0, maximum: 0.01), step: 0.0001)
        #expect(ValueFormat(unit: "", scale: fine).text(for: 0.0003) == "0.0003")
    }

    @Test(arguments: [
        ("-6", "dB", -6.0), ("−6.5 dB", "dB", -6.5), ("50%", "%", 50), ("1.2k", "Hz", 1200),
        ("440", "Hz", 440), ("2.50 kHz", "Hz", 2500), ("0.5", "", 0.5), (".5", "", 0.5),
        ("4:1", ":1", 4), ("30°", "°", 30),
    ])
    func `what is shown can be typed`(text: String, unit: String, value: Double) {
        let format = ValueFormat(unit: unit, step: nil, span: unit.isEmpty ? 1 : 100)
        #expect(format.typed(text) == .number(value))
        #expect(format.typed(format.text(for: value)) == .number(value))
        #expect(format.typed("-∞") == .silence)
    }

    @Test(arguments: [("°", "4°"), (":1", "4:1"), (": 1", "4 : 1"), ("°C", "4 °C"), ("%", "4 %")])
    func `a space is before a unit, but not before degrees of an angle and a ratio`(
        unit: String, text: String
    ) {
        #expect(ValueFormat(unit: unit, step: 1, span: 100).text(for: 4) == text)
    }

    @Test func `a position in the stereo field can be typed`() {
        let format = ValueFormat(style: .pan, decimals: 0)
        for (text, value) in [("L30", -30.0), ("R5", 5), ("C", 0), ("-12", -12), ("8", 8)] {
            #expect(format.typed(text) == .number(value))
        }
        for text in ["L", "L-3", "LR", "30L"] { #expect(format.typed(text) == nil) }
    }

    @Test(arguments: ["", "-", "1.2.3", "--1", "nan", "inf", "0x10", "1e5", "5 ms"])
    func `what is no number is no value`(text: String) {
        #expect(ValueFormat(unit: "dB", step: nil, span: 100).typed(text) == nil)
    }

    @Test func `numbers too large to write become infinity`() {
        #expect(ValueFormat().text(for: 1e300) == "∞")
        #expect(ValueFormat(decimals: 9).text(for: 1e9) == "1000000000.00000")
        #expect(ValueFormat(decimals: 0).text(for: -123_456_789) == "-123456789")
    }
}
