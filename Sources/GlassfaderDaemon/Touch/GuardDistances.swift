import Drawing
import Panel

/// The distances by which the pipeline's stages recognise noise, in millimetres of a scale.
///
/// If the size of the glass is only assumed, a "millimetre" may really be three. To lose no touch,
/// a jump is then a share of the panel's diagonal, and the size of a contact is ignored.
struct GuardDistances: Equatable {
    /// The diagonal of a common 7-inch panel, in millimetres. Distances scale with the diagonal.
    static let referenceDiagonal = 178.0
    /// The smallest jump within 12 ms if the size is assumed, as a share of the diagonal: on a
    /// panel of 100 mm, a flick of 2 m/s moves that far.
    static let leastJump = 0.25

    /// The smallest step within 12 ms that is another finger; nil to accept every step.
    let jump: Double?
    /// The smallest major axis of a palm; nil to rely on the device alone.
    let palmMajor: Double?
    /// The largest distance at which a lost finger may continue.
    let bounceReach: Double
    /// The largest last step that is never reverted.
    let liftOffStep: Double

    /// The distances for the panel file's filters, on a picture of `width` by `height` points.
    init(_ filters: FilterDescription, scale: TouchScale, width: Double, height: Double) {
        guard scale.origin == .assumed else {
            jump = filters.jump
            palmMajor = filters.palmMajor
            bounceReach = BounceMerge.reach
            liftOffStep = LiftOffGuard.millimetres
            return
        }
        let points = scale.pixelsPerMillimetre
        let diagonal = Point.zero.distance(to: Point(x: width / points.x, y: height / points.y))
        func share(_ millimetres: Double) -> Double {
            millimetres / Self.referenceDiagonal * diagonal
        }
        jump = filters.jump.map { max(share($0), Self.leastJump * diagonal) }
        palmMajor = nil
        bounceReach = share(BounceMerge.reach)
        liftOffStep = share(LiftOffGuard.millimetres)
    }
}
