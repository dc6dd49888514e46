import Drawing

/// A transform as a sequence: scale, shear, rotation, translation.
struct TransformParts {
    var turn: Angle
    var scaleX: Double
    var scaleY: Double
    /// How much x grows with y, before the rotation.
    var shear: Double
    var translation: Point

    init(turn: Angle, scaleX: Double, scaleY: Double, shear: Double, translation: Point) {
        self.turn = turn
        self.scaleX = scaleX
        self.scaleY = scaleY
        self.shear = shear
        self.translation = translation
    }

    /// Decomposes a transform. The rotation is the angle of the x axis.
    init(_ transform: AffineTransform) {
        turn = Angle.direction(from: .zero, to: Point(x: transform.a, y: transform.b))
        let upright = transform.concatenating(.rotation(-turn))
        scaleX = upright.a
        scaleY = upright.d
        shear = upright.c
        translation = Point(x: transform.tx, y: transform.ty)
    }

    /// The transform with these parts.
    var transform: AffineTransform {
        AffineTransform(a: scaleX, b: 0, c: shear, d: scaleY, tx: 0, ty: 0)
            .concatenating(.rotation(turn))
            .concatenating(.translation(x: translation.x, y: translation.y))
    }
}
