/// The events of fingers that land, move and lift, without the end of the report.
package struct TouchEncoder {
    private let hasSlots: Bool
    private var down: Set<Int32> = []
    private var lastTrackingID: Int32 = 0

    /// - Parameter hasSlots: whether the device is a multitouch one with slots, or is for a single
    ///   finger.
    package init(hasSlots: Bool) {
        self.hasSlots = hasSlots
    }

    /// A finger lands.
    package mutating func land(
        _ slot: Int32, _ x: Int32, _ y: Int32
    ) -> [(EventCode, Int32)] {
        let isFirst = down.isEmpty
        down.insert(slot)
        lastTrackingID += 1
        let key: [(EventCode, Int32)] = isFirst ? [(.touch, 1)] : []
        guard hasSlots else { return [(.x, x), (.y, y)] + key }
        return [(.slot, slot), (.id, lastTrackingID), (.mtX, x), (.mtY, y)] + key
    }

    /// A finger moves.
    package func move(_ slot: Int32, _ x: Int32, _ y: Int32) -> [(EventCode, Int32)] {
        hasSlots ? [(.slot, slot), (.mtX, x), (.mtY, y)] : [(.x, x), (.y, y)]
    }

    /// A finger lifts.
    package mutating func lift(_ slot: Int32) -> [(EventCode, Int32)] {
        down.remove(slot)
        let key: [(EventCode, Int32)] = down.isEmpty ? [(.touch, 0)] : []
        return hasSlots ? [(.slot, slot), (.id, -1)] + key : key
    }
}
