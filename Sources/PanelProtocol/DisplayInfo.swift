/// What clients are sent of the screen.
package struct DisplayInfo: Equatable, Sendable {
    /// In percent; nil where the screen has no brightness to be set.
    package var brightness: Double?
    /// Whether the screen is dark.
    package var isBlank: Bool

    /// Describes a screen.
    package init(brightness: Double?, isBlank: Bool) {
        self.brightness = brightness
        self.isBlank = isBlank
    }

    func write(to writer: inout JSONWriter) {
        if let brightness { writer.member("brightness", brightness) }
        writer.member("blank", isBlank)
    }
}
