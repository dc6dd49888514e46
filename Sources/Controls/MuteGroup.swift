/// A group that switches many buttons on at once, without changing the buttons' own states.
///
/// A member is effectively on if it is on itself, or if any of its groups is. A member that is on
/// only by a group blinks. The buttons retain the group; the group does not retain the buttons.
public final class MuteGroup {
    private struct Member {
        weak var button: Button?
    }

    private var members: [Member] = []
    private var isOnByItself = false

    /// A group that is off and has no members.
    public init() {}

    /// The button whose `isOn` is the group's; `nil` for none. A button is the master of at most
    /// one group.
    public weak var master: Button? {
        didSet {
            guard master !== oldValue else { return }
            let wasOn = oldValue?.isOn ?? isOnByItself
            oldValue?.masteredGroup = nil
            if let group = master?.masteredGroup, group !== self { group.master = nil }
            isOnByItself = wasOn
            master?.masteredGroup = self
            if isOn != wasOn { changed(from: wasOn, notifies: false, touch: nil) }
        }
    }

    /// Whether the group is on: the master's `isOn`, if there is a master. Setting it sends no
    /// action.
    public var isOn: Bool {
        get { master?.isOn ?? isOnByItself }
        set {
            guard newValue != isOn else { return }
            if let master {
                master.isOn = newValue
            } else {
                isOnByItself = newValue
                changed(from: !newValue, notifies: false, touch: nil)
            }
        }
    }

    /// The members, in the order in which they were added.
    public var buttons: [Button] { members.compactMap(\.button) }

    /// Makes `button` a member. It stays a member of its other groups.
    public func add(_ button: Button) {
        guard !button.muteGroups.contains(where: { $0 === self }) else { return }
        // Dead members are removed only when the array is full, so that building a large group
        // takes linear time.
        if members.count == members.capacity { members.removeAll { $0.button == nil } }
        members.append(Member(button: button))
        button.muteGroups.append(self)
    }

    /// Removes `button` from this group.
    public func remove(_ button: Button) {
        members.removeAll { $0.button === button || $0.button == nil }
        button.muteGroups.removeAll { $0 === self }
    }

    /// Called when the group was switched on or off. With `notifies`, members whose effective state
    /// changed send `valueChanged`.
    func changed(from wasOn: Bool, notifies: Bool, touch: Touch?) {
        isOnByItself = isOn
        for button in buttons {
            let wasEffectivelyOn =
                button.isOn || wasOn
                || button.muteGroups.contains { $0 !== self && $0.isOn }
            button.showState()
            if notifies, wasEffectivelyOn != button.isEffectivelyOn {
                button.sendActions(for: .valueChanged, touch: touch)
            }
        }
    }
}
