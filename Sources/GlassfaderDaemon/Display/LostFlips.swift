/// A card accepted page flips but did not complete them, even after the mode was set again.
struct LostFlips: Error, CustomStringConvertible {
    /// The card's device node.
    let node: String

    var description: String { "no page flip completes on \(node)" }
}
