/// The screen in a reply.
package struct DisplayInfo: Equatable, Sendable {
    /// In percent; `nil` if the screen has no adjustable brightness.
    package var brightness: Double?
    /// Whether the screen is blank.
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
