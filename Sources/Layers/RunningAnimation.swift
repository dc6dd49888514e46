/// An animation on a layer. It begins with the first frame for which it is advanced.
struct RunningAnimation {
    let key: String
    let name: AnimatedName
    /// Whether a transaction created it.
    let isImplicit: Bool
    /// Called at the end, with whether the animation reached it.
    let completion: ((Bool) -> Void)?
    /// The value to which the animated property of a layer is set.
    let model: (Layer) -> any Animatable

    private let timing: AnimationTiming
    private let valueAt: (Double) -> any Animatable
    private let changeAfter: (Double) -> Double?
    private var begin: Duration?
    /// The visible value; `nil` if the property shows the value to which it is set.
    private(set) var value: (any Animatable)?
    /// Whether the value will not change any more.
    private(set) var isOver = false

    init<A: Animation>(
        _ animation: A, on layer: Layer, key: String, isImplicit: Bool,
        completion: ((Bool) -> Void)?
    ) {
        let property = animation.property
        let presented = layer.presentation(of: property)
        let model = property.model(layer)
        self.key = key
        self.isImplicit = isImplicit
        self.completion = completion
        self.model = { property.model($0) }
        name = property.name
        timing = animation.timing
        valueAt = { animation.value(at: $0, from: presented, to: model) }
        changeAfter = { animation.nextChange(after: $0) }
        show(timing.phase(at: .zero))
    }

    /// Whether the animation has no end.
    var repeatsForever: Bool { timing.repeatsForever }

    /// Whether the animation has ended and must be removed.
    var isRemovable: Bool { isOver && (timing.isRemovedOnCompletion || !timing.fillsForwards) }

    mutating func advance(to time: Duration) {
        guard !isOver else { return }
        let begin = self.begin ?? timing.beginTime ?? time
        self.begin = begin
        let phase = timing.phase(at: time - begin)
        show(phase)
        if case .over = phase { isOver = true }
    }

    /// When the value next changes after `time`, to which the animation was advanced: `time`
    /// itself, if the value may change with each frame.
    func nextChange(after time: Duration) -> Duration {
        guard let begin, let next = timing.nextChange(after: time - begin, changeAfter) else {
            return time
        }
        return max(time, begin + next)
    }

    private mutating func show(_ phase: AnimationTiming.Phase) {
        value =
            switch phase {
            case .waiting: timing.fillsBackwards ? valueAt(0) : nil
            case .running(let progress), .over(let progress): valueAt(progress)
            }
    }
}
