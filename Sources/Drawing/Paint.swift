/// The paint of an area or a line.
public enum Paint: Hashable, Sendable {
    /// The same colour everywhere.
    case color(Color)

    /// A gradient along a line; beyond its ends, the first and the last colour.
    case linear(Gradient, from: Point, to: Point)

    /// A gradient from a centre to a circle; beyond it, the last colour.
    case radial(Gradient, center: Point, radius: Double)

    /// Gradients that begin alike are only compared: drawings are looked up by their paints.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .color(let color): hasher.combine(color)
        case .linear(let gradient, _, _), .radial(let gradient, _, _):
            hasher.combine(gradient.stops.first?.color)
        }
    }
}
