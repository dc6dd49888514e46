public import Drawing
public import Layers

/// A curve with nodes that fingers drag: the response of an equalizer, or the law of a compressor.
///
/// Each finger takes the nearest free node within its reach. Touching a node changes nothing; the
/// node moves by the movement of the finger. A second finger, beside a held node, changes the
/// node's width by its distance.
///
/// Each value of a node is a ``CurveValue``, which sends the actions of the fingers on the node.
/// A change redraws the node and the part of the line that it moves.
public class CurveControl: Control {
    /// All values, in the order of the nodes.
    public let values: [CurveValue]
    let nodes: [CurveNode]
    /// The number of nodes.
    public var nodeCount: Int { nodes.count }

    // MARK: Touch

    /// Whether values send `valueChanged` while a finger moves (the default). Otherwise read them
    /// when the finger has lifted.
    public var isContinuous = true
    /// Whether two quick taps on a node switch it off or on, if the node has a switch; off by
    /// default.
    public var switchesByDoubleTap = false {
        didSet { if switchesByDoubleTap != oldValue { watchTaps() } }
    }
    private var tapRecognizer: TapGestureRecognizer?
    private var holds: [CurveHold] = []

    // MARK: Appearance

    /// The colour of the line and the nodes; `nil` (the default) for the tint colour, or else the
    /// theme's accent.
    public var color: Color? {
        didSet { if color != oldValue { redraw() } }
    }

    private let faceLayer = Layer()
    private lazy var trace = CurveTrace(in: traceLayer, delegate: self)
    private let traceLayer = Layer()
    private var handleLayers: [Layer] = []

    init(frame: Rect, nodes: [CurveNode]) {
        self.nodes = nodes
        values = nodes.flatMap { [$0.x, $0.y, $0.pinch, $0.on].compactMap(\.self) }
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        faceLayer.delegate = self
        layer.addSublayer(faceLayer)
        layer.addSublayer(traceLayer)
        for _ in nodes {
            let handle = Layer()
            handle.delegate = self
            handleLayers.append(handle)
            layer.addSublayer(handle)
        }
        for value in values {
            addSubview(value)
            value.onChange = { [unowned self, unowned value] in didChange(value) }
        }
    }

    // MARK: What the curves are

    var xAxis: CurveAxis { .frequency }
    var yAxis: CurveAxis { .decibels(-15...15, step: 5) }
    /// The value at which the area under the line ends.
    var base: Double { yAxis.minimum }
    /// The values of the line at the middle of each column of pixels, and of one further column.
    func line(columns: Int) -> [Double] { [] }
    /// The values of a node's place.
    func place(of node: Int) -> (x: Double, y: Double) { (0, 0) }
    /// Moves a node to a place, as far as its values allow.
    func move(_ node: Int, to place: (x: Double, y: Double)) {}
    /// The new value of a width, when the distance of two fingers has changed.
    func width(_ start: Double, of node: Int, from old: Double, to new: Double) -> Double { start }
    /// A value has changed.
    func valueDidChange(_ value: CurveValue) {}

    // MARK: Layout

    private func didChange(_ value: CurveValue) {
        valueDidChange(value)
        for (node, layer) in zip(nodes, handleLayers) where node.on === value {
            layer.setNeedsDisplay()
        }
        setNeedsLayout()
        updateReadouts()
    }

    var face: CurveFace { CurveFace(bounds: bounds, xAxis: xAxis, yAxis: yAxis, font: font) }

    /// The centre of a node's handle, inside the plot.
    public func handleCenter(ofNode node: Int) -> Point {
        let plot = face.plot
        let point = anchor(ofNode: node)
        return Point(
            x: point.x.clamped(from: plot.minX, to: plot.maxX),
            y: point.y.clamped(from: plot.minY, to: plot.maxY))
    }

    /// The point of a node's values, which may be outside the plot.
    private func anchor(ofNode node: Int) -> Point {
        let place = place(of: node)
        return face.point(place.x, place.y)
    }

