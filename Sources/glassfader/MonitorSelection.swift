/// Which control the keys change.
struct MonitorSelection {
    /// The strip, from the left.
    private(set) var strip = 0
    /// The control; nil if there is none to be changed.
    private(set) var control: String?
    /// Which of its parts.
    private(set) var part = 0

    /// Goes to a strip beside, to the control that has the same name there, or the same place.
    mutating func moveSideways(
        _ step: Int, among strips: [MonitorStrip], _ controls: [String: MonitorControl]
    ) {
        let names = Self.settable(in: strips, strip, controls)
        let place = control.flatMap(names.firstIndex) ?? 0
        let local = control.flatMap { controls[$0]?.localName }
        var next = strip + step
        while strips.indices.contains(next) {
            let others = Self.settable(in: strips, next, controls)
            if !others.isEmpty {
                let same = others.first { controls[$0]?.localName == local }
                select(same ?? others[min(place, others.count - 1)], in: next, controls)
                return
            }
            next += step
        }
    }

    /// Goes to the part or control behind or before, and on to the next strip.
    mutating func moveOn(
        _ step: Int, among strips: [MonitorStrip], _ controls: [String: MonitorControl]
    ) {
        let all = strips.indices.flatMap { strip in
            Self.settable(in: strips, strip, controls).flatMap { name in
                (0..<max(1, controls[name]?.control.parts.count ?? 1)).map { (strip, name, $0) }
            }
        }
        guard let index = all.firstIndex(where: { $0.1 == control && $0.2 == part }) else { return }
        (strip, control, part) = all[(index + step + all.count) % all.count]
    }

    /// Goes elsewhere if the control is gone.
    mutating func mend(among strips: [MonitorStrip], _ controls: [String: MonitorControl]) {
        for index in strips.indices {
            let names = Self.settable(in: strips, index, controls)
            if let control, names.contains(control) { return select(control, in: index, controls) }
        }
        control = nil
        strip = 0
        for index in strips.indices {
            // A strip begins with what it is about: mostly that is the lowest control with a travel.
            let names = Self.settable(in: strips, index, controls)
            if let name = names.last(where: { controls[$0]?.control.type == "slider" })
                ?? names.first
            {
                return select(name, in: index, controls)
            }
        }
    }

    private mutating func select(
        _ name: String, in strip: Int, _ controls: [String: MonitorControl]
    ) {
        self.strip = strip
        control = name
        part = min(part, max(0, (controls[name]?.control.parts.count ?? 1) - 1))
    }

    private static func settable(
        in strips: [MonitorStrip], _ index: Int, _ controls: [String: MonitorControl]
    ) -> [String] {
        guard strips.indices.contains(index) else { return [] }
        return strips[index].controls.filter { controls[$0]?.control.isSettable == true }
    }
}
