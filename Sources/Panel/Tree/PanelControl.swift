package import Controls
import Drawing
package import PanelProtocol

/// A control of the panel as clients know it: an ID, a description, and the view with the value.
///
/// The view holds the only copy of the value: clients and labels read it from there.
package final class PanelControl {
    /// The control's description in the panel file.
    package var description: ControlDescription {
        // Yields in place, because a copy takes longer than most uses.
        _read { yield descriptions[place] }
    }
    /// All descriptions of its strip, or of the control that contains it. They are large, so they
    /// are shared with the panel's description.
    private var descriptions: [ControlDescription]
    private var place: Int
    /// The full ID as events have it.
    let eventKey: ControlKey
    /// The page that describes the control; empty if it is in an area.
    package let page: String
    /// The page that shows the control. If several pages share its strip, the one that was visible
    /// last.
    unowned var host: PageView?
    /// Its colour, unless a client sets another.
    private(set) var defaultColor: Color
    /// The label of its strip; may be empty.
    var stripLabel: String {
        didSet {
            if stripLabel != oldValue { view.accessibilityLabel = spokenName }
            for part in parts { part.stripLabel = stripLabel }
        }
    }
    private(set) var body: PublishedView
    private(set) var converter: (any ValueConverter)?
    /// What a client may do. A control without a value cannot be set, and a meter cannot be read.
    let access: ControlInfo.Access
    let behavior: BehaviorDescription
    /// The roles of the view, which a reload does not change.
    let roles: ViewRoles
    /// Called when something happens to it.
    var handlers: ControlHandlers?
    /// Called when an action of assistive software has changed the value.
    var onAction: (() -> Void)?
    /// Whether it chooses among cards or strips.
    var isChooser = false
    /// The labels that show its value.
    private(set) var readouts: [Label] = []

    /// The last reported value, for controls that report only changes.
    var reportedValue: ControlValue?
    /// The touches that hold the control and whose `began` was reported, with their slots. As few
    /// as fingers: a linear search is faster than hashing.
    var gestures: [(number: Int, slot: Int)] = []
    /// The touch of a client that holds the control; `nil` if none does.
    var clientTouch: ClientTouch?
    /// Decides between fingers and clients.
    var arbitration: Arbitration

    /// Whether the panel saves its value. Stored, because every movement needs it.
    private(set) lazy var keepsValue = mustKeepValue
    private var mustKeepValue: Bool {
        access == .readWrite && !showsPages && kind.binding == nil
            && kind.key?.mode ?? .latching == .latching
    }
    /// The value to save after the last event, which is the one before the next change.
    var notedValue: ControlValue?
    /// The controls of its parts, whose views are in its own.
    private(set) var parts: [PanelControl] = []

    /// The link that contains the control and moves its value.
    var link: ControlLink?
    /// The gang that contains it.
    var gang: ControlLink?
    /// The VCAs that it is a member of.
    var vcas: [ControlLink] = []
    /// The VCAs whose master it is.
    var masteredVCAs: [ControlLink] = []
    /// The level in effect; `nil` unless the control is a member of a VCA.
    var effective: EffectiveLevel?
    /// Its index in `EffectiveLevels`.
    var levelIndex: Int?

    /// - Parameters:
    ///   - descriptions: All descriptions of its strip, or of the control that contains it.
    ///   - place: The index of its own description.
    ///   - page: The page that describes the control; empty if it is in an area.
    ///   - stripLabel: The label of its strip; may be empty.
    ///   - style: The style that it inherits from its context.
    init(
        _ descriptions: [ControlDescription], at place: Int, page: String, stripLabel: String,
        style: ControlStyle
    ) {
        let description = descriptions[place]
        self.descriptions = descriptions
        self.place = place
        eventKey = ControlKey(description.id)
        self.page = page
        self.stripLabel = stripLabel
        defaultColor = description.kind.defaultColor(style)
        color = defaultColor
        label = description.label
        icon = description.textStyle.icon
        isEnabled = description.isEnabled
        isVisible = description.isVisible
        converter = description.kind.converter
        behavior = description.kind.behavior
        arbitration = Arbitration(behavior)
        body = description.kind.makeView(style)
        roles = ViewRoles(of: body.view)
        access =
            converter == nil
            ? body.meter == nil && body.levels == nil && body.plot == nil ? .readOnly : .writeOnly
            : ControlInfo.Access(rawValue: description.access.rawValue) ?? .readOnly
        showVisible()
        describeToAssistiveSoftware()
        parts = description.parts.indices.map {
            PanelControl(
                description.parts, at: $0, page: page, stripLabel: stripLabel,
                style: style.inside(view))
        }
        guard let control = roles.control else { return }
        showEnabled()
        control.addHandler(
            for: [.touchDown, .valueChanged, .touchUp, .touchCancel, .primaryActionTriggered]
        ) { [unowned self] in handle($0, $1) }
        guard behavior.doubleTap == .default else { return }
        let doubleTap = TapGestureRecognizer()
        doubleTap.numberOfTapsRequired = 2
        doubleTap.addAction { [unowned self] recognizer in
            guard control.isEnabled else { return }
            reset(at: recognizer.touches.last?.timestamp ?? arbitration.lastTouched)
        }
        control.addGestureRecognizer(doubleTap)
    }

    /// The full ID, such as `ch1.level`.
    package var id: String { eventKey.name }

    /// The ID of its strip.
    var stripID: String { String(id.prefix { $0 != "." }) }

    /// The options of its type.
    var kind: any ControlKind { description.kind }

    /// The view, which holds the value.
    package var view: View { body.view }

    /// Adapts fixed sizes to those of the view and of the text.
    ///
    /// - Parameter showsValueInside: Whether no line below the control shows its value.
    func fit(fontSize: Double, showsValueInside: Bool) {
        body.fit(fontSize)
        body.showValueInside?(showsValueInside)
    }

    // MARK: The value

    /// Shows what depends on the value.
    func valueDidChange() {
        if levelIndex != nil { handlers?.onLevel(self) }
        for readout in readouts { readout.setNeedsLayout() }
        if isChooser { handlers?.onChoice() }
    }

    /// Sets the default value, without an event.
    func setDefault() {
        if let value = kind.defaultValue { assign(value) }
    }

    /// Sets a value without an event, and without an effect on what fingers and clients do.
    func assign(_ value: ControlValue) {
        body.assign(value)
        valueDidChange()
        noteReport()
    }

    /// Defers a client's value, if the control's policy is to defer. Drops earlier values of
    /// controls that this value will move by a link.
    func deferValue(_ remote: RemoteValue) {
        guard arbitration.deferValue(remote) else { return }
        for other in link?.controls ?? [] where other !== self && remote.linked.has(other) {
            other.arbitration.dropDeferred()
        }
    }

    /// Sets the nearest valid value, without an event.
    package func put(_ value: ControlValue, isFeedback: Bool = false) {
        arbitration.noteSet()
        if isFeedback, let confirm = body.confirm {
            confirm(value)
        } else {
            body.assign(value)
        }
        valueDidChange()
        noteReport()
    }

    /// Makes a label show the value.
    func show(in label: Label) {
        label.textSource = { [unowned self] in valueText }
        label.shorterTextSource = { [unowned self] in shorterValueTexts }
        readouts.append(label)
    }

    /// Forgets the labels on a page, or all labels.
    func removeReadouts(of page: PageView? = nil) {
        readouts.removeAll { label in page.map(label.isDescendant) ?? true }
    }

    // MARK: Roles

    /// Whether its value is the visible page.
    var showsPages: Bool { roles.pageControl != nil }

    /// Shows the page with this index, if the control shows pages. A value that waits for a finger
    /// is outdated then.
    func showPage(_ index: Int) {
        roles.pageControl?.currentPage = index
        arbitration.dropDeferred()
    }

    /// The key that can be in groups; `nil` if it is not a key.
    var key: Button? { roles.key }

    /// The label that can show another control's value; `nil` if it is not a label.
    var readout: Label? { roles.label }

    // MARK: Style

    /// The colour of the parts that show the value.
    var color: Color {
        didSet { if color != oldValue { body.paint?(color) } }
    }

    /// The text on or beside the control.
    var label: String {
        didSet {
            guard label != oldValue else { return }
            body.relabel(label)
            view.accessibilityLabel = spokenName
        }
    }

    /// The icon on or beside the control; `nil` for none.
    var icon: Icon? {
        didSet { if icon != oldValue { body.showIcon?(icon) } }
    }

    /// Whether fingers may move it, unless it is read-only.
    var isEnabled: Bool {
        didSet {
            showEnabled()
            for part in parts { part.isEnabled = isEnabled }
        }
    }

    /// Whether it is visible, if its strip is.
    var isVisible: Bool {
        didSet {
            showVisible()
            for part in parts { part.isVisible = isVisible }
        }
    }

    /// Whether its strip is visible.
    var isStripVisible = true {
        didSet {
            showVisible()
            for part in parts { part.isStripVisible = isStripVisible }
        }
    }

    /// Whether it is the card on top, or no card.
    var isOnTop = true {
        didSet { showVisible() }
    }

    /// Whether it is visible on its page.
    var isShown: Bool { isVisible && isStripVisible && isOnTop }

    private func showVisible() {
        if view.isHidden == isShown { view.isHidden = !isShown }
    }

    /// Updates the appearance to a new description that defines the same control. The value, and
    /// the touches on it, stay.
    ///
    /// - Parameter change: The changes that clients made to its style.
    func update(
        to others: [ControlDescription], at place: Int, stripLabel: String, style: ControlStyle,
        change: StyleChange
    ) {
        var style = style
        style.keptView = view
        let other = others[place]
        descriptions = others
        self.place = place
        keepsValue = mustKeepValue
        if other.card == nil { isOnTop = true }
        self.stripLabel = stripLabel
        converter = other.kind.converter
        body = other.kind.makeView(style)
        defaultColor = other.kind.defaultColor(style)
        resetColor()
        label = change.label ?? other.label
        icon = change.shownIcon(insteadOf: other.textStyle.icon)
        isEnabled = change.isEnabled ?? other.isEnabled
        isVisible = change.isVisible ?? other.isVisible
        describeToAssistiveSoftware()
        var shared = StyleChange()
        (shared.isEnabled, shared.isVisible) = (isEnabled, isVisible)
        for (place, part) in parts.prefix(other.parts.count).enumerated() {
            part.update(
                to: other.parts, at: place, stripLabel: stripLabel, style: style.inside(view),
                change: shared)
        }
    }

    /// Whether the device has the property that the control sets.
    var isBindable = true {
        didSet { if isBindable != oldValue { showEnabled() } }
    }
}
