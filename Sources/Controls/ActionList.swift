/// The actions for some events, called in the order in which they were added.
///
/// Targets are not retained. An action whose target is gone is never called again.
struct ActionList {
    /// Called with the events that happen, and the touch if a finger was the cause.
    typealias Perform = (_ events: UInt, _ touch: Touch?) -> Void

    private struct Action {
        let number: Int
        /// One bit for each event of the action.
        var events: UInt
        weak var target: AnyObject?
        let hasTarget: Bool
        let perform: Perform

        var isGone: Bool { hasTarget && target == nil }
    }

    private var actions: [Action] = []
    /// One bit for each event for which an action was ever added: other events need no search.
    private(set) var knownEvents: UInt = 0
    private var count = 0

    /// Adds an action for some events. Returns the number with which `remove(_:)` removes it.
    mutating func add(
        for events: UInt = .max, target: AnyObject? = nil, _ perform: @escaping Perform
    ) -> Int {
        actions.removeAll(where: \.isGone)
        count += 1
        knownEvents |= events
        actions.append(
            Action(
                number: count, events: events, target: target, hasTarget: target != nil,
                perform: perform))
        return count
    }

    /// Removes the action with this number.
    mutating func remove(_ number: Int) { actions.removeAll { $0.number == number } }

    /// Removes the actions on a target for some events.
    mutating func removeTarget(_ target: AnyObject, for events: UInt = .max) {
        for index in actions.indices where actions[index].target === target {
            actions[index].events &= ~events
        }
        actions.removeAll { $0.isGone || $0.events == 0 }
    }

    /// The existing targets, each once.
    var targets: [AnyObject] {
        actions.compactMap(\.target).reduce(into: []) { targets, target in
            if !targets.contains(where: { $0 === target }) { targets.append(target) }
        }
    }

    /// All events that have an action.
    var events: UInt { actions.reduce(0) { $1.isGone ? $0 : $0 | $1.events } }

    /// Calls the actions for some events. Actions that are added or removed meanwhile have no
    /// effect on this call.
    func perform(for events: UInt = .max, _ touch: Touch? = nil) {
        // Uses each action in place: copying a weak reference costs more than comparing the events.
        for index in actions.indices where actions[index].events & events != 0 {
            actions[index].perform(events, touch)
        }
    }
}