    public override func layoutSubviews() {
        let face = face
        let plot = face.plot
        faceLayer.frame = bounds
        traceLayer.frame = bounds
        for value in values { value.frame = bounds }
        let columns = line(columns: Int(plot.width) + 1).map { value in
            CurveColumn(edge: plot.height * (1 - yAxis.share(of: value)))
        }
        trace.show(columns, in: plot, base: plot.height * (1 - yAxis.share(of: base)))
        let reach = face.handleRadius + 6
        for (node, layer) in handleLayers.enumerated() {
            let center = handleCenter(ofNode: node)
            layer.frame = Rect(
                x: (center.x - reach).rounded(), y: (center.y - reach).rounded(),
                width: 2 * reach.rounded(.up), height: 2 * reach.rounded(.up))
        }
    }

    // MARK: Drawing

    func redraw() {
        faceLayer.setNeedsDisplay()
        trace.redraw()
        for layer in handleLayers { layer.setNeedsDisplay() }
    }

    public override func themeDidChange() { redraw() }
    public override func tintColorDidChange() { redraw() }
    public override func fontDidChange() {
        redraw()
        setNeedsLayout()
    }
    public override func stateChanged(from oldState: State) {
        if oldState.contains(.disabled) == isEnabled { redraw() }
    }

    private var tint: Color {
        shown(color ?? accentColor)
    }

    public override func draw(_ layer: Layer, in context: Context) {
        let theme = shownTheme
        if layer === faceLayer { return face.draw(theme, in: context) }
        if let node = handleLayers.firstIndex(where: { $0 === layer }) {
            return face.drawHandle(
                nodes[node].label, at: layer.bounds.center, tint: tint,
                isOn: nodes[node].isOn, isHeld: holds.contains { $0.node == node }, theme,
                in: context)
        }
        _ = trace.draw(
            layer, .line(width: theme.thickLineWidth, tint, area: tint.withAlpha(0.16)),
            in: context)
    }

    // MARK: Fingers

    /// The nearest free node within the reach of a finger; `nil` if there is none.
    private func freeNode(at point: Point) -> Int? {
        let reach = max(fingerRadius, face.handleRadius)
        return nodes.indices.filter { node in !holds.contains { $0.node == node } }
            .map { (node: $0, distance: handleCenter(ofNode: $0).distance(to: point)) }
            .filter { $0.distance <= reach }.min { $0.distance < $1.distance }?.node
    }

