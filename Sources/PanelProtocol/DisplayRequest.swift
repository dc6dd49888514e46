/// The request to make the screen brighter or darker, or to blank it.
package struct DisplayRequest: Equatable, Sendable {
    /// In percent; nil leaves it as it is.
    package var brightness: Double?
    /// Whether the screen is to be dark; nil leaves that as it is.
    package var isBlank: Bool?

    /// Asks how things are, unless something is set.
    package init(brightness: Double? = nil, isBlank: Bool? = nil) {
        self.brightness = brightness
        self.isBlank = isBlank
    }

    init(_ fields: Fields) throws(RequestError) {
        brightness = try fields.number("brightness", in: 0...100)
        isBlank = try fields.boolean("blank")
    }
}
