/// The actions of a control: UIKit's target-action, in all of its forms.
extension Control {
    /// Identifies an action, so that it can be removed.
    public struct ActionIdentifier: Hashable, Sendable {
        let number: Int
    }

    /// Calls `action` whenever one of `events` happens.
    ///
    /// There may be any number of actions. They are called in the order in which they were added.
    @discardableResult
    public func addAction(
        for events: Event, _ action: @escaping () -> Void
    ) -> ActionIdentifier {
        add(for: events) { _ in action() }
    }

    /// Calls `action` on `target`, which is not retained, whenever one of `events` happens.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> () -> Void, for events: Event
    ) -> ActionIdentifier {
        add(for: events, target: target) { [weak target] _ in
            if let target { action(target)() }
        }
    }

    /// Calls `action` whenever some of `events` happen. The arguments are all events that happen,
    /// and the touch if a finger was the cause. This needs less memory than an action for each
    /// event.
    package func addHandler(
        for events: Event, _ action: @escaping (_ events: Event, _ touch: Touch?) -> Void
    ) {
        _ = actions.add(for: events.rawValue) { action(Event(rawValue: $0), $1) }
    }

    func add(
        for events: Event, target: AnyObject? = nil, perform: @escaping (Touch?) -> Void
    ) -> ActionIdentifier {
        ActionIdentifier(
            number: actions.add(for: events.rawValue, target: target) { perform($1) })
    }

    /// Removes one action.
    public func removeAction(_ identifier: ActionIdentifier) { actions.remove(identifier.number) }

    /// Removes the actions on `target` for some events; with `nil`, those on all targets.
    public func removeTarget(_ target: AnyObject?, for events: Event = .allEvents) {
        for target in target.map({ [$0] }) ?? allTargets {
            actions.removeTarget(target, for: events.rawValue)
        }
    }

    /// The existing targets, each once, in the order in which they were added.
    public var allTargets: [AnyObject] { actions.targets }

    /// All events that have an action.
    public var allControlEvents: Event { Event(rawValue: actions.events) }
}
