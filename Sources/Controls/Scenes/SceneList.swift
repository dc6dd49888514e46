package import Drawing
import Layers

/// A list of scenes: a tap recalls a scene, and a hold stores it.
///
/// During a hold, a bar fills the row; a finger that lifts before the bar is full does nothing. A
/// list that is longer than its view scrolls. Where only one row fits, the view is a key with the
/// current scene, and opens the list above the panel.
package final class SceneList: Control {
    /// A scene in the list.
    package struct Row: Equatable, Sendable {
        /// The name of the scene.
        package var name: String
        /// Whether the scene exists. A hold can store one that does not exist yet.
        package var isStored: Bool

        /// Creates a row.
        package init(name: String, isStored: Bool) {
            self.name = name
            self.isStored = isStored
        }
    }

    /// The effect of a finger on a scene.
    package enum Choice: Sendable {
        /// Setting the values of the scene.
        case recall
        /// Storing the present values as the scene.
        case store
    }

    /// The scenes, from top to bottom. None at first.
    package var rows: [Row] = [] {
        didSet { if rows != oldValue { rowsChanged() } }
    }
    /// The name of the scene that was recalled or stored last; `nil` for none.
    package var current: String? {
        didSet { if current != oldValue { showState() } }
    }
    /// Whether the values are still those of the current scene.
    package var isCurrentExact = true {
        didSet { if isCurrentExact != oldValue { showState() } }
    }
    /// Whether a hold stores a scene; on by default.
    package var storesByHolding = true {
        didSet { timingChanged() }
    }
    /// How long a hold must last to store a scene; 1 s by default. A tap lasts at most half as
    /// long.
    package var holdDuration = Duration.seconds(1) {
        didSet { timingChanged() }
    }
    /// Called when a finger has chosen a scene, with its name.
    package var onChoice: ((Choice, String, Touch) -> Void)?

    private var scroll = ScrollOffset()
    private var offsetAtBegin = 0.0
    /// The row under the finger, by its name: clients may change the list meanwhile.
    private(set) var held: String?
    /// The scene that the present finger has stored.
    private(set) var stored: String?
    private(set) var popover: Popover?
    /// Whether this is the list in a popover, which is never a key.
    private var isInPopover = false
    /// The laid-out names of the visible rows.
    private(set) var lines: [String: TextLine] = [:]
    /// The width for which `lines` are laid out.
    private var linesWidth = 0.0

    private let pan = PanGestureRecognizer()
    private let tap = TapGestureRecognizer()
    private let hold = LongPressGestureRecognizer()
    private let frameLayer = FrameLayer()
    /// The progress of the hold.
    private let progressLayer = ShapeLayer()

    /// A list without scenes.
    package override init(frame: Rect) {
        super.init(frame: frame)
        layer.addSublayer(progressLayer)
        layer.addSublayer(frameLayer)
        progressLayer.isHidden = true
        progressLayer.lineCap = .butt
        frameLayer.onFrame = { [weak self] in self?.advance(to: $0) ?? false }
        tap.cancelsTouchesInView = false
        hold.cancelsTouchesInView = false
        pan.addAction { [unowned self] _ in drag() }
        tap.addAction { [unowned self] in choose(.recall, $0.touches.last) }
        hold.addAction { [unowned self] in
            if $0.state == .began { choose(.store, $0.touches.last) }
        }
        for recognizer in [pan, tap, hold] { addGestureRecognizer(recognizer) }
        timingChanged()
    }

    deinit { popover?.removeFromSuperview() }

    // MARK: Appearance

    package override var drawsContents: Bool { true }

    package override func themeDidChange() {
        setNeedsDisplay()
        updatePopover()
    }
    package override func tintColorDidChange() {
        setNeedsDisplay()
        updatePopover()
    }
    package override func fontDidChange() {
        lines = [:]
        setNeedsLayout()
        setNeedsDisplay()
        updatePopover()
    }

    package override func stateChanged(from oldState: State) {
        setNeedsDisplay()
        if !isEnabled {
            release()
            dismissPopover()
        }
    }

    private func showState() {
        setNeedsDisplay()
        updateReadouts()
        updatePopover()
    }

    private func rowsChanged() {
        if let held, !rows.contains(where: { $0.name == held }) { release() }
        setNeedsLayout()
        showState()
    }

    package override func layoutSubviews() {
        scroll.limit = max(0, Double(rows.count) * rowHeight - listRect.height)
        layOutLines()
        placeProgress()
        setNeedsDisplay()
    }

    private func layOutLines() {
        let width = nameRect(in: rectForRow(at: 0)).width
        let known = width == linesWidth ? lines : [:]
        (lines, linesWidth) = ([:], width)
        guard let font, !isCompact else { return }
        for row in rows[visibleRows] {
            // A name that is shortened in the middle keeps its end, where names differ.
            lines[row.name] =
                known[row.name]
                ?? TextLine(row.name, font: font).truncatedInMiddle(to: max(width, 0))
        }
    }

    package override func draw(in context: Context) {
        if isCompact { drawKey(in: context) } else { drawRows(in: context) }
    }

    // MARK: Geometry

    /// The height of a row: 9 mm, and more for large text.
    var rowHeight: Double {
        max(9 * pixelsPerMillimetre, (font?.lineHeight ?? 0) * 1.4).rounded(.up)
    }

    /// Whether only one row fits, so that a tap opens the list.
    package var isCompact: Bool { !isInPopover && bounds.height < 2 * rowHeight }

    /// The rectangle of the rows.
    var listRect: Rect { bounds.insetBy(dx: 3, dy: 3) }

    /// How far the list is scrolled, in pixels.
    package var offset: Double { scroll.value }

    /// The rectangle of a row, which may be outside the list.
    package func rectForRow(at index: Int) -> Rect {
        let list = listRect
        return Rect(
            x: list.minX, y: list.minY + Double(index) * rowHeight - scroll.value,
            width: list.width, height: rowHeight)
    }

    /// The rows that are visible, at least in part.
    var visibleRows: Range<Int> {
        let first = Int((scroll.value / rowHeight).rounded(.down))
        let end = Int(((scroll.value + listRect.height) / rowHeight).rounded(.up))
        return min(first, rows.count)..<min(max(end, first), rows.count)
    }

    /// Whether there are more rows than fit at once.
    var isScrollable: Bool { scroll.limit > 0 }

    private func row(at point: Point) -> String? {
        guard listRect.contains(point) else { return nil }
        return visibleRows.first { rectForRow(at: $0).contains(point) }.map { rows[$0].name }
    }

    // MARK: Fingers

    package override var waitsForTaps: Bool { false }

    package override func beginTracking(_ touch: Touch) -> Bool {
        guard !isCompact else { return true }
        // A finger that stops a list chooses nothing.
        held = scroll.isMoving ? nil : row(at: touch.location(in: self))
        scroll.stop()
        offsetAtBegin = scroll.value
        if held != nil, storesByHolding { startProgress(from: touch.timestamp) }
        setNeedsDisplay()
        return true
    }

    package override func endTracking(_ touch: Touch) {
        if isCompact {
            if point(inside: touch.location(in: self)) { presentList() }
        } else {
            release()
        }
    }

    package override func cancelTracking(_ touch: Touch) { release() }

    private func release() {
        let hasStored = stored != nil
        (held, stored) = (nil, nil)
        progressLayer.isHidden = true
        progressLayer.removeAnimation(forKey: "hold")
        setNeedsDisplay()
        if hasStored { onLiftAfterStore?() }
    }

    /// Called when a finger that has stored a scene has lifted.
    private var onLiftAfterStore: (() -> Void)?

    private func choose(_ choice: Choice, _ touch: Touch?) {
        guard isEnabled, !isCompact, let held, stored == nil, let touch else { return }
        if choice == .store {
            stored = held
            setNeedsDisplay()
        }
        onChoice?(choice, held, touch)
    }

    private func drag() {
        guard isEnabled, !isCompact else { return }
        switch pan.state {
        case .began:
            // Disabling a recogniser makes it ignore its present touches.
            for recognizer in [tap, hold] where recognizer.isEnabled {
                recognizer.isEnabled = false
                recognizer.isEnabled = true
            }
            offsetAtBegin = scroll.value
        case .changed:
            scroll.move(to: offsetAtBegin - pan.translation(in: self).y)
            setNeedsLayout()
        case .ended:
            scroll.run(speed: -pan.velocity(in: self).y)
            if scroll.isMoving { frameLayer.setNeedsAdvance() }
        case .possible, .cancelled, .failed: break
        }
    }

    private func advance(to time: Duration) -> Bool {
        scroll.advance(to: time)
        // The layout of this frame is over.
        layoutSubviews()
        return scroll.isMoving
    }

    private func timingChanged() {
        hold.isEnabled = storesByHolding
        hold.minimumPressDuration = holdDuration
        tap.maximumDuration = storesByHolding ? holdDuration / 2 : .seconds(3600)
        updatePopover()
    }

    // MARK: Progress

    private func startProgress(from time: Duration) {
        progressLayer.isHidden = false
        progressLayer.strokeColor = theme.warning
        placeProgress()
        // The bar begins to fill when the finger has stayed too long for a tap.
        progressLayer.add(
            KeyframeAnimation(
                .strokeEnd, values: [0, 0, 1], keyTimes: [0, 0.5, 1], duration: holdDuration,
                timingFunction: .linear, beginTime: time), forKey: "hold")
    }

    private func placeProgress() {
        progressLayer.frame = bounds
        guard let held, let index = rows.firstIndex(where: { $0.name == held }) else { return }
        // Below the name, and also visible in a partly visible row.
        let plate = plate(in: rectForRow(at: index)).intersection(listRect)
        let height = min((rowHeight * 0.16).rounded(), plate.height)
        let y = plate.maxY - height / 2
        progressLayer.lineWidth = height
        progressLayer.shape = .line(
            from: Point(x: plate.minX + 1, y: y), to: Point(x: plate.maxX - 1, y: y))
    }

    // MARK: Accessibility

    /// The name of the current scene; `nil` for none.
    package override var valueText: String? { current }

    package override var accessibilityTraits: AccessibilityTraits {
        get { isCompact ? super.accessibilityTraits.union(.button) : super.accessibilityTraits }
        set { super.accessibilityTraits = newValue }
    }

    /// Opens the list if only one row fits.
    package override func accessibilityActivate() -> Bool {
        if isCompact { presentList() }
        return isEnabled && isPopoverPresented
    }

    // MARK: The popover

    private var list: SceneList? { popover?.content as? SceneList }

    private func presentList() {
        guard popover == nil, isEnabled, let window else { return }
        let list = SceneList(frame: .zero)
        list.isInPopover = true
        configure(list)
        let room = window.bounds.insetBy(dx: 30, dy: 30)
        let width = max(bounds.width, 50 * pixelsPerMillimetre)
        let height = Double(max(rows.count, 1)) * rowHeight + 6
        list.frame = Rect(
            x: 0, y: 0, width: min(width, room.width), height: min(height, room.height))
        list.onChoice = { [weak self] choice, name, touch in
            self?.onChoice?(choice, name, touch)
            if choice == .recall { self?.dismissPopover() }
        }
        list.onLiftAfterStore = { [weak self] in self?.dismissPopover() }
        let popover = Popover(list, theme: theme, hasCloseButton: false)
        popover.onDismissal = { [weak self] in self?.dismissPopover() }
        popover.present(near: self)
        popover.layoutIfNeeded()
        if let index = rows.firstIndex(where: { $0.name == current }) { list.reveal(index) }
        self.popover = popover
        setNeedsDisplay()
    }

    private func reveal(_ index: Int) {
        scroll.move(to: (Double(index) + 0.5) * rowHeight - listRect.height / 2)
        setNeedsLayout()
    }

    private func updatePopover() { if let list { configure(list) } }

    private func configure(_ list: SceneList) {
        list.theme = theme
        list.tintColor = accentColor
        list.font = font
        list.rows = rows
        list.current = current
        list.isCurrentExact = isCurrentExact
        list.storesByHolding = storesByHolding
        list.holdDuration = holdDuration
        popover?.theme = theme
    }
}

extension SceneList: PopoverOwner {
    /// Whether the popover is open.
    package var isPopoverPresented: Bool { popover != nil }

    /// Closes the popover.
    package func dismissPopover() {
        guard let popover else { return }
        self.popover = nil
        popover.removeFromSuperview()
        setNeedsDisplay()
    }

    /// Whether a view is the control, its popover, or inside one of these.
    package func contains(_ view: View) -> Bool {
        view.isDescendant(of: self) || popover.map { view.isDescendant(of: $0) } ?? false
    }
}
