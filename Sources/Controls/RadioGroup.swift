/// Latching buttons of which one is on: switching one on switches the one before off.
///
/// The buttons keep the group alive, and not the group the buttons.
public final class RadioGroup {
    private struct Member {
        weak var button: Button?
    }

    private var members: [Member] = []

    /// Whether all buttons may be off; `false` by default. Switching the last one off is then refused.
    /// When it becomes `false` and no button is on, the first is switched on.
    public var allowsNone: Bool {
        didSet { switchFirstOn() }
    }

    /// A group without buttons.
    public init(allowsNone: Bool = false) {
        self.allowsNone = allowsNone
    }

    /// The buttons, in the order they were added in.
    public var buttons: [Button] { members.compactMap(\.button) }

    /// The button that is on. Setting it tells nobody; a button of another group is ignored, and so
    /// is `nil` where not all may be off.
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

    /// Puts `button` into the group, taking it out of the one it was in, and makes it latching.
    ///
    /// A button that is on takes the place of the one that was. The first button of a group in which one
    /// must be on is switched on.
    public func add(_ button: Button) {
        guard button.radioGroup !== self else { return }
        button.radioGroup?.remove(button)
        button.mode = .latching
        // Now and then, so that a group of many buttons is built in linear time.
        if members.count == members.capacity { members.removeAll { $0.button == nil } }
        members.append(Member(button: button))
        button.radioGroup = self
        if button.isOn { switchOthersOff(than: button, isTold: false, touch: nil) }
        switchFirstOn()
    }

    /// Takes `button` out of the group. If it was on and one must be, the first of the others is switched on.
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

    /// `button` is being switched on: first, the others go off.
    func switchOthersOff(than button: Button, isTold: Bool, touch: Touch?) {
        for other in buttons where other !== button && other.isOn {
            other.leaveSelection(isTold: isTold, touch: touch)
        }
    }
}
