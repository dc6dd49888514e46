import GlassfaderClient

extension PanelReading {
    /// The value as the panel shows it or, where it has not said that, as it is.
    var shownText: String { text ?? value.description }
}

extension PanelControl {
    /// What the panel shows of it or, where that is nothing, its value; nil if it has none.
    var shownText: String? { text ?? reading?.shownText }
}
