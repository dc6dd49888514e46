import Drawing

/// The visible parts of a pad.
extension XYPad {
    /// The places of the thumb.
    var geometry: PadField { PadField(bounds: bounds) }

    /// The parts that do not move.
    var face: PadFace {
        PadFace(
            bounds: bounds, theme: shownTheme, isDisplay: isDisplay, tint: tint,
            thumbColor: shown(thumbTintColor), trackColor: shown(trackTintColor),
            gridDivisions: gridDivisions, xLabel: xLabel, yLabel: yLabel, font: font)
    }

    /// The colour of the cross hair for the current state.
    var tint: Color {
        shown(color ?? accentColor)
    }

    private func shown(_ color: Color?) -> Color? { looksEnabled ? color : color.map(theme.mute) }
}
