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

    /// This paint, moved.
    func offsetBy(dx: Double, dy: Double) -> Paint {
        switch self {
        case .color: self
        case .linear(let gradient, let from, let to):
            .linear(
                gradient, from: from.offsetBy(dx: dx, dy: dy), to: to.offsetBy(dx: dx, dy: dy))
        case .radial(let gradient, let center, let radius):
            .radial(gradient, center: center.offsetBy(dx: dx, dy: dy), radius: radius)
        }
    }
}
