/// A type that calls actions with itself as its own type: an action of a `Slider` gets a `Slider`.
/// All controls conform. It is a protocol because only a protocol's method can name the type of the
/// instance.
public protocol ActionSender: Control {}

extension Control: ActionSender {}

extension ActionSender {
    /// Calls `action` with the control whenever one of `events` happens.
    @discardableResult
    public func addAction(
        for events: Control.Event, _ action: @escaping (_ sender: Self) -> Void
    ) -> Control.ActionIdentifier {
        add(for: events) { [unowned self] _ in action(self) }
    }

    /// Calls `action` whenever one of `events` happens, with the control and, if a finger was the
    /// cause, its touch.
    @discardableResult
    public func addAction(
        for events: Control.Event, _ action: @escaping (_ sender: Self, _ touch: Touch?) -> Void
    ) -> Control.ActionIdentifier {
        add(for: events) { [unowned self] touch in action(self, touch) }
    }

    /// Calls `action` on `target`, which is not retained, with the control whenever one of `events`
    /// happens.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> (Self) -> Void, for events: Control.Event
    ) -> Control.ActionIdentifier {
        add(for: events, target: target) { [weak target, unowned self] _ in
            if let target { action(target)(self) }
        }
    }

    /// Calls `action` on `target`, which is not retained, whenever one of `events` happens. The
    /// arguments are the control and, if a finger was the cause, its touch.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping (Target) -> (Self, Touch?) -> Void,
        for events: Control.Event
    ) -> Control.ActionIdentifier {
        add(for: events, target: target) { [weak target, unowned self] touch in
            if let target { action(target)(self, touch) }
        }
    }
}
