/// What is called when something happens on a control: the target-action of UIKit, in all its forms.
extension Control {
    /// What a target gives when it is added: it removes the action again.
    public struct ActionIdentifier: Hashable, Sendable {
        let number: Int
    }

    /// Calls `action` whenever one of `events` happens.
    ///
    /// Any number of actions can be added; they are called in the order they were added in.
    @discardableResult
    public func addAction(
        for events: Event, _ action: @escaping () -> Void
    ) -> ActionIdentifier {
        add(for: events) { _, _ in action() }
    }

    /// Calls `action` with the control whenever one of `events` happens.
    @discardableResult
    public func addAction(
        for events: Event, _ action: @escaping (_ sender: Control) -> Void
    ) -> ActionIdentifier {
        add(for: events) { sender, _ in action(sender) }
    }

    /// Calls `action` with the control whenever one of `events` happens, and with the finger that did
    /// it, if one did.
    @discardableResult
    public func addAction(
        for events: Event, _ action: @escaping (_ sender: Control, _ touch: Touch?) -> Void
    ) -> ActionIdentifier {
        add(for: events, perform: action)
    }

    /// Calls `action` on `target`, which is not retained, whenever one of `events` happens.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> () -> Void, for events: Event
    ) -> ActionIdentifier {
        add(for: events, target: target) { [weak target] _, _ in
            if let target { action(target)() }
        }
    }

    /// Calls `action` on `target`, which is not retained, with the control whenever one of `events`
    /// happens.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> (Control) -> Void, for events: Event
    ) -> ActionIdentifier {
        add(for: events, target: target) { [weak target] sender, _ in
            if let target { action(target)(sender) }
        }
    }

    /// Calls `action` on `target`, which is not retained, with the control whenever one of `events`
    /// happens, and with the finger that did it, if one did.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> (Control, Touch?) -> Void,
        for events: Event
    ) -> ActionIdentifier {
        add(for: events, target: target) { [weak target] sender, touch in
            if let target { action(target)(sender, touch) }
        }
    }

    private func add(
        for events: Event, target: AnyObject? = nil, perform: @escaping (Control, Touch?) -> Void
    ) -> ActionIdentifier {
        ActionIdentifier(
            number: actions.add(for: events.rawValue, target: target) { cause in
                perform(cause.sender, cause.touch)
            })
    }

    /// Removes one action.
    public func removeAction(_ identifier: ActionIdentifier) { actions.remove(identifier.number) }

    /// Removes every action on `target`, or what of them is for some events.
    public func removeTarget(_ target: AnyObject, for events: Event = .allEvents) {
        actions.removeTarget(target, for: events.rawValue)
    }

    /// The targets there are, each once, in the order they were added in.
    public var allTargets: [AnyObject] { actions.targets }

    /// All events that some action is for.
    public var allControlEvents: Event { Event(rawValue: actions.events) }
}
