import Drawing

/// What is seen of a pad.
extension XYPad {
    /// Where on it the thumb goes.
    var place: PadField { PadField(bounds: bounds) }

    /// What of it stands still.
    var face: PadFace {
        PadFace(
            bounds: bounds, theme: isEnabled ? theme : theme.muted, tint: tint,
            thumbColor: shown(thumbTintColor), trackColor: shown(trackTintColor),
            gridDivisions: gridDivisions, xLabel: xLabel, yLabel: yLabel, font: font)
    }

    /// The colour of the cross hair, as the state shows it.
    var tint: Color {
        let color = color ?? accentColor
        return isEnabled ? color : theme.mute(color)
    }

    private func shown(_ color: Color?) -> Color? { isEnabled ? color : color.map(theme.mute) }
}
