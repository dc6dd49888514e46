import PanelProtocol

/// The set of cards to which a control belongs: it is visible only while another control has a
/// certain value.
package struct CardDescription: Equatable, Sendable {
    /// The full ID of the control that chooses among the cards.
    package var chooser: String
    /// The value of the chooser with which this card is visible. The ID of a page matches all its
    /// banks.
    package var word: String

    /// The options in the reply to `list`.
    var listed: [ControlInfo.Setting] {
        [.init("cards", .text(chooser)), .init("card", .text(word))]
    }
}
