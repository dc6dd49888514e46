import Layers

/// The views inside a view, and the one it is in.
extension View {
    /// Puts `view` in front of the others, taking it out of the view it was in.
    ///
    /// - Precondition: `view` is neither this view nor one that this view is in.
    public func addSubview(_ view: View) {
        insertSubview(view, at: subviews.count)
        layer.addSublayer(view.layer)
    }

    /// Puts `view` where it has `index` among the subviews, 0 being the backmost, taking it out of
    /// the view it was in. An index beyond the ends is taken for the end. Touches on a view that
    /// stays in its window go on.
    ///
    /// - Precondition: `view` is neither this view nor one that this view is in.
    public func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view cannot be inside itself")
        let isNew = view.superview !== self
        let staysInWindow = window.map { $0 === view.window } ?? false
        if isNew {
            view.leaveSuperview(forGood: !staysInWindow)
        } else {
            subviews.removeAll { $0 === view }
        }
        let index = index.clamped(from: 0, to: subviews.count)
        // Layers of this view's own stay where they are among the subviews'.
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
        if view.isLayoutPending { view.markSuperviews() }
        view.updateLayoutDirection()
        view.updateLooks()
        view.didMoveToSuperview()
        if let window, !staysInWindow { view.tellMoved(to: window) }
    }

    /// Puts `view` just behind `sibling`, a subview.
    ///
    /// - Precondition: `sibling` is a subview of this view, and not `view` itself.
    public func insertSubview(_ view: View, belowSubview sibling: View) {
        insertSubview(view, at: index(beside: sibling, for: view))
    }

    /// Puts `view` just in front of `sibling`, a subview.
    ///
    /// - Precondition: `sibling` is a subview of this view, and not `view` itself.
    public func insertSubview(_ view: View, aboveSubview sibling: View) {
        insertSubview(view, at: index(beside: sibling, for: view) + 1)
    }

    private func index(beside sibling: View, for view: View) -> Int {
        let others = subviews.filter { $0 !== view }
        guard let index = others.firstIndex(where: { $0 === sibling }) else {
            preconditionFailure("the sibling is no subview")
        }
        return index
    }

    /// Puts a subview in front of the others.
    public func bringSubviewToFront(_ view: View) {
        if view.superview === self { insertSubview(view, at: subviews.count) }
    }

    /// Puts a subview behind the others.
    public func sendSubviewToBack(_ view: View) {
        if view.superview === self { insertSubview(view, at: 0) }
    }

    /// Takes the view out of its superview. A touch on it is cancelled.
    public func removeFromSuperview() {
        leaveSuperview(forGood: true)
    }

    private func leaveSuperview(forGood isForGood: Bool) {
        guard let superview else { return }
        let window = self.window
        if isForGood { window?.cancelTouches(in: self, reason: .page) }
        superview.subviews.removeAll { $0 === self }
        superview.subviewsToLayOut.removeAll { $0 === self }
        isListedForLayout = false
        container = nil
        layer.removeFromSuperlayer()
        guard isForGood else { return }
        updateLayoutDirection()
        updateLooks()
        didMoveToSuperview()
        if window != nil { tellMoved(to: nil) }
    }

    private func tellMoved(to window: Window?) {
        didMoveToWindow(window)
        for view in subviews { view.tellMoved(to: window) }
    }

    /// This view or the first one inside with a tag.
    public func viewWithTag(_ tag: Int) -> View? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// The window at the top of the tree, if the view is in one.
    public var window: Window? {
        var view = self
        while let superview = view.superview { view = superview }
        return view as? Window
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
