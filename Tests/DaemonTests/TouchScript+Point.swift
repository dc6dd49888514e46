import Drawing
import TouchEvents

extension TouchScript {
    /// The finger lands at a point.
    func lands(at point: Point) -> TouchScript { lands(point.x, point.y) }

    /// The finger moves to a point in some steps.
    func moves(from start: Point, dx: Double = 0, dy: Double = 0, steps: Int) -> TouchScript {
        moves(
            through: (1...steps).map { step in
                let share = Double(step) / Double(steps)
                return (start.x + dx * share, start.y + dy * share)
            })
    }
}
