import Controls

/// What a file says of every control with a scale: how a finger moves it, and the scale's lines.
struct MotionDescription: Equatable, Sendable {
    /// How much farther the value goes than the finger.
    var sensitivity: Double
    var fine: FineDescription
    /// Whether it goes back to its default when the finger leaves.
    var springs: Bool
    /// The values that have a line; nil for those that suit the scale.
    var ticks: [Double]?
    /// Whether the lines have numbers.
    var labelsTicks: Bool
    /// Whether the value is shown above the finger while it moves.
    var popsUp: Bool

    /// The same, without lines and without what is shown above a finger.
    var withoutLooks: MotionDescription {
        var motion = self
        (motion.ticks, motion.labelsTicks, motion.popsUp) = (nil, false, false)
        return motion
    }

    init(_ fields: inout TableFields, _ scale: ScaleDescription) {
        sensitivity = fields.positiveNumber("sensitivity", atMost: 100) ?? 1
        fine = FineDescription(&fields)
        springs = fields.boolean("spring") ?? false
        labelsTicks = fields.boolean("tick_labels") ?? false
        popsUp = fields.boolean("popup") ?? false
        ticks = fields.numbers("ticks")
        if labelsTicks, ticks?.isEmpty ?? false { fields.refuseLabelsWithoutTicks() }
        for tick in ticks ?? [] where !scale.range.contains(tick) {
            fields.error(
                "the tick \(written(tick)) is outside "
                    + "\(written(scale.minimum))…\(written(scale.maximum))", at: "ticks")
        }
    }
}

extension ScaledControl {
    /// Takes what the types with a scale have in common.
    func take(
        _ scale: ScaleDescription, _ conduct: ConductDescription, _ motion: MotionDescription,
        _ style: ControlStyle
    ) {
        theme = style.theme
        font = style.font
        self.scale = scale.scale
        valueFormat = scale.format
        detents = scale.detents
        isContinuous = conduct.report == .live
        revertsOnCancel = conduct.revertsOnCancel
        sensitivity = motion.sensitivity
        fineControl = motion.fine.control
        fineRatio = motion.fine.ratio ?? style.fineRatio
        ticks = motion.ticks ?? []
        showsTickLabels = motion.labelsTicks
        showsPopup = motion.popsUp
    }

    /// Writes in a size that suits the panel.
    func fitText(to fontSize: Double) {
        font = font?.withSize(fontSize)
    }
}
