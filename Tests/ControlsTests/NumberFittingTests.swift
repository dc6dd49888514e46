import Drawing
import Fingers
import Layers
import Testing

@testable import Controls

/// Where there is little room, a number is smaller, shorter or not there, and never another one.
struct NumberFittingTests {
    private let font: Font

    init() throws { font = try PanelFont.font(size: 16) }

    private static let forms: [(ValueFormat, Double, [String])] = [
        (ValueFormat(style: .number(unit: "dB")), -12.34, ["-12.3", "-12"]),
        (ValueFormat(style: .number(unit: "dB")), -1.23, ["-1.2"]),
        (ValueFormat(style: .number(unit: "dB")), 0, ["0.0", "0"]),
        (ValueFormat(style: .number(unit: ""), decimals: 2), 0.37, ["0.37"]),
        (ValueFormat(style: .number(unit: "%"), decimals: 0), 100, ["100"]),
        (ValueFormat(style: .frequency, decimals: 0), 440, ["440"]),
        (ValueFormat(style: .frequency, decimals: 0), 1250, ["1.25k", "1.3k"]),
        (ValueFormat(style: .frequency, decimals: 0), 12500, ["12.5k", "13k"]),
        (ValueFormat(style: .pan, decimals: 1), -50.4, ["L50.4", "L50"]),
    ]

    @Test(arguments: forms.indices)
    func `a shorter text still shows the same value`(index: Int) {
        let (format, value, texts) = Self.forms[index]
        #expect(format.shorterTexts(for: value) == texts)
    }

    @Test func `a shorter text still shows the off state`() {
        let format = ValueFormat(style: .number(unit: "dB"))
        #expect(format.text(for: -90, isOff: true) == "-∞ dB")
        #expect(format.shorterTexts(for: -90, isOff: true) == ["-∞"])
    }

    /// What a label shows of a value, at every width.
    @Test func `a label shows a complete number or nothing, at any width`() throws {
        let label = Label(frame: .zero, font: font)
        label.textSource = { "-12.3 dB" }
        label.shorterTextSource = { ["-12.3", "-12"] }
        var seen: [String] = []
        for width in stride(from: 100.0, through: 0, by: -1) {
            label.frame = Rect(x: 0, y: 0, width: width, height: 24)
            label.layoutIfNeeded()
            let line = label.layer.sublayers.compactMap { $0 as? TextLayer }.first
            let text = line?.string ?? ""
            if let line, !text.isEmpty {
                let written = TextLine(text, font: line.font, figures: .tabular)
                #expect(written.width <= width && line.font.size >= 7)
            }
            if seen.last != text { seen.append(text) }
        }
        #expect(seen == ["-12.3 dB", "-12.3", "-12", ""])
    }

    @Test func `the numbers of a scale are left out before they are too small to read`() throws {
        func sizes(around knob: Knob) -> [Double] {
            knob.face.font.map { [$0.size] } ?? []
        }
        let knob = Knob(frame: .zero)
        knob.font = font
        knob.ticks = [0, 0.25, 0.5, 0.75, 1]
        knob.showsTickLabels = true
        var seen: Set<Double> = []
        for side in stride(from: 160.0, through: 20, by: -2) {
            knob.frame = Rect(x: 0, y: 0, width: side, height: side)
            seen.formUnion(sizes(around: knob))
        }
        #expect(seen.min() == 9)
        #expect(sizes(around: knob).isEmpty)
    }

    @Test func `a stepper shows a complete number or nothing, and words with an ellipsis`() throws {
        let stepper = Stepper(frame: .zero)
        stepper.scale = ValueScale(Taper(minimum: -100, maximum: 100), step: 0.1)
        stepper.valueFormat = ValueFormat(style: .number(unit: "dB"))
        stepper.value = -12.3
        stepper.font = font
        for width in stride(from: 240.0, through: 20, by: -3) {
            stepper.frame = Rect(x: 0, y: 0, width: width, height: 40)
            stepper.layoutIfNeeded()
            let text = stepper.layer.sublayers.compactMap { $0 as? TextLayer }.first?.string
            #expect(["-12.3 dB", "-12.3", "-12", ""].contains(text), "\(width)")
        }
    }

    // MARK: Low places

    private static let lowValues: [(ValueFormat, Double)] = [
        (ValueFormat(style: .number(unit: ""), decimals: 0), 0),
        (ValueFormat(style: .number(unit: "dB"), decimals: 1), -12.3),
        (ValueFormat(style: .number(unit: "bpm"), decimals: 0), 8),
    ]

