/// Switches on many buttons at once without changing what each of them is set to.
///
/// A member counts as on if it is on itself or any of its groups is, so that it is off only if all
/// of its groups are. One that is on by a group alone blinks. The buttons keep the group alive, and
/// not the group the buttons.
public final class MuteGroup {
    private struct Member {
        weak var button: Button?
    }

    private var members: [Member] = []
    private var isOnByItself = false

    /// A group without members that is off.
    public init() {}

    /// The button whose `isOn` is the group's; `nil` for none. A button is master of one group at most.
    public weak var master: Button? {
        didSet {
            guard master !== oldValue else { return }
            let wasOn = oldValue?.isOn ?? isOnByItself
            oldValue?.masteredGroup = nil
            if let group = master?.masteredGroup, group !== self { group.master = nil }
            isOnByItself = wasOn
            master?.masteredGroup = self
            if isOn != wasOn { changed(from: wasOn, isTold: false, touch: nil) }
        }
    }

    /// Whether all members count as on; the master's `isOn`, if there is one. Setting it tells nobody.
    public var isOn: Bool {
        get { master?.isOn ?? isOnByItself }
        set {
            guard newValue != isOn else { return }
            if let master {
                master.isOn = newValue
            } else {
                isOnByItself = newValue
                changed(from: !newValue, isTold: false, touch: nil)
            }
        }
    }

    /// The members, in the order they were added in.
    public var buttons: [Button] { members.compactMap(\.button) }

    /// Makes `button` a member, of this group as well as of those that it is a member of already.
    public func add(_ button: Button) {
        guard !button.muteGroups.contains(where: { $0 === self }) else { return }
        // Now and then, so that a group of many buttons is built in linear time.
        if members.count == members.capacity { members.removeAll { $0.button == nil } }
        members.append(Member(button: button))
        button.muteGroups.append(self)
    }

    /// Makes `button` no member of this group any more.
    public func remove(_ button: Button) {
        members.removeAll { $0.button === button || $0.button == nil }
        button.muteGroups.removeAll { $0 === self }
    }

    /// The group was switched on or off. A member is told that it counts for something else now.
    func changed(from wasOn: Bool, isTold: Bool, touch: Touch?) {
        isOnByItself = isOn
        for button in buttons {
            let wasEffectivelyOn =
                button.isOn || wasOn
                || button.muteGroups.contains { $0 !== self && $0.isOn }
            button.showState()
            if isTold, wasEffectivelyOn != button.isEffectivelyOn {
                button.sendActions(for: .valueChanged, touch: touch)
            }
        }
    }
}
