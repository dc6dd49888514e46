/// Latching buttons that exclude each other: switching one on switches the others off.
///
/// The buttons retain the group; the group does not retain the buttons.
public final class RadioGroup {
    private struct Member {
        weak var button: Button?
    }

    private var members: [Member] = []

    /// Whether all buttons may be off; `false` by default. If not, the group rejects switching the
    /// last one off. When this becomes `false` and no button is on, the group switches the first
    /// one on.
    public var allowsNone: Bool {
        didSet { switchFirstOn() }
    }

    /// A group without buttons.
    public init(allowsNone: Bool = false) {
        self.allowsNone = allowsNone
    }

    /// The buttons, in the order in which they were added.
    public var buttons: [Button] { members.compactMap(\.button) }

    /// The button that is on. Setting it sends no action. Ignores a button of another group, and
    /// also `nil` unless `allowsNone`.
    public var selected: Button? {
        get { members.lazy.compactMap(\.button).first(where: \.isOn) }
        set {
            if let newValue {
                if newValue.radioGroup === self { newValue.isOn = true }
            } else {
                selected?.isOn = false
            }
        }
    }

    /// Moves `button` from its present group to this one, and makes it latching.
    ///
    /// If it is on, the group switches the others off. If one button must be on and none is, the
    /// group switches the first one on.
    public func add(_ button: Button) {
        guard button.radioGroup !== self else { return }
        button.radioGroup?.remove(button)
        button.mode = .latching
        // Dead members are removed only when the array is full, so that building a large group
        // takes linear time.
        if members.count == members.capacity { members.removeAll { $0.button == nil } }
        members.append(Member(button: button))
        button.radioGroup = self
        if button.isOn { switchOthersOff(than: button, notifies: false, touch: nil) }
        switchFirstOn()
    }

    /// Removes `button`. If it was on and one must be, the group switches the first remaining one
    /// on.
    public func remove(_ button: Button) {
        guard button.radioGroup === self else { return }
        members.removeAll { $0.button === button || $0.button == nil }
        button.radioGroup = nil
        switchFirstOn()
    }

    private func switchFirstOn() {
        if !allowsNone, selected == nil { members.lazy.compactMap(\.button).first?.isOn = true }
    }

    /// Whether `button` may be switched on or off.
    func allows(_ isOn: Bool, for button: Button) -> Bool {
        isOn || allowsNone || !button.isOn
    }

    /// Switches the others off, before `button` is switched on. An action may meanwhile switch
    /// another one on, but not endlessly.
    func switchOthersOff(than button: Button, notifies: Bool, touch: Touch?) {
        for _ in buttons {
            guard let other = buttons.first(where: { $0 !== button && $0.isOn }) else { return }
            other.deselect(notifies: notifies, touch: touch)
        }
    }
}
