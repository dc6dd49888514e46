/// A request to set the brightness of the screen, or to blank it.
package struct DisplayRequest: Equatable, Sendable {
    /// The brightness that a screen can have, in percent.
    package static let brightnesses = 0.0...100

    /// In percent; `nil` for no change.
    package var brightness: Double?
    /// Whether the screen is to be blank; `nil` for no change.
    package var isBlank: Bool?

    /// Creates a request. Without arguments, it asks for the present state.
    package init(brightness: Double? = nil, isBlank: Bool? = nil) {
        self.brightness = brightness
        self.isBlank = isBlank
    }

    init(_ fields: Fields) throws(RequestError) {
        brightness = try fields.number("brightness", in: Self.brightnesses)
        isBlank = try fields.boolean("blank")
    }
}
