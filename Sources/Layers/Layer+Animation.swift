import Drawing

/// Animations of a layer's properties.
extension Layer {
    /// Calls `advance(to:)` in each frame from the next one on, until it returns `false`.
    public func setNeedsAdvance() {
        isAdvancing = true
        tree?.noteMovement(of: self)
    }

    /// Runs `animation` from the next frame on. It replaces an animation with the same key.
    ///
    /// The property itself does not change, and is visible again after the end. Set it to the
    /// animation's last value beforehand.
    ///
    /// - Parameters:
    ///   - animation: The animation. Its time begins with the next frame.
    ///   - key: A name for the animation; by default, the name of the property.
    ///   - completion: Called with `true` after the frame in which the animation ends, or with
    ///     `false` when it is replaced or removed. An endless animation only calls it with `false`.
    public func add(
        _ animation: some Animation, forKey key: String? = nil,
        completion: ((_ isFinished: Bool) -> Void)? = nil
    ) {
        let ofTransaction = openTransaction?.animationAdded()
        let both: ((Bool) -> Void)? = ofTransaction.map { ofTransaction in
            { isFinished in
                completion?(isFinished)
                ofTransaction(isFinished)
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
        reportChange(name, from: before, to: presentation(of: animation.property))
        // The replaced animation may have the same key but another property.
        if let replaced, replaced.name != name, let value = replaced.value {
            reportChange(
                replaced.name, from: value,
                to: animations.value(of: replaced.name) ?? replaced.model(self))
        }
        tree?.noteMovement(of: self)
        replaced?.completion?(false)
    }

    /// Removes the animation with this key. The next frame shows the value to which the property is
    /// set.
    public func removeAnimation(forKey key: String) {
        removeAnimations { $0.key == key }
    }

    /// Removes all animations. The next frame shows the values to which the properties are set.
    public func removeAllAnimations() {
        removeAnimations { _ in true }
    }

    /// Removes the animations of this layer and its sublayers that would end by themselves: without
    /// a tree, there are no frames in which they could. Their completions are called with `false`.
    package func endAnimations() {
        removeAnimations { !$0.isOver && !$0.repeatsForever }
        for layer in sublayers { layer.endAnimations() }
    }

    func removeAnimations(where predicate: (RunningAnimation) -> Bool) {
        guard isAnimated else { return }
        let before = animations.seen(on: self)
        let removed = animations.remove(where: predicate)
        reportChanges(since: before)
        for animation in removed where !animation.isOver { animation.completion?(false) }
    }

    /// The keys of the animations, in the order in which they were added.
    public var animationKeys: [String] { animations.keys }

    /// The visible value of a property in the present frame: the value of an animation, or else the
    /// one to which the property is set.
    public func presentation<Value>(of property: AnimatableProperty<Value>) -> Value {
        presented(property) ?? property.model(self)
    }

    /// The value that a running animation gives a property; `nil` without one.
    public func presented<Value>(_ property: AnimatableProperty<Value>) -> Value? {
        isAnimated ? animations.value(of: property.name) as? Value : nil
    }

    /// Whether the layer may change with each frame.
    var isMoving: Bool { isAdvancing || isAnimated }

    /// When the layer next changes by itself after a frame at `time`: `time` itself if it may
    /// change with each frame; `nil` if it does not change. An endless animation of an invisible
    /// layer needs no frames. When the layer is visible again, the animation is in step.
    func nextChange(after time: Duration) -> Duration? {
        isAdvancing ? time : animations.nextChange(after: time, inSight: place.isInSight)
    }

    /// Advances to the time of a frame.
    func move(to time: Duration, _ finished: inout [RunningAnimation]) {
        advanceAnimations(to: time, &finished)
        if isAdvancing { isAdvancing = advance(to: time) }
    }

    private func advanceAnimations(to time: Duration, _ finished: inout [RunningAnimation]) {
        guard animations.isAdvancing else { return }
        let before = animations.seen(on: self)
        finished += animations.advance(to: time)
        reportChanges(since: before)
    }

    private func reportChanges(since before: [LayerAnimations.Seen]) {
        for seen in before {
            let now = animations.value(of: seen.name) ?? seen.model(self)
            reportChange(seen.name, from: seen.value, to: now)
        }
    }

    private func reportChange(
        _ name: AnimatedName, from old: any Animatable, to new: any Animatable
    ) {
        if !old.isSame(as: new) { visiblePropertyChanged(name, from: old, to: new) }
    }

    /// The innermost transaction that is open in the tree.
    private var openTransaction: Transaction? {
        tree.map { $0.openTransaction } ?? root.openTransactions.last
    }

    /// Called when a property was set. A transaction may animate the change; otherwise the new
    /// value is visible at once.
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
            let completion = transaction.animationAdded()
            add(
                animation, forKey: property.name.rawValue, isImplicit: true, seen: old,
                completion: completion)
            return
        }
        guard isAnimated else {
            // Shortcut for frequent moves: no boxes are allocated for the values.
            if property.name.isPlacement { return invalidate(.placement) }
            if new != old { visiblePropertyChanged(property.name, from: old, to: new) }
            return
        }
        guard new != old else { return }
        let before = presented(property) ?? old
        let stopped = animations.remove { $0.isImplicit && $0.name == property.name }
        reportChange(property.name, from: before, to: presentation(of: property))
        for animation in stopped { animation.completion?(false) }
    }
}
