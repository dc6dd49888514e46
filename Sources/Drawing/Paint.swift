/// The paint of an area or a line.
public enum Paint: Hashable, Sendable {
    /// The same colour everywhere.
    case color(Color)

    /// A gradient along a line; beyond its ends, the first and the last colour.
    case linear(Gradient, from: Point, to: Point)

    /// A gradient from a centre to a circle; beyond it, the last colour.
    case radial(Gradient, center: Point, radius: Double)
}
