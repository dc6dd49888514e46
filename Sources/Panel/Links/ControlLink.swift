import Controls
import PanelProtocol

/// Linked controls, which follow each other.
///
/// The first control of a VCA is its master; see `EffectiveLevels`.
///
/// In a relative link and in a gang, each control has a free position: the one that it would have
/// if its travel had no ends. A control that the others push against an end keeps moving its free
/// position. So it leaves the end only when they have come back as far, and distances are kept.
final class ControlLink {
    /// The request: name, controls and mode.
    let request: LinkRequest
    /// The unit in which a movement is measured: for a gang, dB if all controls are levels.
    private let measure: LinkRequest.Measure
    private var members: [Member]

    private struct Member {
        unowned let control: PanelControl
        /// The last known position.
        var last: SIMD2<Double>
        /// The position that the control would have if its travel had no ends.
        var free: SIMD2<Double>
    }

    /// Links controls for which `LinkRequest.problem(with:)` found no problem.
    init(_ request: LinkRequest, of controls: [PanelControl]) {
        self.request = request
        let areLevels = controls.allSatisfy { $0.ownEffectiveLevel != nil }
        measure = request.mode == .gang ? areLevels ? .value : .norm : request.measure
        members = []
        for control in controls {
            let place = place(of: control)
            members.append(Member(control: control, last: place, free: place))
        }
        switch request.mode {
        case .relative, .absolute: for control in controls { control.link = self }
        case .gang: for control in controls { control.gang = self }
        case .vca:
            controls.first?.masteredVCAs.append(self)
            for member in controls.dropFirst() { member.vcas.append(self) }
        }
    }

    /// Unlinks the controls.
    func dissolve() {
        for control in controls {
            if control.link === self { control.link = nil }
            if control.gang === self { control.gang = nil }
            control.vcas.removeAll { $0 === self }
            control.masteredVCAs.removeAll { $0 === self }
        }
    }

    /// The controls, in order.
    var controls: [PanelControl] { members.map(\.control) }

    /// Whether a control is in the link.
    func has(_ control: PanelControl) -> Bool { members.contains { $0.control === control } }

    /// Records that a control has moved. Calls `move` with each other control that follows it now,
    /// and with its new value; `nil` leaves it unchanged.
    func forEachFollower(
        of cause: PanelControl, if isFollower: (PanelControl) -> Bool,
        _ move: (PanelControl, ControlValue?) -> Void
    ) {
        guard let index = members.firstIndex(where: { $0.control === cause }) else { return }
        let now = place(of: cause)
        let distance = distance(from: members[index].last, to: now, of: cause)
        members[index].last = now
        members[index].free = now
        for other in members.indices where other != index && isFollower(members[other].control) {
            move(members[other].control, newValue(of: other, after: distance, of: cause))
            members[other].last = place(of: members[other].control)
        }
    }

    private func newValue(
        of index: Int, after distance: SIMD2<Double>, of cause: PanelControl
    ) -> ControlValue? {
        let member = members[index]
        switch request.mode {
        // A VCA moves no values.
        case .vca: return nil
        case .absolute:
            return measure == .value
                ? cause.value : member.control.value(at: cause.position)
        case .relative, .gang:
            // Something other than the link may have moved the control.
            let place = place(of: member.control)
            if place != member.last { members[index].free = place }
            guard distance != .zero else { return nil }
            members[index].free += distance
            return value(at: members[index].free, of: member.control)
        }
    }

    /// The value of `follower` after `cause` has moved to `target`; `nil` for `cause` itself.
    func destination(
        of follower: PanelControl, following cause: PanelControl, to target: ControlValue
    ) -> ControlValue? {
        guard follower !== cause, let end = cause.position(of: target),
            let from = members.first(where: { $0.control === cause }),
            let member = members.first(where: { $0.control === follower })
        else { return nil }
        let place = measure == .norm ? end : cause.nearest(to: target)?.numbers ?? from.last
        let wanted =
            request.mode == .absolute
            ? place : member.free + distance(from: from.last, to: place, of: cause)
        return value(at: wanted, of: follower).flatMap(follower.nearest)
    }

    /// Records the position of a control that moved without moving the others.
    func settle(_ control: PanelControl) {
        guard let index = members.firstIndex(where: { $0.control === control }) else { return }
        members[index].last = place(of: control)
        members[index].free = members[index].last
    }

    /// Continues a link of the same request that this one replaces: a control that is pushed
    /// against an end keeps its free position.
    func resume(_ former: ControlLink) {
        guard members.count == former.members.count else { return }
        for (index, old) in former.members.enumerated() where members[index].last == old.last {
            members[index].free = old.free
        }
    }

    /// Records the positions of all other controls, because a movement of `control` begins.
    func settle(besides control: PanelControl) {
        for member in members where member.control !== control { settle(member.control) }
    }

    private func place(of control: PanelControl) -> SIMD2<Double> {
        measure == .norm ? control.position : control.value?.numbers ?? .zero
    }

    /// The travel of a control that wraps, as the link measures it; `nil` for others.
    private func wrappingTravel(of control: PanelControl) -> WrappingTravel? {
        measure == .norm ? control.wrappingTravel?.positions : control.wrappingTravel
    }

    /// The distance from one place of a control to another: the shorter one if the control wraps.
    private func distance(
        from start: SIMD2<Double>, to end: SIMD2<Double>, of control: PanelControl
    ) -> SIMD2<Double> {
        var distance = end - start
        if let travel = wrappingTravel(of: control) { distance.x = travel.shorter(distance.x) }
        return distance
    }

    private func value(at place: SIMD2<Double>, of control: PanelControl) -> ControlValue? {
        var place = place
        if request.mode != .absolute, let travel = wrappingTravel(of: control) {
            place.x = travel.place(for: place.x)
        }
        return measure == .norm
            ? control.value(at: place)
            : control.value.flatMap { control.nearest(to: ControlValue(place, like: $0)) }
    }
}

extension PanelControl {
    /// Records the control's position after a movement that its links did not follow.
    func settleLinks() {
        link?.settle(self)
        gang?.settle(self)
    }
}
