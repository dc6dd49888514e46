/// The way a slider lies.
package enum Orientation: String, CaseIterable, Sendable {
    case horizontal
    case vertical
}
