import GlassfaderClient

extension PanelReading {
    /// The text that the panel shows or, if that is unknown, the value.
    var shownText: String { text ?? value.description }
}

extension PanelReading.Level {
    /// The text that the panel would show or, if that is unknown, the level.
    var shownText: String {
        text ?? (gain == 0 ? "-∞ dB" : PanelValue.number(value).description + " dB")
    }
}

extension PanelControl {
    /// The text that the panel shows or, if there is none, the value; nil without a value.
    var shownText: String? { text ?? reading?.shownText }
}
