public import Drawing
public import Layers

/// Wheels for hours, minutes and seconds: the time of a cue or of a show. Like `UIDatePicker`.
///
/// Several fingers can turn wheels at the same time, one on each. A wheel runs on when the finger
/// lifts; a tap above or below the middle steps it. The value is that of the lines at which the
/// wheels will come to rest. The picker sends the action when the finger lifts, not when the wheels
/// stop.
open class DatePicker: Control {
    /// Which wheels there are.
    public enum Mode: String, Sendable, CaseIterable {
        /// Hours and minutes of a day.
        case time
        /// Hours, minutes and seconds of a day.
        case timeWithSeconds = "time-with-seconds"
        /// Hours, minutes and seconds up to 99:59:59.
        case countDownTimer = "count-down-timer"
    }

    // MARK: Value

    /// Which wheels there are; `timeWithSeconds` by default. A change moves the value to a time
    /// that the wheels can show.
    public var datePickerMode = Mode.timeWithSeconds {
        didSet { if datePickerMode != oldValue { gridChanged() } }
    }
    /// The minutes from one line to the next; 1 by default. A number that does not divide 60 is
    /// ignored.
    public var minuteInterval = 1 {
        didSet {
            if !TimeGrid.isInterval(minuteInterval) { minuteInterval = oldValue }
            if minuteInterval != oldValue { gridChanged() }
        }
    }
    /// The seconds from one line to the next; 1 by default. A number that does not divide 60 is
    /// ignored.
    public var secondInterval = 1 {
        didSet {
            if !TimeGrid.isInterval(secondInterval) { secondInterval = oldValue }
            if secondInterval != oldValue { gridChanged() }
        }
    }
    /// The least time, in whole seconds since midnight or until the end of the countdown; 0 by
    /// default. A time above `maximumTime` raises that as well. A time below 0 counts as 0.
    public var minimumTime: Duration {
        get { .seconds(minimum) }
        set {
            minimum = Self.seconds(newValue)
            maximum = max(minimum, maximum)
            keepWithin()
        }
    }
    /// The greatest time; 99:59:59 by default. A time below `minimumTime` lowers that as well.
    public var maximumTime: Duration {
        get { .seconds(maximum) }
        set {
            maximum = Self.seconds(newValue)
            minimum = min(minimum, maximum)
            keepWithin()
        }
    }
    /// The time that the wheels show, in whole seconds; midnight at first. Setting it takes the
    /// nearest time between `minimumTime` and `maximumTime` that the wheels can show. If there is
    /// none, it takes the last one before these. It sends no action.
    public var time: Duration {
        get { .seconds(seconds) }
        set { setTime(newValue) }
    }

    /// Sets `time`. With `animated`, the wheels turn to it.
    public func setTime(_ newTime: Duration, animated: Bool = false) {
        let valid = grid.nearest(to: Self.seconds(newTime), from: minimum, to: maximum)
        guard valid != seconds else { return }
        seconds = valid
        showTime(animated: animated)
    }

    /// Whether the picker sends `valueChanged` for each line that passes the middle under a finger
    /// (the default). Otherwise it sends it once, at the lift or cancellation, if the time changed.
    public var isContinuous = true

    private static let longest = 99 * 3600 + 59 * 60 + 59

    private static func seconds(_ time: Duration) -> Int {
        Int(time.components.seconds.clamped(from: 0, to: Int64(longest)))
    }

    // MARK: Appearance

    open override func themeDidChange() { redraw() }

    open override func tintColorDidChange() { redraw() }

    private var minimum = 0
    private var maximum = DatePicker.longest
    private var seconds = 0 {
        didSet { if seconds != oldValue { updateReadouts() } }
    }
    private var secondsAtBegin = 0
    private var grid = TimeGrid()
    private var wheels: [Wheel] = []
    /// The fingers, with the line in the middle when each took its wheel.
    private var holds: [(touch: Touch, wheel: Int, line: Int)] = []

    private let faceLayer = Layer()
    private let shadeLayer = Layer()
    private let frameLayer = FrameLayer()
    /// The visible lines of each wheel, reused in turn.
    private var lines: [[TextLayer]] = []

