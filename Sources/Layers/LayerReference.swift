/// A layer that is owned elsewhere: a tree of layers owns none of them.
///
/// A layer takes its references back before it goes: when it leaves its tree, or the whole tree goes.
struct LayerReference {
    private let reference: Unmanaged<Layer>

    init(_ layer: Layer) { reference = Unmanaged.passUnretained(layer) }

    @inline(__always)
    var layer: Layer { reference.takeUnretainedValue() }
}

extension [LayerReference] {
    /// Sorts by how many layers lie below each. Most often they are few, or in order already.
    mutating func sortFromBackToFront() {
        guard count < 64 else { return sort { $0.layer.order < $1.layer.order } }
        for index in indices.dropFirst() {
            let moved = self[index]
            let order = moved.layer.order
            var place = index
            while place > 0, self[place - 1].layer.order > order {
                self[place] = self[place - 1]
                place -= 1
            }
            self[place] = moved
        }
    }
}
