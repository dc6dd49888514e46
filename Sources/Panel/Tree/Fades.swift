import PanelProtocol

/// The fades that run now, and the time of their steps.
struct Fades {
    /// The fades, in the order in which they began. Some may be over since the last step.
    private(set) var all: [Fade] = []
    /// The time of the last step.
    private var lastStep = Duration.zero

    /// Whether there are none.
    var isEmpty: Bool { all.isEmpty }

    /// When the next step is due, with one step in each interval; `nil` without fades.
    func nextStep(interval: Duration) -> Duration? {
        all.lazy.map { $0.end }.min().map { min($0, lastStep + interval) }
    }

    /// Whether a control fades.
    func contains(_ control: PanelControl) -> Bool { index(of: control) != nil }

    /// Adds a fade. The first step of a first fade comes an interval later.
    mutating func add(_ fade: Fade, at time: Duration) {
        if all.isEmpty { lastStep = time }
        all.append(fade)
    }

    /// Removes the fade of a control, which is over then; `nil` without one.
    mutating func remove(of control: PanelControl) -> Fade? {
        guard let index = index(of: control) else { return nil }
        all[index].isOver = true
        return all.remove(at: index)
    }

    private func index(of control: PanelControl) -> Int? {
        all.firstIndex { $0.control === control && !$0.isOver }
    }

    /// Records the time of a step.
    mutating func noteStep(at time: Duration) { lastStep = time }

    /// Removes the fades that are over.
    mutating func removeOver() { all.removeAll(where: \.isOver) }

    /// The values at the end of the fades, for the fading controls and those that are linked to
    /// them.
    ///
    /// Nobody has requested the intermediate values of a fade, so the panel saves the value at the
    /// end.
    var destinations: [ObjectIdentifier: ControlValue] {
        var destinations: [ObjectIdentifier: ControlValue] = [:]
        let fades = all.filter { !$0.isOver }
        for fade in fades {
            for follower in fade.control.link?.controls ?? []
            where fade.linked.has(follower) && !follower.isReservedByOwnTouch {
                destinations[ObjectIdentifier(follower)] = fade.control.link?.destination(
                    of: follower, following: fade.control, to: fade.target)
            }
        }
        for fade in fades {
            destinations[ObjectIdentifier(fade.control)] = fade.target
        }
        return destinations
    }
}