    /// A picker that fills `frame`.
    public override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        for part in [faceLayer, frameLayer] { layer.addSublayer(part) }
        faceLayer.delegate = self
        shadeLayer.delegate = self
        layer.addSublayer(shadeLayer)
        frameLayer.onFrame = { [weak self] in self?.advance(to: $0) ?? false }
        gridChanged()
    }

    // MARK: Wheels

    private var hasSeconds: Bool { datePickerMode != .time }

    private func gridChanged() {
        cancelHolds()
        grid = TimeGrid(
            hourCount: datePickerMode == .countDownTimer ? 100 : 24,
            minuteInterval: minuteInterval, secondInterval: hasSeconds ? secondInterval : 60)
        let counts = [grid.hourCount, 60 / minuteInterval, 60 / secondInterval]
        updateReadouts()
        wheels = counts.prefix(hasSeconds ? 3 : 2).map { Wheel(lineCount: $0) }
        seconds = grid.nearest(to: seconds, from: minimum, to: maximum)
        makeLines()
        showTime(animated: false)
        redraw()
    }

    private func keepWithin() {
        let valid = grid.nearest(to: seconds, from: minimum, to: maximum)
        guard valid != seconds else { return }
        seconds = valid
        showTime(animated: false)
    }

    /// The line of each wheel that shows a time.
    private func lines(of seconds: Int) -> [Int] {
        [seconds / 3600, seconds % 3600 / 60 / minuteInterval, seconds % 60 / grid.secondInterval]
    }

    /// The time at which the wheels are, or will come to rest.
    private var shownSeconds: Int {
        wheels[0].line * 3600 + wheels[1].line * minuteInterval * 60
            + (hasSeconds ? wheels[2].line * secondInterval : 0)
    }

    private func showTime(animated: Bool) {
        for (index, line) in lines(of: seconds).prefix(wheels.count).enumerated() {
            wheels[index].turn(to: line, animated: animated)
        }
        placeLines()
        scheduleFrames()
    }

    private func scheduleFrames() {
        if wheels.contains(where: \.isMoving) { frameLayer.setNeedsAdvance() }
    }

    private func advance(to time: Duration) -> Bool {
        for index in wheels.indices where wheels[index].isMoving {
            wheels[index].advance(to: time)
            placeLines(of: index)
        }
        return wheels.contains(where: \.isMoving)
    }

    // MARK: Lines

    /// How many lines above and below the middle one are visible, or are about to be.
    private static let reach = 3

    private var face: DatePickerFace {
        DatePickerFace(
            bounds: bounds, theme: shownTheme,
            tint: shown(accentColor), wheelCount: wheels.count,
            hasNumbers: font != nil)
    }

    open override func fontDidChange() {
        makeLines()
        redraw()
    }

    private func makeLines() {
        for line in lines.joined() { line.removeFromSuperlayer() }
        lines = wheels.map { _ in
            guard let font else { return [] }
            return (0...2 * Self.reach).map { _ in TextLayer(font: font) }
        }
        // Below the shade, which makes the wheels look round.
        shadeLayer.removeFromSuperlayer()
        for line in lines.joined() { layer.addSublayer(line) }
        layer.addSublayer(shadeLayer)
        setNeedsLayout()
    }

    private func redraw() {
        faceLayer.setNeedsDisplay()
        shadeLayer.setNeedsDisplay()
        placeLines()
    }

    open override func layoutSubviews() {
        faceLayer.frame = bounds
        shadeLayer.frame = bounds
        placeLines()
    }

    private func placeLines() {
        for index in wheels.indices { placeLines(of: index) }
    }

    private func placeLines(of index: Int) {
        let layers = lines[index]
        guard !layers.isEmpty else { return }
        let face = face
        let wheel = wheels[index]
        let column = face.wheelRect(index)
        let middle = Int(wheel.place.rounded())
        let interval = [1, minuteInterval, secondInterval][index]
        let fitting = font.flatMap { font in
            font.largest {
                TextLine("88", font: $0, figures: .tabular).width <= column.width
            }
        }
        let middleColor = wheel.isHeld ? face.tint : face.theme.text
        for place in middle - Self.reach...middle + Self.reach {
            let layer = layers[((place % layers.count) + layers.count) % layers.count]
            let offset = Double(place) - wheel.place
            if let fitting { layer.font = fitting }
            let opacity = face.lineOpacity(offset, capHeight: layer.font.capHeight)
            layer.isHidden = opacity <= 0 || fitting == nil
            guard !layer.isHidden else { continue }
            let number = wheel.line(at: place) * interval
            layer.string = number.twoDigits
            // Rounded to whole pixels: a smaller movement redraws nothing.
            layer.frame = Rect(
                x: column.minX, y: (face.lineCenter(offset) - face.lineHeight / 2).rounded(),
                width: column.width, height: face.lineHeight.rounded())
            layer.foregroundColor = face.theme.secondaryText.withAlpha(opacity)
                .mixed(with: middleColor, by: max(0, 1 - abs(offset)))
        }
    }

    open override func stateChanged(from oldState: State) {
        redraw()
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === faceLayer {
            face.draw(in: context)
        } else if layer === shadeLayer {
            face.drawShade(isHeld: isHighlighted, in: context)
        }
    }

    // MARK: Accessibility

    /// The time as the wheels show it, such as "07:05:30", or "07:05" without seconds.
    open override var valueText: String? {
        seconds.timeText(showsSeconds: hasSeconds)
    }

    open override func shorterReadouts(_ format: ValueFormat?) -> [String]? { [] }

    /// The traits that were set, and `adjustable`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.adjustable) }
        set { super.accessibilityTraits = newValue }
    }

    /// Moves the last wheel forward by a line, and sends the action.
    open override func accessibilityIncrement() { adjust(by: 1) }

    /// Moves the last wheel back by a line, and sends the action.
    open override func accessibilityDecrement() { adjust(by: -1) }

    private func adjust(by lines: Int) {
        guard isEnabled else { return }
        let before = seconds
        let interval = hasSeconds ? secondInterval : 60 * minuteInterval
        setTime(.seconds(before + lines * interval), animated: true)
        if seconds != before { sendActions(for: .valueChanged) }
    }

    // MARK: Tracking

    /// The position of a finger on its wheel, in lines downwards.
    private func place(of touch: Touch) -> Double {
        touch.location(in: self).y / face.lineHeight
    }

    open override func beginTracking(_ touch: Touch) -> Bool {
        let x = touch.location(in: self).x
        let face = face
        let index = wheels.indices.last { face.wheelRect($0).minX <= x } ?? 0
        guard !wheels[index].isHeld else { return false }
        if holds.isEmpty { secondsAtBegin = seconds }
        holds.append((touch, index, lines(of: seconds)[index]))
        wheels[index].begin(at: place(of: touch), time: touch.timestamp)
        placeLines(of: index)
        return true
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        guard let index = wheel(of: touch) else { return false }
        if wheels[index].move(to: place(of: touch), time: touch.timestamp) { takeTime(touch) }
        placeLines(of: index)
        return true
    }

    open override func endTracking(_ touch: Touch) {
        guard let index = wheel(of: touch) else { return }
        let fromMiddle = (touch.location(in: self).y - bounds.midY) / face.lineHeight
        let offset = Int(fromMiddle.clamped(from: -3, to: 3).rounded())
        wheels[index].end(time: touch.timestamp, tapping: offset)
        finish(touch, reverts: false)
    }

    open override func cancelTracking(_ touch: Touch) {
        guard let index = wheel(of: touch) else { return }
        wheels[index].cancel()
        finish(touch, reverts: revertsOnCancel)
    }

    private func wheel(of touch: Touch) -> Int? {
        holds.first { $0.touch === touch }?.wheel
    }

    private func finish(_ touch: Touch, reverts: Bool) {
        if let index = holds.firstIndex(where: { $0.touch === touch }) {
            let hold = holds.remove(at: index)
            // The other wheels stay where other fingers have turned them.
            if reverts { wheels[hold.wheel].turn(to: hold.line, animated: true) }
        }
        takeTime(touch)
        // Moves the wheels back to the value, which may not have followed them.
        showTime(animated: true)
        if holds.isEmpty, !isContinuous, seconds != secondsAtBegin {
            sendActions(for: .valueChanged, touch: touch)
        }
    }

    /// Takes the time of the wheels, within the limits.
    private func takeTime(_ touch: Touch) {
        let valid = grid.nearest(to: shownSeconds, from: minimum, to: maximum)
        guard valid != seconds else { return }
        seconds = valid
        if isContinuous { sendActions(for: .valueChanged, touch: touch) }
    }

    /// The wheels that are held are about to be replaced.
    private func cancelHolds() {
        for hold in holds { wheels[hold.wheel].cancel() }
        holds = []
    }
}
