import Drawing

/// How a layer's properties move.
extension Layer {
    /// Has `advance(to:)` called in each frame from the next one on, until it returns `false`.
    public func setNeedsAdvance() {
        isAdvancing = true
        tree?.noteMovement(of: self)
    }

    /// Runs `animation` from the next frame on, in place of the one under the same key.
    ///
    /// The property itself stays as it is, and is seen again when the animation is over; set it to
    /// the animation's last value beforehand.
    ///
    /// - Parameters:
    ///   - animation: What to run, and how often. Its time begins with the next frame.
    ///   - key: A name of its own; without one, the name of the property.
    ///   - completion: Called after the frame in which the animation ends, with `true`, or when it
    ///     is replaced or removed, with `false`. One that repeats for ever ends only so.
    public func add(
        _ animation: some Animation, forKey key: String? = nil,
        completion: ((_ isFinished: Bool) -> Void)? = nil
    ) {
        let told = openTransaction?.animationAdded()
        let both: ((Bool) -> Void)? = told.map { told in
            { isFinished in
                completion?(isFinished)
                told(isFinished)
            }
        }
        add(animation, forKey: key, isImplicit: false, completion: both ?? completion)
    }

    private func add(
        _ animation: some Animation, forKey key: String?, isImplicit: Bool,
        seen: (any Animatable)? = nil, completion: ((Bool) -> Void)?
    ) {
        let name = animation.property.name
        let before =
            animations.value(of: name) ?? seen ?? animation.property.model(self)
        let replaced = animations.add(
            RunningAnimation(
                animation, on: self, key: key ?? name.rawValue, isImplicit: isImplicit,
                completion: completion))
        tellOfChange(name, from: before, to: presentation(of: animation.property))
        // What was replaced may have been another property's, under the same key.
        if let replaced, replaced.name != name, let value = replaced.value {
            tellOfChange(
                replaced.name, from: value,
                to: animations.value(of: replaced.name) ?? replaced.model(self))
        }
        tree?.noteMovement(of: self)
        replaced?.completion?(false)
    }

    /// Stops the animation under `key`: the property as it is set is shown from the next frame on.
    public func removeAnimation(forKey key: String) {
        removeAnimations { $0.key == key }
    }

    /// Stops all animations: all properties are shown as they are set from the next frame on.
    public func removeAllAnimations() {
        removeAnimations { _ in true }
    }

    func removeAnimations(where isWanted: (RunningAnimation) -> Bool) {
        guard isAnimated else { return }
        let before = animations.seen(on: self)
        let removed = animations.remove(where: isWanted)
        tellOfChanges(since: before)
        for animation in removed where !animation.isOver { animation.completion?(false) }
    }

    /// The names of the animations there are, in the order they were added in.
    public var animationKeys: [String] { animations.keys }

    /// What is seen of a property in the present frame: what an animation makes of it, or else what
    /// it is set to.
    public func presentation<Value>(of property: AnimatableProperty<Value>) -> Value {
        presented(property) ?? property.model(self)
    }

    /// What a running animation shows of a property; `nil` when none does.
    public func presented<Value>(_ property: AnimatableProperty<Value>) -> Value? {
        isAnimated ? animations.value(of: property.name) as? Value : nil
    }

    /// Whether it may be another with each frame.
    var isMoving: Bool { isAdvancing || isAnimated }

    /// Whether it has to be asked again in the next frame.
    var needsFrames: Bool {
        isAdvancing || animations.isEnding || (place.isInSight && animations.isAdvancing)
    }

    /// Moves on to the time of a frame.
    func move(on time: Duration, _ finished: inout [RunningAnimation]) {
        advanceAnimations(to: time, &finished)
        if isAdvancing { isAdvancing = advance(to: time) }
    }

    private func advanceAnimations(to time: Duration, _ finished: inout [RunningAnimation]) {
        guard animations.isAdvancing else { return }
        let before = animations.seen(on: self)
        finished += animations.advance(to: time)
        tellOfChanges(since: before)
    }

    private func tellOfChanges(since before: [LayerAnimations.Seen]) {
        for seen in before {
            let now = animations.value(of: seen.name) ?? seen.model(self)
            tellOfChange(seen.name, from: seen.value, to: now)
        }
    }

    private func tellOfChange(
        _ name: AnimatedName, from old: any Animatable, to new: any Animatable
    ) {
        if !old.isSame(as: new) { visiblePropertyChanged(name, from: old, to: new) }
    }

    /// The innermost transaction that is open in the tree.
    private var openTransaction: Transaction? {
        tree.map { $0.openTransaction } ?? root.openTransactions.last
    }

    /// A property was set to another value: it is animated if a transaction says so, and otherwise
    /// seen at once.
    func changed<Value>(
        _ property: AnimatableProperty<Value>, from old: Value, to new: Value
    ) {
        if let transaction = openTransaction, !transaction.disableActions,
            transaction.animationDuration > .zero
        {
            guard new != old else { return }
            var animation = BasicAnimation(
                property, from: presented(property) ?? old,
                duration: transaction.animationDuration,
                timingFunction: transaction.animationTimingFunction)
            animation.delay = transaction.animationDelay
            animation.fillMode = .backwards
            let told = transaction.animationAdded()
            add(
                animation, forKey: property.name.rawValue, isImplicit: true, seen: old,
                completion: told)
            return
        }
        guard isAnimated else {
            // What moves often does so without a box for the values that nobody asks for.
            if property.name.isPlacement { return invalidate(.placement) }
            if new != old { visiblePropertyChanged(property.name, from: old, to: new) }
            return
        }
        guard new != old else { return }
        let before = presented(property) ?? old
        let stopped = animations.remove { $0.isImplicit && $0.name == property.name }
        tellOfChange(property.name, from: before, to: presentation(of: property))
        for animation in stopped { animation.completion?(false) }
    }
}
