import Drawing
import Panel

/// The distances by which stages tell a finger from something else, in millimetres of a scale.
///
/// Where the size of the glass is only guessed, a millimetre may be three. No touch is lost for
/// that: a jump is a share of the panel's diagonal then, and the size of a contact says nothing.
struct GuardDistances: Equatable {
    /// The diagonal of a common panel, of 7 inches. What is usual on it is usual as a share of any.
    static let usualDiagonal = 178.0
    /// The least that counts as a jump within 12 ms where the size is guessed, as a share of the
    /// diagonal: a flick of 2 m/s goes so far on a panel of 100 mm.
    static let leastJump = 0.25

    /// How far another finger is, within 12 ms; nil to believe every step.
    let jump: Double?
    /// How long a palm is; nil to go by the device alone.
    let palmMajor: Double?
    /// Within which distance a finger that was lost goes on.
    let bounceReach: Double
    /// The longest last step of a finger that is never taken back.
    let liftOffStep: Double

    /// What the filters ask for, on a picture of `width` by `height` points.
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
        func share(_ millimetres: Double) -> Double { millimetres / Self.usualDiagonal * diagonal }
        jump = filters.jump.map { max(share($0), Self.leastJump * diagonal) }
        palmMajor = nil
        bounceReach = share(BounceMerge.reach)
        liftOffStep = share(LiftOffGuard.millimetres)
    }
}
