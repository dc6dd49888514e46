package import Controls
import Drawing
package import PanelProtocol

/// A control of the panel as clients know it: an id, a description, and the view that has the value.
///
/// The view's value is the only copy: what clients get and labels show is read from it.
package final class PanelControl {
    /// What has happened to a control.
    package struct Change {
        /// The control.
        package let control: PanelControl
        /// Where in a gesture the change stands.
        package let phase: ValueChanged.Phase
        /// The finger that did it.
        package let touch: Touch
        /// When it happened, on the monotonic clock.
        package var time: Duration
    }

    /// What the panel file says of it.
    package private(set) var description: ControlDescription
    /// The page that shows it.
    package let page: String
    /// Its colour, unless a client gives it another.
    private(set) var standardColor: Color
    /// What a person sees on the strip that it is in; may be empty.
    private(set) var stripLabel: String
    private(set) var body: PublishedView
    private(set) var law: (any ValueLaw)?
    /// What a client may do. What has no value cannot be set, and a meter not be read.
    let access: ControlInfo.Access
    private let conduct: ConductDescription
    /// What the view is besides a view. Another panel file does not change that.
    private let roles: ViewRoles
    /// Called with everything that a finger does to the control.
    package var onChange: ((Change) -> Void)?
    /// Called when a double tap has changed the value.
    var onReset: ((_ time: Duration) -> Void)?
    /// Called with a client's value that was deferred, when its time has come.
    var onDue: ((RemoteValue, _ time: Duration) -> Void)?
    /// Called when a finger on another control has changed this one, as in a group.
    var onLink: ((Touch) -> Void)?
    /// Called with every new value, whoever set it, for what shows the value elsewhere.
    package var onValue: (() -> Void)?

    /// The value that was reported last, where that decides whether there is news.
    private var reportedValue: ControlValue?
    /// The touches whose `began` was reported, and that still hold the control.
    private var gestures: Set<Int> = []
    /// Whether fingers or clients decide about the value.
    private var arbitration: Arbitration

    /// The link that the control is in.
    var link: ControlLink?

    init(
        _ description: ControlDescription, page: String, stripLabel: String, style: ControlStyle
    ) {
        self.description = description
        self.page = page
        self.stripLabel = stripLabel
        standardColor = description.kind.standardColor(style)
        color = standardColor
        label = description.label
        isEnabled = description.isEnabled
        isVisible = description.isVisible
        law = description.kind.law
        conduct = description.kind.conduct
        arbitration = Arbitration(conduct)
        body = description.kind.makeView(style)
        roles = ViewRoles(of: body.view)
        access =
            law == nil
            ? body.meter == nil ? .readOnly : .writeOnly
            : ControlInfo.Access(rawValue: description.access.rawValue) ?? .readOnly
        view.isHidden = !description.isVisible
        view.accessibilityLabel = spokenName
        guard let control = roles.control else { return }
        showEnabled()
        control.addAction(for: .touchDown) { [unowned self] _, touch in begin(touch) }
        control.addAction(for: .valueChanged) { [unowned self] _, touch in change(touch) }
        control.addAction(for: .touchUp) { [unowned self] _, touch in end(.ended, touch) }
        control.addAction(for: .touchCancel) { [unowned self] _, touch in end(.cancelled, touch) }
        if body.isDiscrete {
            control.addAction(for: .primaryActionTriggered) { [unowned self] _, touch in
                if let touch { report(.set, touch) }
            }
        }
        guard conduct.doubleTap == .default else { return }
        let doubleTap = TapGestureRecognizer()
        doubleTap.numberOfTapsRequired = 2
        doubleTap.addAction { [unowned self] recognizer in
            reset(at: recognizer.touches.last?.timestamp ?? arbitration.lastTouched)
        }
        control.addGestureRecognizer(doubleTap)
    }

    /// The full id, such as `ch1.level`.
    package var id: String { description.id }

    /// What it is, with the options of its type.
    var kind: any ControlKind { description.kind }

    /// The view, which has the value.
    package var view: View { body.view }

    /// Fits what has a fixed measure to the size of the view and of the text.
    func fit(fontSize: Double) { body.fit(fontSize) }

    // MARK: Fingers

    private func begin(_ touch: Touch?) {
        guard let touch else { return }
        gestures.insert(touch.number)
        arbitration.noteTouch(at: touch.timestamp)
        guard !body.isDiscrete else { return }
        reportedValue = value
        report(.began, touch)
    }

    private func change(_ touch: Touch?) {
        onValue?()
        if body.isDiscrete { return reportNews(of: touch) }
        guard let touch, gestures.contains(touch.number) else { return }
        switch touch.phase {
        case .moved: break
        // A value that changed at touch-down goes out with `began`; a finger that stays may change
        // it later.
        case .began: guard noteNews() else { return }
        // One reported at release only goes out with `ended`.
        case .ended, .cancelled: return
        }
        arbitration.noteTouch(at: touch.timestamp)
        report(.changed, touch)
    }

    /// A change that stands for itself, and may be the doing of a finger elsewhere.
    private func reportNews(of touch: Touch?) {
        guard let touch else { return }
        guard touch.view === view else {
            onLink?(touch)
            return
        }
        guard noteNews() else { return }
        arbitration.noteTouch(at: touch.timestamp)
        report(.set, touch)
    }

    private func report(_ phase: ValueChanged.Phase, _ touch: Touch) {
        onChange?(Change(control: self, phase: phase, touch: touch, time: touch.timestamp))
    }

    /// Whether the value is another than the one reported last.
    var hasNews: Bool { value != reportedValue }

    /// Takes note of the value. Returns whether it is another than the one reported last.
    private func noteNews() -> Bool {
        guard hasNews else { return false }
        reportedValue = value
        return true
    }

    /// Takes note of a change that another control has brought about. Returns whether there was one;
    /// then what shows the value follows.
    func noteChangeByAnother() -> Bool {
        guard body.isDiscrete, noteNews() else { return false }
        onValue?()
        return true
    }

    private func end(_ phase: ValueChanged.Phase, _ touch: Touch?) {
        guard let touch, gestures.remove(touch.number) != nil else { return }
        onValue?()
        if !body.isDiscrete { report(phase, touch) }
        guard gestures.isEmpty else { return }
        apply(arbitration.release(at: touch.timestamp), at: touch.timestamp)
    }

    private func reset(at time: Duration) {
        let before = value
        arbitration.noteReset(at: time)
        setDefault()
        if value != before { onReset?(time) }
    }

    /// Whether a finger is on the control.
    ///
    /// A finger on what the control has opened elsewhere counts.
    package var isTouched: Bool {
        !gestures.isEmpty || roles.control?.isTouched ?? false
    }

    /// Whether a finger is on the control, or has opened something that is still there.
    var isInUse: Bool { isTouched || roles.colorWell?.isPickerPresented ?? false }

    /// Closes what a finger has opened elsewhere in the window.
    func dismissPopover() { roles.colorWell?.dismissPicker() }

    /// Whether a view is the control's, or what it has opened elsewhere, or inside these.
    func contains(_ other: View) -> Bool {
        roles.colorWell?.contains(other) ?? other.isDescendant(of: view)
    }

    /// The name of the part that a finger moves; `nil` where there is one part, or it moves all.
    package func part(movedBy touch: Touch) -> String? { body.part(touch) }

    // MARK: The value

    /// The value in every way clients want it; `nil` for what has none.
    package var state: ControlState? {
        guard var state = stateWithoutText else { return nil }
        state.text = valueText
        return state
    }

    /// The state as events tell it, which do without its text.
    package var stateWithoutText: ControlState? {
        guard let law, let value else { return nil }
        return ControlState(
            value: value, norm: law.norm(of: value), gain: law.gain(of: value),
            isTouched: isTouched)
    }

    /// The value that the control has now; nil for what has none.
    var value: ControlValue? { body.value() }

    /// The value as a person reads it; empty for what has none.
    package var valueText: String {
        guard let law, let value else { return "" }
        return law.text(of: value)
    }

    /// The same in less room, from long to short; nil where it is words, which may be cut.
    var shorterValueTexts: [String]? {
        guard let law, let value else { return nil }
        return law.shorterTexts(of: value)
    }

    /// Puts the value back to what the panel file says, without an event.
    func setDefault() {
        guard let value = kind.defaultValue else { return }
        body.assign(value)
        onValue?()
        if body.isDiscrete { reportedValue = self.value }
    }

    /// Keeps a client's value for later, if the control does that.
    func deferValue(_ remote: RemoteValue) { arbitration.deferValue(remote) }

    /// Gives the control a value, as near as it can take it, without an event.
    func put(_ value: ControlValue, isFeedback: Bool = false) {
        arbitration.noteSet()
        if isFeedback, let confirm = body.confirm {
            confirm(value)
        } else {
            body.assign(value)
        }
        onValue?()
        if body.isDiscrete { reportedValue = self.value }
    }

    // MARK: Roles

    /// Whether its value is the page that is shown.
    var showsPages: Bool { roles.pageControl != nil }

    /// Shows the page of an index, if it shows pages.
    func showPage(_ index: Int) { roles.pageControl?.currentPage = index }

    /// The key that can be in groups; nil if it is none.
    var key: Button? { roles.key }

    /// The label that can show the value of another control; nil if it is none.
    var readout: Label? { roles.label }

    // MARK: Fingers before clients

    /// What keeps a client's value from being applied now; nil if nothing does.
    func obstacle(to wanted: ControlValue, at time: Duration) -> Arbitration.Obstacle? {
        arbitration.obstacle(to: wanted, from: value, isTouched: isTouched, at: time)
    }

    /// Whether a finger decides, whatever others want.
    var isHeldByFinger: Bool { arbitration.isHeldByFinger(isTouched: isTouched) }

    /// Gives the control the value that it has to have beside one that it follows.
    func follow(_ value: ControlValue, at time: Duration) {
        put(value)
        arbitration.noteTouch(at: time)
    }

    /// A finger on a control that this one follows has taken it too.
    func hold() { arbitration.hold() }

    /// That finger has left.
    func endHold(at time: Duration) {
        apply(arbitration.endHold(at: time, isTouched: isTouched), at: time)
    }

    /// When a deferred value is to be applied by `advance(to:)`; `nil` if there is none, or a
    /// finger decides.
    package var deadline: Duration? { arbitration.deadline(isTouched: isTouched) }

    /// Applies what was deferred, if its time has come.
    package func advance(to time: Duration) {
        apply(arbitration.takeDue(at: time, isTouched: isTouched), at: time)
    }

    private func apply(_ remote: RemoteValue?, at time: Duration) {
        if let remote { onDue?(remote, time) }
    }

    // MARK: The look

    /// The colour of what shows the value.
    var color: Color {
        didSet { if color != oldValue { body.paint?(color) } }
    }

    /// Whether it has a colour that can be another.
    var hasColor: Bool { body.paint != nil }

    /// Calls it what the panel file calls it.
    func resetLabel() {
        label = description.label
        if let title = kind.title { body.relabel(title) }
    }

    /// Gives it the colours of the panel file.
    func resetColor() {
        color = standardColor
        body.unpaint?()
    }

    /// What a person sees on or beside the control.
    var label: String {
        didSet {
            guard label != oldValue else { return }
            body.relabel(label)
            view.accessibilityLabel = spokenName
        }
    }

    /// Whether fingers may move it, unless it is read only.
    var isEnabled: Bool {
        didSet { showEnabled() }
    }

    /// Whether it is seen.
    var isVisible: Bool {
        didSet { view.isHidden = !isVisible }
    }

    /// Looks as another panel file has it, which means the same by it. The value, and the fingers that
    /// hold it, stay.
    func take(_ other: ControlDescription, stripLabel: String, style: ControlStyle) {
        var style = style
        style.keptView = view
        description = other
        self.stripLabel = stripLabel
        law = other.kind.law
        body = other.kind.makeView(style)
        standardColor = other.kind.standardColor(style)
        resetColor()
        label = other.label
        isEnabled = other.isEnabled
        isVisible = other.isVisible
        view.accessibilityLabel = spokenName
    }

    /// Whether a finger on it does anything.
    var isMovedByFingers: Bool {
        isVisible && isEnabled && access == .readWrite && isMovable && body.meter !== view
    }

    /// Whether it is a control that fingers could move.
    var isMovable: Bool { roles.control != nil }

    /// Whether it looks as something that fingers could move, or that nobody expects to.
    var looksEnabled: Bool { roles.control?.isEnabled ?? true }

    private func showEnabled() {
        roles.control?.isEnabled = isEnabled && description.access == .readWrite
    }

    /// What clients are told of the look.
    var look: StyleInfo {
        StyleInfo(
            color: ControlValue.color(color).text ?? "", label: shownLabel, isEnabled: isEnabled,
            isVisible: isVisible)
    }

    /// The label, or that of the strip.
    var shownLabel: String { label.isEmpty ? stripLabel : label }
}
