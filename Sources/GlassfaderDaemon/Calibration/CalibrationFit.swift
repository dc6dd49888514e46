import Drawing

/// The matrix that maps four touches to their crosses.
struct CalibrationFit: Equatable {
    /// The touches do not fit one flat glass: one was beside its cross, or on another one.
    struct Misfit: Error, CustomStringConvertible {
        let description = "the touches do not fit together"
    }

    /// How far from its cross a finger is expected to touch, as a share of the screen's side.
    private static let tolerance = 0.035

    let matrix: CalibrationMatrix

    /// - Parameters:
    ///   - touches: The positions on the device, 0 to 1 along its axes.
    ///   - crosses: The positions of the crosses on the unrotated screen, 0 to 1.
    /// - Throws: `Misfit`.
    init(touches: [Point], crosses: [Point]) throws(Misfit) {
        // A finger is less exact than a factory, so a matrix that only turns or mirrors has
        // precedence.
        let exact = Self.turned.first {
            Self.largestError(of: $0, touches, crosses) < Self.tolerance
        }
        if let exact {
            matrix = exact
            return
        }
        guard let fitted = Self.leastSquares(touches, crosses),
            Self.largestError(of: fitted, touches, crosses) < Self.tolerance
        else { throw Misfit() }
        matrix = fitted.rounded
    }

    /// The eight rotations and mirrorings of a rectangle.
    private static let turned = [
        [1, 0, 0, 0, 1, 0], [0, -1, 1, 1, 0, 0], [-1, 0, 1, 0, -1, 1], [0, 1, 0, -1, 0, 1],
        [-1, 0, 1, 0, 1, 0], [1, 0, 0, 0, -1, 1], [0, 1, 0, 1, 0, 0], [0, -1, 1, -1, 0, 1],
    ].compactMap { CalibrationMatrix($0.map(Double.init)) }

    private static func largestError(
        of matrix: CalibrationMatrix, _ touches: [Point], _ crosses: [Point]
    ) -> Double {
        zip(touches, crosses).map { touch, cross in
            let point = matrix.apply(x: touch.x, y: touch.y)
            return max(abs(point.x - cross.x), abs(point.y - cross.y))
        }.max() ?? 1
    }

    /// The matrix with the least squares of the errors; `nil` if the touches are in a line.
    private static func leastSquares(
        _ touches: [Point], _ crosses: [Point]
    ) -> CalibrationMatrix? {
        // Around the mean, both rows have the same two normal equations.
        let count = Double(touches.count)
        let mean = Point(
            x: touches.map(\.x).reduce(0, +) / count, y: touches.map(\.y).reduce(0, +) / count)
        let (xs, ys) = (touches.map { $0.x - mean.x }, touches.map { $0.y - mean.y })
        func product(_ a: [Double], _ b: [Double]) -> Double {
            zip(a, b).map { $0 * $1 }.reduce(0, +)
        }
        let (xx, xy, yy) = (product(xs, xs), product(xs, ys), product(ys, ys))
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-6 else { return nil }
        func row(_ targets: [Double]) -> [Double] {
            let (xt, yt) = (product(xs, targets), product(ys, targets))
            let a = (xt * yy - yt * xy) / determinant
            let b = (yt * xx - xt * xy) / determinant
            return [a, b, targets.reduce(0, +) / count - a * mean.x - b * mean.y]
        }
        return CalibrationMatrix(row(crosses.map(\.x)) + row(crosses.map(\.y)))
    }
}

extension CalibrationMatrix {
    /// With four decimals, a tenth of a pixel.
    fileprivate var rounded: CalibrationMatrix {
        let numbers = numbers.map { ($0 * 10_000).rounded() / 10_000 }
        return CalibrationMatrix(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4],
            f: numbers[5])
    }
}
