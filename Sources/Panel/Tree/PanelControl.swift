package import Controls
import Drawing
package import PanelProtocol

/// A control of the panel as clients know it: an id, a description, and the view that has the value.
///
/// The view's value is the only copy; whatever clients and labels are told is read from it.
package final class PanelControl {
    /// What has happened to a control.
    package struct Change {
        /// The control.
        package let control: PanelControl
        /// Where in a gesture the change stands.
        package let phase: ValueChanged.Phase
        /// The finger that did it.
        package let touch: Touch
    }

    /// What the panel file says of it.
    package let description: ControlDescription
    /// The page that shows it.
    package let page: String
    /// What a person sees on the strip that it is in; may be empty.
    private let stripLabel: String
    /// The view, which has the value.
    package let view: View
    /// Told of everything a finger does to the control.
    package var onChange: ((Change) -> Void)?
    /// Told of a value that was set later than asked for, or by a double tap.
    package var onSet: ((ValueChanged.Source, _ time: Duration) -> Void)?
    /// Told of every new value, whoever set it: what shows the value elsewhere.
    package var onValue: (() -> Void)?

    /// The touches whose `began` was told, and that still hold the control.
    private var gestures: Set<Int> = []
    /// What a client wanted while it was not its turn.
    private var deferred: RemoteValue?
    /// When a finger last did something to the control.
    private var lastTouched = Duration.zero
    /// When the last finger left; `nil` once a client has confirmed the value.
    private var released: Duration?

    private struct RemoteValue {
        let value: ControlValue
        let source: ValueChanged.Source
        let time: Duration
    }

    init(_ description: ControlDescription, page: String, stripLabel: String, view: View) {
        self.description = description
        self.page = page
        self.stripLabel = stripLabel
        self.view = view
        guard let control = view as? Control else { return }
        control.addAction(for: .touchDown) { [unowned self] _, touch in begin(touch) }
        control.addAction(for: .valueChanged) { [unowned self] _, touch in change(touch) }
        control.addAction(for: .touchUp) { [unowned self] _, touch in end(.ended, touch) }
        control.addAction(for: .touchCancel) { [unowned self] _, touch in end(.cancelled, touch) }
        guard description.scale?.doubleTap == .default else { return }
        let doubleTap = TapGestureRecognizer()
        doubleTap.numberOfTapsRequired = 2
        doubleTap.addAction { [unowned self] recognizer in
            reset(at: recognizer.touches.last?.timestamp ?? lastTouched)
        }
        control.addGestureRecognizer(doubleTap)
    }

    /// The full id, such as `ch1.level`.
    package var id: String { description.id }

    // MARK: Fingers

    private func begin(_ touch: Touch?) {
        guard let touch else { return }
        gestures.insert(touch.number)
        lastTouched = touch.timestamp
        onChange?(Change(control: self, phase: .began, touch: touch))
    }

    private func change(_ touch: Touch?) {
        onValue?()
        // A value that changed at touch-down goes out with `began`, and one reported at release
        // only goes out with `ended`.
        guard let touch, touch.phase == .moved, gestures.contains(touch.number) else { return }
        lastTouched = touch.timestamp
        onChange?(Change(control: self, phase: .changed, touch: touch))
    }

    private func end(_ phase: ValueChanged.Phase, _ touch: Touch?) {
        guard let touch, gestures.remove(touch.number) != nil else { return }
        onValue?()
        onChange?(Change(control: self, phase: phase, touch: touch))
        if gestures.isEmpty { release(at: touch.timestamp) }
    }

    private func reset(at time: Duration) {
        let before = value
        // The finger has had its say, as by a drag: what was asked for before it is old, and what
        // comes right after may be.
        deferred = nil
        lastTouched = time
        released = time
        setDefault()
        if value != before { onSet?(.reset, time) }
    }

    /// Whether a finger is on the control.
    package var isTouched: Bool { (view as? Control)?.isTouched ?? false }

    /// The name of the part that a finger moves; `nil` where there is one part, or it moves all.
    package func part(movedBy touch: Touch) -> String? {
        switch (view as? RangeSlider)?.part(of: touch) {
        case .lower?: "low"
        case .upper?: "high"
        case .both?, nil: nil
        }
    }

    // MARK: The value

    /// The value in every way clients want it; `nil` for what has none.
    package var state: ControlState? {
        guard var state = stateWithoutText else { return nil }
        state.text = valueText
        return state
    }

    /// The state as events tell it, which do without its text.
    package var stateWithoutText: ControlState? {
        guard let scale = description.scale, let value else { return nil }
        return ControlState(
            value: value, norm: value.map(scale.taper.position(of:)), gain: gain(of: value, scale),
            isTouched: isTouched)
    }

    private var value: ControlValue? {
        switch view {
        case let knob as Knob: .number(knob.value)
        case let slider as Slider: .number(slider.value)
        case let range as RangeSlider: .range(low: range.lowerValue, high: range.upperValue)
        default: nil
        }
    }

    private func gain(of value: ControlValue, _ scale: ScaleDescription) -> Double? {
        guard scale.unit == "dB", let number = value.number else { return nil }
        return scale.taper.gain(of: number)
    }

    /// The value as a person reads it; empty for what has none.
    package var valueText: String {
        guard let scale = description.scale, let value else { return "" }
        return text(of: value, scale)
    }

    private func text(of value: ControlValue, _ scale: ScaleDescription) -> String {
        func text(_ number: Double) -> String {
            scale.format.text(for: number, isOff: scale.taper.isOff(number))
        }
        return switch value {
        case .number(let number): text(number)
        case .parts(let parts): parts.map { text($0.value) }.joined(separator: " … ")
        }
    }

    /// Puts the value back to what the panel file says, without telling anybody.
    func setDefault() {
        switch description.kind {
        case .knob(let knob): assign(.number(knob.defaultValue))
        case .slider(let slider): assign(.number(slider.defaultValue))
        case .range(let range): assign(.range(low: range.defaultLow, high: range.defaultHigh))
        case .label: break
        }
    }

    /// Does what a client asks for, at once or, where a finger is on the control or has just left
    /// it, as its `on_remote` says.
    ///
    /// - Throws: a refusal, if the control cannot take the value; nothing has changed then.
    package func apply(
        _ change: SetRequest.Change, from source: ValueChanged.Source, at time: Duration
    ) throws(Refusal) -> SetResult {
        guard access != .readOnly else { throw Refusal(.readOnly, "\(id) is read only") }
        guard let before = state, let scale = description.scale else {
            throw Refusal(.badValue, "\(id) has no value", field: "control")
        }
        let wanted = try wantedValue(change, before, scale)
        let remote = RemoteValue(value: wanted, source: source, time: time)
        if let reason = obstacle(to: wanted, scale, at: time) {
            if scale.onRemote == .defer { deferred = remote }
            return SetResult(control: id, state: before, reason: reason)
        }
        deferred = nil
        released = nil
        assign(wanted)
        return SetResult(control: id, state: state ?? before)
    }

    // MARK: Fingers before clients

    /// Why a client's value is not for now; `nil` if it is.
    private func obstacle(
        to wanted: ControlValue, _ scale: ScaleDescription, at time: Duration
    ) -> String? {
        guard scale.onRemote != .allow else { return nil }
        if isTouched { return "touched" }
        // Engines confirm late: what comes right after the release may be about a value before it.
        guard scale.onRemote == .defer, let released, time - released < scale.settleTime,
            wanted != value
        else { return nil }
        return "settling"
    }

    private func release(at time: Duration) {
        released = time
        guard let remote = deferred, let scale = description.scale else { return }
        if remote.time < lastTouched {
            deferred = nil
        } else if time - remote.time >= scale.settleTime {
            applyDeferred(at: time)
        }
    }

    /// When a deferred value is to be applied by `advance(to:)`; `nil` if there is none, or a
    /// finger decides.
    package var deadline: Duration? {
        guard let deferred, !isTouched, let scale = description.scale else { return nil }
        // A finger that lifted without having moved anything has nothing to settle.
        return released.map { $0 + scale.settleTime } ?? deferred.time
    }

    /// Applies what was deferred, if its time has come.
    package func advance(to time: Duration) {
        if let deadline, deadline <= time { applyDeferred(at: time) }
    }

    private func applyDeferred(at time: Duration) {
        guard let remote = deferred else { return }
        deferred = nil
        released = nil
        let before = value
        assign(remote.value)
        if value != before { onSet?(remote.source, time) }
    }

    // MARK: Wishes

    private func wantedValue(
        _ change: SetRequest.Change, _ before: ControlState, _ scale: ScaleDescription
    ) throws(Refusal) -> ControlValue {
        switch change {
        case .value(let value):
            return try combined(value, before.value, field: "value", scale) { new, _ in new }
        case .norm(let norm):
            return try combined(norm, before.norm, field: "norm", scale) { new, _ in
                scale.taper.value(at: new)
            }
        case .delta(let delta):
            return try combined(delta, before.value, field: "delta", scale) { $0 + $1 }
        case .deltaNorm(let delta):
            return try combined(delta, before.norm, field: "delta_norm", scale) { new, old in
                scale.taper.value(at: new + old)
            }
        }
    }

    /// What `combine` makes of `new` and `old`, for each part that `new` names.
    private func combined(
        _ new: ControlValue, _ old: ControlValue, field: String, _ scale: ScaleDescription,
        _ combine: (Double, Double) -> Double
    ) throws(Refusal) -> ControlValue {
        switch (new, old) {
        case (.number(let new), .number(let old)):
            return .number(combine(new, old))
        case (.parts(let new), .parts(let old)):
            guard new.allSatisfy({ part in old.contains { $0.name == part.name } }) else { break }
            return .parts(
                old.compactMap { old in
                    new.first { $0.name == old.name }
                        .map { ControlValue.Part(old.name, combine($0.value, old.value)) }
                })
        default: break
        }
        throw Refusal(.badValue, "\(id) wants \(wish(scale))", field: field)
    }

    private func wish(_ scale: ScaleDescription) -> String {
        let unit = scale.unit.isEmpty ? "" : " " + scale.unit
        let format = ValueFormat(decimals: scale.format.decimals)
        let bounds =
            "in \(format.text(for: scale.minimum))...\(format.text(for: scale.maximum))\(unit)"
        return view is RangeSlider
            ? "an object with low and high, each a number \(bounds)" : "a number \(bounds)"
    }

    private func assign(_ value: ControlValue) {
        switch (view, value) {
        case (let knob as Knob, .number(let number)): knob.setValue(number)
        case (let slider as Slider, .number(let number)): slider.value = number
        case (let range as RangeSlider, .parts):
            // One alone stops before the other, as under a finger.
            switch (value[part: "low"], value[part: "high"]) {
            case (let low?, let high?): range.setValues(lower: low, upper: high)
            case (let low?, nil): range.lowerValue = low
            case (nil, let high?): range.upperValue = high
            case (nil, nil): break
            }
        default: break
        }
        onValue?()
    }

    // MARK: Metadata

    /// What a client may do. A label cannot be set: its text is the file's, or follows a control.
    private var access: ControlInfo.Access {
        if case .label = description.kind { return .readOnly }
        return ControlInfo.Access(rawValue: description.access.rawValue) ?? .readOnly
    }

    /// What `list` says of the control.
    package var info: ControlInfo {
        var info = ControlInfo(
            control: id, type: description.type.rawValue,
            label: description.label.isEmpty ? stripLabel : description.label, access: access)
        info.page = page
        let frame = view.frameInWindow
        info.frame = [frame.minX, frame.minY, frame.width, frame.height]
        if let scale = description.scale { describe(scale, in: &info) }
        switch description.kind {
        case .knob(let knob): info.defaultValue = .number(knob.defaultValue)
        case .slider(let slider):
            info.defaultValue = .number(slider.defaultValue)
            info.orientation = slider.orientation.rawValue
        case .range(let range):
            info.defaultValue = .range(low: range.defaultLow, high: range.defaultHigh)
            info.orientation = range.orientation.rawValue
            info.parts = ["low", "high"]
            // A finger is not held by them.
            info.detents = nil
            info.minimumGap = range.minimumGap
        case .label:
            info.shows = shows
            info.text = (view as? Label)?.text
        }
        info.state = state
        info.accessibility = ControlInfo.Accessibility(
            label: spokenName,
            traits: view is Control ? ["adjustable"] : ["staticText"])
        return info
    }

    /// Strip and control: a label that names its strip already is not made to stammer.
    private var spokenName: String {
        let label = description.label
        let names = label.hasPrefix(stripLabel) ? [label] : [stripLabel, label]
        let name = names.filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? id : name
    }

    /// The id of the control whose value this label shows; nil for what shows none.
    var shows: String? {
        guard case .label(let label) = description.kind, case .value(let id) = label.content else {
            return nil
        }
        return id
    }

    private func describe(_ scale: ScaleDescription, in info: inout ControlInfo) {
        info.unit = scale.unit
        info.minimum = scale.minimum
        info.maximum = scale.maximum
        info.minimumIsOff = scale.minimumIsOff ? true : nil
        info.step = scale.step
        info.taper = scale.taperName
        info.detents = scale.detents.isEmpty ? nil : scale.detents
    }
}

extension ControlValue {
    /// The same value with every number taken through `transform`.
    fileprivate func map(_ transform: (Double) -> Double) -> ControlValue {
        switch self {
        case .number(let number): .number(transform(number))
        case .parts(let parts): .parts(parts.map { Part($0.name, transform($0.value)) })
        }
    }
}
