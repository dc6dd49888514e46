/// An unretained reference to a layer: a tree of layers retains none of them.
///
/// A layer removes its references when it leaves its tree or the whole tree is deallocated.
struct LayerReference: Equatable {
    private let reference: Unmanaged<Layer>

    init(_ layer: Layer) { reference = Unmanaged.passUnretained(layer) }

    /// The layer, retained.
    @inline(__always)
    var layer: Layer { reference.takeUnretainedValue() }

    /// The result of `body`, called with the layer without retaining it.
    @inline(__always)
    func read<Result>(_ body: (Layer) -> Result) -> Result {
        reference._withUnsafeGuaranteedRef(body)
    }

    static func == (left: LayerReference, right: LayerReference) -> Bool {
        left.reference.toOpaque() == right.reference.toOpaque()
    }
}

extension MutableCollection
where Self: RandomAccessCollection, Element == LayerReference, Index == Int {
    /// Sorts from back to front. Sorts a few layers by insertion, because they are usually in
    /// order.
    mutating func sortFromBackToFront() {
        guard count < 64 else { return sort { $0.order < $1.order } }
        for index in indices.dropFirst() {
            let moved = self[index]
            let order = moved.order
            var place = index
            while place > 0, self[place - 1].order > order {
                self[place] = self[place - 1]
                place -= 1
            }
            self[place] = moved
        }
    }
}

extension LayerReference {
    @inline(__always)
    fileprivate var order: Int { read { $0.order } }
}
