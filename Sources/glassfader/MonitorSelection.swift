/// The control that keys change.
struct MonitorSelection {
    /// The index of the strip.
    private(set) var strip = 0
    /// The name of the control; nil if none can be changed.
    private(set) var control: String?
    /// The index of its part.
    private(set) var part = 0

    /// Moves to another strip: to the control with the same local name, otherwise to the same
    /// position.
    mutating func moveSideways(
        _ step: Int, among strips: [MonitorStrip], _ controls: [String: MonitorControl]
    ) {
        let names = Self.settable(in: strips, strip, controls)
        let position = control.flatMap(names.firstIndex) ?? 0
        let local = control.flatMap { controls[$0]?.localName }
        var next = strip + step
        while strips.indices.contains(next) {
            let others = Self.settable(in: strips, next, controls)
            if !others.isEmpty {
                let same = others.first { controls[$0]?.localName == local }
                select(same ?? others[min(position, others.count - 1)], in: next, controls)
                return
            }
            next += step
        }
    }

    /// Moves to the next or previous part or control, also across strips.
    mutating func moveToNext(
        _ step: Int, among strips: [MonitorStrip], _ controls: [String: MonitorControl]
    ) {
        let all = strips.indices.flatMap { strip in
            Self.settable(in: strips, strip, controls).flatMap { name in
                (0..<(controls[name]?.selectableParts ?? 1)).map { (strip, name, $0) }
            }
        }
        guard let index = all.firstIndex(where: { $0.1 == control && $0.2 == part }) else { return }
        (strip, control, part) = all[(index + step + all.count) % all.count]
    }

    /// Keeps the selection if its control still exists; otherwise selects another one.
    mutating func update(among strips: [MonitorStrip], _ controls: [String: MonitorControl]) {
        for index in strips.indices {
            let names = Self.settable(in: strips, index, controls)
            if let control, names.contains(control) { return select(control, in: index, controls) }
        }
        // Another card of the same strip, if there is one.
        let own = control.map { String($0.prefix { $0 != "." }) }
        control = nil
        strip = 0
        for index in strips.indices.filter({ strips[$0].name == own }) + strips.indices {
            // The lowest slider of a strip is usually its main control.
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
