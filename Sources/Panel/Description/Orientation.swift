/// The orientation of a slider.
package enum Orientation: String, CaseIterable, Sendable {
    case horizontal
    case vertical
}
