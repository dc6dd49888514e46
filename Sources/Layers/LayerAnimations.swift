/// The animations that run on one layer, in the order they were added in: the last one of a property
/// is the one that is seen.
struct LayerAnimations {
    private var running: [RunningAnimation] = []

    /// Whether there are none.
    var isEmpty: Bool { running.isEmpty }
    /// Whether a later time may show something else.
    var isAdvancing: Bool { running.contains { !$0.isOver } }
    /// Whether a later time may show something else, that would also end.
    var isEnding: Bool { running.contains { !$0.isOver && !$0.repeatsForever } }
    /// What the animations are known by.
    var keys: [String] { running.map(\.key) }

    /// What is seen of a property; nil for what it is set to.
    func value(of name: AnimatedName) -> (any Animatable)? {
        running.last { $0.name == name && $0.value != nil }?.value
    }

    /// Adds an animation, and gives the one it takes the place of.
    mutating func add(_ animation: RunningAnimation) -> RunningAnimation? {
        let replaced = remove { $0.key == animation.key }
        running.append(animation)
        return replaced.first
    }

    mutating func remove(where isWanted: (RunningAnimation) -> Bool) -> [RunningAnimation] {
        guard running.contains(where: isWanted) else { return [] }
        let removed = running.filter(isWanted)
        running.removeAll(where: isWanted)
        return removed
    }

    /// What is seen of one property on a layer.
    struct Seen {
        let name: AnimatedName
        let value: any Animatable
        let model: (Layer) -> any Animatable
    }

    /// What is seen of every property that is animated.
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

    /// Moves everything on to `time`, and gives what has come to its end just now.
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