    public override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        if let node = freeNode(at: point) {
            holds.append(
                CurveHold(
                    touch: touch, node: node, offset: offset(of: point, fromNode: node),
                    before: nodes[node].dragged.map { ($0, $0.value) }))
            send(.touchDown, nodes[node].dragged, touch)
            handleLayers[node].setNeedsDisplay()
            return true
        }
        let candidates = holds.indices.filter {
            holds[$0].pinch == nil && nodes[holds[$0].node].pinch != nil
        }
        let distance = { (hold: Int) in
            self.holds[hold].touch.location(in: self).distance(to: point)
        }
        guard let hold = candidates.min(by: { distance($0) < distance($1) }),
            let value = nodes[holds[hold].node].pinch
        else { return false }
        holds[hold].pinch = CurveHold.Pinch(
            touch: touch, distance: max(distance(hold), 8), start: value.value)
        send(.touchDown, [value], touch)
        return true
    }

    private func offset(of point: Point, fromNode node: Int) -> Point {
        let anchor = anchor(ofNode: node)
        return Point(x: point.x - anchor.x, y: point.y - anchor.y)
    }

    private func values(of node: Int) -> [CurveValue] {
        nodes[node].dragged + [nodes[node].pinch].compactMap(\.self)
    }

    private func send(_ event: Event, _ values: [CurveValue], _ touch: Touch) {
        for value in values where value.isEnabled { value.sendActions(for: event, touch: touch) }
    }

    public override func continueTracking(_ touch: Touch) -> Bool {
        guard
            let index = holds.firstIndex(where: {
                $0.touch === touch || $0.pinch?.touch === touch
            })
        else { return true }
        let hold = holds[index]
        let values = values(of: hold.node).filter(\.isEnabled)
        let before = values.map(\.value)
        if let pinch = hold.pinch, let value = nodes[hold.node].pinch, value.isEnabled {
            let distance = hold.touch.location(in: self)
                .distance(to: pinch.touch.location(in: self))
            value.value = width(
                pinch.start, of: hold.node, from: pinch.distance, to: max(distance, 8))
        } else if hold.pinch == nil {
            drag(hold)
        }
        guard isContinuous else { return true }
        for (value, old) in zip(values, before) where value.value != old {
            let finger = value === nodes[hold.node].pinch ? hold.pinch?.touch : hold.touch
            value.sendActions(for: .valueChanged, touch: finger ?? touch)
        }
        return true
    }

    private func drag(_ hold: CurveHold) {
        let plot = face.plot
        let point = hold.touch.location(in: self)
        let target = Point(x: point.x - hold.offset.x, y: point.y - hold.offset.y)
        let anchor = anchor(ofNode: hold.node)
        var place = place(of: hold.node)
        // A rounding error of an axis must not move the node.
        if abs(target.x - anchor.x) > 1e-6 {
            place.x = xAxis.value(at: (target.x - plot.minX) / plot.width)
        }
        if abs(target.y - anchor.y) > 1e-6 {
            place.y = yAxis.value(at: (plot.maxY - target.y) / plot.height)
        }
        let kept = nodes[hold.node].dragged.map { ($0, $0.value) }
        move(hold.node, to: place)
        for (value, number) in kept where !value.isEnabled { value.value = number }
    }

    public override func endTracking(_ touch: Touch) { finish(touch, .touchUpInside) }

    public override func cancelTracking(_ touch: Touch) { finish(touch, .touchCancel) }

    private func finish(_ touch: Touch, _ event: Event) {
        if let index = holds.firstIndex(where: { $0.touch === touch }) {
            let hold = holds.remove(at: index)
            handleLayers[hold.node].setNeedsDisplay()
            if event == .touchCancel, revertsOnCancel {
                for (value, number) in hold.before where value.isEnabled { value.value = number }
            }
            send(event, nodes[hold.node].dragged, touch)
            if let pinch = hold.pinch { endPinch(pinch, of: hold.node, event) }
        } else if let index = holds.firstIndex(where: { $0.pinch?.touch === touch }),
            let pinch = holds[index].pinch
        {
            holds[index].pinch = nil
            endPinch(pinch, of: holds[index].node, event)
            // The node continues from where it is.
            holds[index].offset = offset(
                of: holds[index].touch.location(in: self), fromNode: holds[index].node)
        }
    }

    private func endPinch(_ pinch: CurveHold.Pinch, of node: Int, _ event: Event) {
        guard let value = nodes[node].pinch else { return }
        if event == .touchCancel, revertsOnCancel, value.isEnabled { value.value = pinch.start }
        send(event, [value], pinch.touch)
    }

    // MARK: Taps

    private func watchTaps() {
        if let tapRecognizer { removeGestureRecognizer(tapRecognizer) }
        tapRecognizer = nil
        guard switchesByDoubleTap else { return }
        let recognizer = TapGestureRecognizer()
        recognizer.numberOfTapsRequired = 2
        recognizer.addAction { [unowned self] recognizer in
            guard isEnabled, let touch = recognizer.touches.last,
                let node = freeNode(at: touch.location(in: self)), let on = nodes[node].on,
                on.isEnabled
            else { return }
            on.value = 1 - on.value
            on.sendActions(for: .valueChanged, touch: touch)
        }
        addGestureRecognizer(recognizer)
        tapRecognizer = recognizer
    }

    // MARK: Text

    public override func popupText(for touch: Touch) -> String {
        guard
            let hold = holds.first(where: { $0.touch === touch || $0.pinch?.touch === touch })
        else { return "" }
        let shown =
            hold.pinch == nil
            ? nodes[hold.node].dragged : [nodes[hold.node].pinch].compactMap(\.self)
        return shown.compactMap(\.valueText).joined(separator: "  ")
    }

    /// The number of nodes.
    public override var valueText: String? { "\(nodes.count) nodes" }
}
