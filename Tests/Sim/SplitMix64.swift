/// Random numbers that are the same for the same seed, on every machine. See Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators" (2014).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// Numbers for a part of their own: what one part asks for does not move the others'.
    mutating func split() -> SplitMix64 { SplitMix64(seed: next()) }

    /// A whole number of a range.
    mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// Whether something happens that happens once in so many times.
    mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }

    /// One of several.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[int(0...elements.count - 1)]
    }

    /// One of several, each with its weight.
    mutating func pick<Element>(weighted elements: [(Int, Element)]) -> Element {
        var rest = int(1...elements.reduce(0) { $0 + $1.0 })
        for (weight, element) in elements {
            rest -= weight
            if rest <= 0 { return element }
        }
        preconditionFailure("weights that are no sum")
    }
}
