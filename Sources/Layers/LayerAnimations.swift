/// The animations of one layer, in the order in which they were added. The last one of a property
/// is the visible one.
struct LayerAnimations {
    private var running: [RunningAnimation] = []

    /// Whether there are no animations.
    var isEmpty: Bool { running.isEmpty }
    /// Whether a later time may change a value.
    var isAdvancing: Bool { running.contains { !$0.isOver } }
    /// When an animation next changes a value after a time; `nil` if none does.
    ///
    /// - Parameter inSight: Whether endless animations are visible. The other ones must reach their
    ///   ends anyway.
    func nextChange(after time: Duration, inSight: Bool) -> Duration? {
        var next: Duration?
        for animation in running where !animation.isOver && (inSight || !animation.repeatsForever) {
            let change = animation.nextChange(after: time)
            next = min(next ?? change, change)
        }
        return next
    }
    /// The keys of the animations.
    var keys: [String] { running.map(\.key) }

    /// The animated value of a property; `nil` if no animation changes the property.
    func value(of name: AnimatedName) -> (any Animatable)? {
        running.last { $0.name == name && $0.value != nil }?.value
    }

    /// Adds an animation. Returns the one that it replaces.
    mutating func add(_ animation: RunningAnimation) -> RunningAnimation? {
        let replaced = remove { $0.key == animation.key }
        running.append(animation)
        return replaced.first
    }

    mutating func remove(where predicate: (RunningAnimation) -> Bool) -> [RunningAnimation] {
        guard running.contains(where: predicate) else { return [] }
        let removed = running.filter(predicate)
        running.removeAll(where: predicate)
        return removed
    }

    /// The visible value of one property of a layer.
    struct Seen {
        let name: AnimatedName
        let value: any Animatable
        let model: (Layer) -> any Animatable
    }

    /// The visible values of all animated properties.
    func seen(on layer: Layer) -> [Seen] {
        var seen: [Seen] = []
        for animation in running where !seen.contains(where: { $0.name == animation.name }) {
            seen.append(
                Seen(
                    name: animation.name,
                    value: value(of: animation.name) ?? animation.model(layer),
                    model: animation.model))
        }
        return seen
    }

    /// Advances all animations to `time`. Returns those that have just ended.
    mutating func advance(to time: Duration) -> [RunningAnimation] {
        var finished: [RunningAnimation] = []
        for index in running.indices where !running[index].isOver {
            running[index].advance(to: time)
            if running[index].isOver { finished.append(running[index]) }
        }
        running.removeAll(where: \.isRemovable)
        return finished
    }
}

extension Animatable {
    /// Whether the two are the same value of the same type.
    func isSame(as other: any Animatable) -> Bool { (other as? Self) == self }
}
