/// A card that accepted page flips and did not complete them, even after its mode was set again.
struct LostFlips: Error, CustomStringConvertible {
    /// The card's device node.
    let node: String

    var description: String { "no page flip completes on \(node)" }
}
