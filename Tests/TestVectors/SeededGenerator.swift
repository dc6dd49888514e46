/// Numbers that look random and are the same for the same seed, in every run and on every machine.
///
/// The method is SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (2014).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A test passes a constant, or prints the seed: then a failure can be repeated.
    public init(seed: UInt64) {
        state = seed
    }

    /// 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A generator for one part: how many numbers that part takes does not change the others'.
    public mutating func split() -> SeededGenerator { SeededGenerator(seed: next()) }

    /// A whole number of a range.
    public mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// True once in `count` times, on average.
    public mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }

    /// One of several elements, each as likely as the others. There must be at least one.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[int(0...elements.count - 1)]
    }

    /// One of several elements, each as likely as its weight. The weights must be positive.
    public mutating func pick<Element>(weighted elements: [(Int, Element)]) -> Element {
        var rest = int(1...elements.reduce(0) { $0 + $1.0 })
        for (weight, element) in elements {
            rest -= weight
            if rest <= 0 { return element }
        }
        preconditionFailure("a weight is not positive")
    }
}
