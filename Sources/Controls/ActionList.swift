/// What is called when something happens, in the order in which it was added.
///
/// Targets are not retained: an action whose target is gone is never called again.
struct ActionList<Cause> {
    private struct Action {
        let number: Int
        /// One bit for each of the events it is for.
        var events: UInt
        weak var target: AnyObject?
        let hasTarget: Bool
        let perform: (Cause) -> Void

        var isGone: Bool { hasTarget && target == nil }
    }

    private var actions: [Action] = []
    private var count = 0

    /// Adds an action for some events, and returns the number that removes it again.
    mutating func add(
        for events: UInt = .max, target: AnyObject? = nil, _ perform: @escaping (Cause) -> Void
    ) -> Int {
        actions.removeAll(where: \.isGone)
        count += 1
        actions.append(
            Action(
                number: count, events: events, target: target, hasTarget: target != nil,
                perform: perform))
        return count
    }

    /// Removes the action with a number.
    mutating func remove(_ number: Int) { actions.removeAll { $0.number == number } }

    /// Removes every action on a target, or what of them is for some events.
    mutating func removeTarget(_ target: AnyObject, for events: UInt = .max) {
        for index in actions.indices where actions[index].target === target {
            actions[index].events &= ~events
        }
        actions.removeAll { $0.isGone || $0.events == 0 }
    }

    /// The targets there are, each once.
    var targets: [AnyObject] {
        actions.compactMap(\.target).reduce(into: []) { targets, target in
            if !targets.contains(where: { $0 === target }) { targets.append(target) }
        }
    }

    /// All events that some action is for.
    var events: UInt { actions.reduce(0) { $1.isGone ? $0 : $0 | $1.events } }

    /// Calls the actions for some events: those that there were when it was called, whatever an action
    /// adds or removes.
    @inline(__always)  // With each move of a finger: a cause of no known type would be boxed.
    func perform(for events: UInt = .max, _ cause: Cause) {
        // Each is used in its place: to copy a weak target takes longer than to ask for the events.
        for index in actions.indices where actions[index].events & events != 0 {
            actions[index].perform(cause)
        }
    }
}
