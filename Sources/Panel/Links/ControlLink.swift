import PanelProtocol

/// Controls that follow one another.
///
/// In a relative link each control has a place that it would be at if its travel had no ends. One
/// that the others push against an end goes on beyond in thought, so that it leaves the end when
/// they have come back as far: distances are kept.
final class ControlLink {
    /// What was asked for: name, controls and how they follow.
    let request: LinkRequest
    private var members: [Member]

    private struct Member {
        unowned let control: PanelControl
        /// Where the control was seen last.
        var last: SIMD2<Double>
        /// Where it would be if its travel had no ends.
        var free: SIMD2<Double>
    }

    /// Has controls follow one another that `LinkRequest.problem(with:)` finds nothing wrong with.
    init(_ request: LinkRequest, of controls: [PanelControl]) {
        self.request = request
        members = []
        for control in controls {
            let place = place(of: control)
            members.append(Member(control: control, last: place, free: place))
            control.link = self
        }
    }

    /// Lets the controls go their own ways.
    func dissolve() {
        for member in members where member.control.link === self { member.control.link = nil }
    }

    /// The controls, in their order.
    var controls: [PanelControl] { members.map(\.control) }

    /// Whether a control is among them.
    func has(_ control: PanelControl) -> Bool { members.contains { $0.control === control } }

    /// Takes note that a control has moved, and calls `move` with each other one that follows it now
    /// and the value that it has to have for that; nil leaves it where it is.
    func follow(
        _ cause: PanelControl, if isFollower: (PanelControl) -> Bool,
        _ move: (PanelControl, ControlValue?) -> Void
    ) {
        guard let index = members.firstIndex(where: { $0.control === cause }) else { return }
        let now = place(of: cause)
        let way = now - members[index].last
        members[index].last = now
        members[index].free = now
        for other in members.indices where other != index && isFollower(members[other].control) {
            move(members[other].control, wanted(other, after: way, of: cause))
            members[other].last = place(of: members[other].control)
        }
    }

    private func wanted(
        _ index: Int, after way: SIMD2<Double>, of cause: PanelControl
    ) -> ControlValue? {
        let member = members[index]
        switch request.mode {
        case .absolute:
            return request.measure == .value
                ? cause.value : member.control.value(at: cause.position)
        case .relative:
            // Something else than the link may have moved it since.
            let place = place(of: member.control)
            if place != member.last { members[index].free = place }
            guard way != .zero else { return nil }
            members[index].free += way
            return value(at: members[index].free, of: member.control)
        }
    }

    /// The value that a control will have when another, which it follows, has gone to `target`; nil
    /// for that other itself.
    func destination(
        of follower: PanelControl, following cause: PanelControl, to target: ControlValue
    ) -> ControlValue? {
        guard follower !== cause, let end = cause.position(of: target),
            let from = members.first(where: { $0.control === cause }),
            let member = members.first(where: { $0.control === follower })
        else { return nil }
        let place = request.measure == .norm ? end : cause.nearest(to: target)?.numbers ?? from.last
        let wanted =
            request.mode == .absolute
            ? place : member.free + place - from.last
        return value(at: wanted, of: follower).flatMap(follower.nearest)
    }

    /// Takes note of where a control is that has moved without the others.
    func settle(_ control: PanelControl) {
        guard let index = members.firstIndex(where: { $0.control === control }) else { return }
        members[index].last = place(of: control)
        members[index].free = members[index].last
    }

    private func place(of control: PanelControl) -> SIMD2<Double> {
        request.measure == .norm ? control.position : control.value?.numbers ?? .zero
    }

    private func value(at place: SIMD2<Double>, of control: PanelControl) -> ControlValue? {
        request.measure == .norm
            ? control.value(at: place)
            : control.value.flatMap { control.nearest(to: ControlValue(place, like: $0)) }
    }
}
