import Glibc

/// Where on the glass something is, in millimetres from the picture's top left corner.
struct Place: Equatable {
    var x: Double
    var y: Double

    static func + (left: Place, right: Place) -> Place {
        Place(x: left.x + right.x, y: left.y + right.y)
    }

    static func - (left: Place, right: Place) -> Place {
        Place(x: left.x - right.x, y: left.y - right.y)
    }

    static func * (place: Place, factor: Double) -> Place {
        Place(x: place.x * factor, y: place.y * factor)
    }

    func distance(to other: Place) -> Double {
        hypot(x - other.x, y - other.y)
    }

    /// How far the other place is off, where 1 is the edge of an ellipse around this one.
    func distance(to other: Place, inEllipse radii: Place) -> Double {
        hypot((other.x - x) / radii.x, (other.y - y) / radii.y)
    }
}