    @Test(arguments: lowValues.indices, ["", "Gypsy"])
    func `texts on a dial are whole, or it says that they are cut`(index: Int, title: String) {
        let knob = Knob(frame: .zero)
        knob.scale = ValueScale(Taper(minimum: -100, maximum: 100), step: 0.1)
        (knob.valueFormat, knob.value) = Self.lowValues[index]
        knob.font = font
        knob.showsValue = true
        knob.title = title
        var shown = 0
        for side in stride(from: 20, through: 130, by: 3) {
            knob.frame = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
            knob.layoutIfNeeded()
            let layers = knob.layer.sublayers.compactMap { $0 as? TextLayer }
            for layer in layers { #expect(isWhole(layer), "\(layer.string) at \(side)") }
            let texts = knob.shownTexts
            if !texts.contains(where: \.isCut) {
                #expect(layers.count == texts.count)
                shown += 1
            }
        }
        #expect((10...36).contains(shown))
    }

    @Test func `a stepper and a label show whole texts or say that they are cut, at any height`() {
        let stepper = Stepper(frame: .zero)
        stepper.scale = ValueScale(Taper(minimum: -100, maximum: 100), step: 0.1)
        (stepper.valueFormat, stepper.value) = Self.lowValues[1]
        stepper.font = font
        let number = Label(frame: .zero, font: font)
        number.textSource = { "-12.3" }
        number.shorterTextSource = { ["-12"] }
        let words = Label(frame: .zero, font: font)
        words.text = "Gypsy"
        for view in [stepper, number, words] {
            for height in 4...40 {
                view.frame = Rect(x: 0, y: 0, width: 160, height: Double(height))
                view.layoutIfNeeded()
                let layers = view.layer.sublayers.compactMap { $0 as? TextLayer }
                let said = view.shownTexts.allSatisfy(\.isCut)
                let isWhole = layers.allSatisfy(isWhole) && !layers.allSatisfy(\.string.isEmpty)
                #expect(isWhole != said, "\(type(of: view)) at \(height)")
            }
        }
    }

    /// Whether a layer shows its glyphs from the top to the bottom.
    private func isWhole(_ layer: TextLayer) -> Bool {
        let high = Size(width: layer.bounds.width, height: 64)
        return ink(layer, in: layer.bounds.size).height == ink(layer, in: high).height
    }

    /// The pixels of a layer's text in a place of another size.
    private func ink(_ layer: TextLayer, in size: Size) -> PixelRect {
        let window = Window(size: Size(width: 160, height: 64))
        window.backgroundColor = .black
        let copy = TextLayer(font: layer.font)
        copy.string = layer.string
        copy.frame = Rect(origin: .zero, size: size)
        window.layer.addSublayer(copy)
        let panel = Glass(window)
        let empty = Bitmap(width: 160, height: 64, format: .xrgb32)
        return panel.picture.differingPixels(from: empty, tolerance: 0).extents
    }

    // MARK: Numbers of a scale

    private static let room = Rect(x: 60, y: 60, width: 200, height: 200)

    /// The pixels that something draws, around the room it has.
    private func drawn(_ draw: (Context) -> Void) -> PixelRect {
        let bitmap = Bitmap(width: 320, height: 320, format: .xrgb32)
        let before = Bitmap(width: 320, height: 320, format: .xrgb32)
        draw(Context(bitmap))
        return bitmap.differingPixels(from: before, tolerance: 0).extents
    }

    @Test(arguments: [4.0, 10, 18, 26, 60], [true, false])
    func `labels beside a track stay in their strip`(thickness: Double, isVertical: Bool) {
        let marks = ScaleMarks(
            positions: [0, 0.25, 0.5, 0.75, 1], major: [0, 1],
            labels: ["-∞", "-60", "-10", "+3", "-12.25"], font: font)
        let travel = LinearTravel(bounds: Self.room, isVertical: isVertical, thumbLength: 20)
        let strip =
            isVertical
            ? Rect(x: 60, y: 60, width: thickness, height: 200)
            : Rect(x: 60, y: 60, width: 200, height: thickness)
        let pixels = drawn { marks.drawLabels(along: travel, in: strip, .dark, in: $0) }
        #expect(pixels.isEmpty || strip.insetBy(dx: -1.5, dy: -6).contains(Rect(pixels)))
        #expect(!pixels.isEmpty || thickness < 20)
    }

    @Test(arguments: [24.0, 40, 60, 90, 140, 200])
    func `labels around a knob stay inside it`(side: Double) {
        let bounds = Rect(x: 60, y: 60, width: side, height: side)
        let face = KnobFace(
            bounds: bounds, startAngle: .degrees(-225), endAngle: .degrees(45), lineWidth: 4,
            tickPositions: [0, 0.2, 0.4, 0.5, 0.6, 0.8, 1],
            labels: ["-60", "-48", "-36", "-30", "-24", "-12", "-100.25"], font: font,
            hasTrack: true
        ).fitted
        let pixels = drawn {
            face.draw(.highContrast, hasDial: true, in: $0)
        }
        #expect(bounds.insetBy(dx: -1.5, dy: -1.5).contains(Rect(pixels)))
    }

    @Test(arguments: [50.0, 62, 90, 120])
    func `labels around a knob leave it a dial for a hand`(side: Double) {
        var face = KnobFace(
            bounds: Rect(x: 60, y: 60, width: side, height: side), startAngle: .degrees(-225),
            endAngle: .degrees(45), lineWidth: 4, tickPositions: [0, 0.25, 0.5, 0.75, 1],
            labels: ["5", "12.5", "20", "22.5", "30"], font: font, hasTrack: true)
        let without = KnobFace(
            bounds: face.bounds, startAngle: face.startAngle, endAngle: face.endAngle,
            lineWidth: 4, tickPositions: face.tickPositions, labels: [], hasTrack: true)
        face.leastRadius = 30
        let dial = face.fitted.dialRadius
        #expect(dial >= min(16, without.dialRadius) && dial <= without.dialRadius)
        // Without room for labels, the dial has it.
        #expect(side > 70 || dial == without.dialRadius)
        #expect((face.fitted.font == nil) == (side <= 70))
    }

    @Test(arguments: [4.0, 60, 200])
    func `the pointer of a knob points at its value however wide the track is`(width: Double) {
        let knob = Knob(frame: Rect(x: 0, y: 0, width: 120, height: 120))
        knob.lineWidth = width
        knob.pointerLength = 4096
        let face = knob.face
        #expect(face.trackRadius + face.trackWidth / 2 <= 60 && face.dialRadius >= 10)
        guard case .line(let start, let end) = knob.pointer(on: face) else {
            Issue.record("the pointer is no line")
            return
        }
        #expect(start.x >= face.center.x && end.x > start.x)
        #expect(end.x - face.center.x + knob.shownPointerWidth(face) / 2 <= face.dialRadius)
    }

    @Test(arguments: [10.0, 20, 40, 80])
    func `the number of a node is not larger than its circle`(size: Double) {
        let face = CurveFace(
            bounds: Rect(x: 0, y: 0, width: 300, height: 200), xAxis: .frequency,
            yAxis: .decibels(-15...15, step: 5), font: font.withSize(size))
        let center = Point(x: 150, y: 100)
        func picture(_ label: String) -> Bitmap {
            let bitmap = Bitmap(width: 320, height: 320, format: .xrgb32)
            face.drawHandle(
                label, at: center, tint: .blue, isOn: true, isHeld: false, .dark,
                in: Context(bitmap))
            return bitmap
        }
        let pixels = picture("4").differingPixels(from: picture(""), tolerance: 0).extents
        #expect(!pixels.isEmpty)
        let radius = face.handleRadius
        let circle = Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
        #expect(circle.contains(Rect(pixels)))
    }

    @Test(arguments: [30.0, 40, 60, 120], [true, false])
    func `the numbers of a meter stay inside it and keep their signs`(
        breadth: Double, isVertical: Bool
    ) {
        let size =
            isVertical
            ? Size(width: breadth, height: 200) : Size(width: 200, height: breadth)
        let meter = Meter(frame: Rect(origin: .zero, size: size), isVertical: isVertical)
        let face = MeterFace(
            bounds: meter.bounds, isVertical: isVertical, isRightToLeft: false, channelCount: 4,
            scale: .levels(.iec60268x18Plus6), style: .continuous, warningLevel: -20,
            dangerLevel: -9,
            ticks: [-60, -40, -20, -10, 0, 6], font: font, showsClip: true
        ).fitted
        let pixels = drawn { context in
            context.translateBy(x: 60, y: 60)
            face.draw(.dark, isHeld: false, in: context)
        }
        #expect(
            Rect(origin: Point(x: 60, y: 60), size: size).insetBy(dx: -1.5, dy: -1.5)
                .contains(Rect(pixels)))
    }
}
