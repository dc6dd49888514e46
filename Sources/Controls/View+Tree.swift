import Layers

/// The subviews of a view, and its superview.
extension View {
    /// Adds `view` in front of the other subviews, and removes it from its former superview.
    ///
    /// - Precondition: `view` is neither this view nor one of its ancestors.
    public func addSubview(_ view: View) {
        insertSubview(view, at: subviews.count)
        layer.addSublayer(view.layer)
    }

    /// Inserts `view` at `index` among the subviews, 0 being the backmost, and removes it from its
    /// former superview. The index is clamped. Touches on a view that stays in its window continue.
    ///
    /// - Precondition: `view` is neither this view nor one of its ancestors.
    public func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view cannot be inside itself")
        let isNew = view.superview !== self
        let staysInWindow = window.map { $0 === view.window } ?? false
        if isNew {
            view.leaveSuperview(forGood: !staysInWindow)
            // An action may have put it somewhere else.
            if view.superview != nil { view.leaveSuperview(forGood: false) }
        } else {
            subviews.removeAll { $0 === view }
        }
        let index = index.clamped(from: 0, to: subviews.count)
        // The view's own layers keep their places among those of the subviews.
        if index < subviews.count {
            layer.insertSublayer(view.layer, below: subviews[index].layer)
        } else if let front = subviews.last {
            layer.insertSublayer(view.layer, above: front.layer)
        } else if isNew {
            layer.addSublayer(view.layer)
        }
        subviews.insert(view, at: index)
        guard isNew else { return }
        view.container = Unmanaged.passUnretained(self)
        view.join(knownWindow)
        if view.isLayoutPending { view.markSuperviews() }
        view.updateLayoutDirection()
        view.updateAppearance()
        setNeedsLayout()
        view.didMoveToSuperview()
        if let window, !staysInWindow, view.superview === self { view.notifyMoved(to: window) }
    }

    /// Inserts `view` just behind the subview `sibling`.
    ///
    /// - Precondition: `sibling` is a subview of this view, and not `view` itself.
    public func insertSubview(_ view: View, belowSubview sibling: View) {
        insertSubview(view, at: index(of: sibling, for: view))
    }

    /// Inserts `view` just in front of the subview `sibling`.
    ///
    /// - Precondition: `sibling` is a subview of this view, and not `view` itself.
    public func insertSubview(_ view: View, aboveSubview sibling: View) {
        insertSubview(view, at: index(of: sibling, for: view) + 1)
    }

    private func index(of sibling: View, for view: View) -> Int {
        subviews.index(of: sibling, whenMoving: view.superview === self ? view : nil)
    }

    /// Moves a subview in front of the others.
    public func bringSubviewToFront(_ view: View) {
        if view.superview === self { insertSubview(view, at: subviews.count) }
    }

    /// Moves a subview behind the others.
    public func sendSubviewToBack(_ view: View) {
        if view.superview === self { insertSubview(view, at: 0) }
    }

    /// Removes the view from its superview, and cancels the touches on it.
    public func removeFromSuperview() {
        leaveSuperview(forGood: true)
    }

    private func leaveSuperview(forGood isForGood: Bool) {
        guard let superview else { return }
        let window = self.window
        if isForGood {
            window?.cancelTouches(in: self, reason: .page)
            // An action may have moved it.
            guard self.superview === superview else { return }
            window?.dismissPopovers(of: self)
        }
        superview.subviews.removeAll { $0 === self }
        superview.subviewsToLayOut.removeAll { $0 === self }
        isListedForLayout = false
        container = nil
        join(nil)
        layer.removeFromSuperlayer()
        superview.setNeedsLayout()
        guard isForGood else { return }
        layer.endAnimations()
        updateLayoutDirection()
        updateAppearance()
        didMoveToSuperview()
        if window != nil { notifyMoved(to: nil) }
    }

    private func notifyMoved(to window: Window?) {
        didMoveToWindow(window)
        for view in subviews { view.notifyMoved(to: window) }
    }

    /// This view, or the first one inside it, with a tag.
    public func viewWithTag(_ tag: Int) -> View? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// The window at the top of the tree, if the view is in one.
    public var window: Window? { knownWindow?.takeUnretainedValue() }

    /// Sets the window of this view and all views inside.
    func join(_ window: Unmanaged<Window>?) {
        guard window?.toOpaque() != knownWindow?.toOpaque() else { return }
        knownWindow = window
        if deadline != nil { self.window?.awaitDeadline(of: self) }
        for view in subviews { view.join(window) }
    }

    /// Whether the view is `other` or inside it.
    public func isDescendant(of other: View) -> Bool {
        var view: View? = self
        while let current = view {
            if current === other { return true }
            view = current.superview
        }
        return false
    }
}
