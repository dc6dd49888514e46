package import Drawing

/// `[display]`: where the panel is shown.
package struct DisplayDescription: Equatable, Sendable {
    /// `auto`, a card such as `/dev/dri/card0`, or `png:FILE`.
    package var device = "auto"
    /// The connector, such as `HDMI-A-1`; nil for the first that has a monitor.
    package var connector: String?
    /// The mode that the connector is to show; nil for the one it likes best.
    package var mode: DisplayMode?
    /// How far the picture is turned clockwise, in degrees: 0, 90, 180 or 270.
    package var rotation = 0
    /// How large the screen is before it is turned, in millimetres; nil for what it says itself.
    package var millimetres: Size?
    /// How many pixels of a picture on the screen are a millimetre; nil if neither the file nor the
    /// display knows.
    ///
    /// - Parameter display: how large the display says it is, in millimetres, turned or not.
    package func pixelsPerMillimetre(
        atWidth width: Int, height: Int, display: Size? = nil
    ) -> Double? {
        guard let size = millimetres ?? display, size.width * size.height > 0 else { return nil }
        return (Double(width) * Double(height) / (size.width * size.height)).squareRoot()
    }

    /// Whether what is under a finger is drawn just before the display shows it, and not as soon as
    /// the display has shown the last.
    package var latchesLate = true
    /// Whether a panel with several pages and nothing else to change them has a bar for that.
    package var hasPageBar = true
    /// In percent; nil leaves the backlight as it is.
    package var brightness: Double?
    package var dim: Idle?
    package var blank: Idle?

    /// The file of `png:FILE`: a picture in place of a screen.
    package var picture: String? {
        device.hasPrefix("png:") ? String(device.dropFirst(4)) : nil
    }

    /// What happens when nobody touches the panel for a while.
    package struct Idle: Equatable, Sendable {
        package var after: Duration
        /// In percent; 0 is dark.
        package var brightness: Double
        package var firstTouch: FirstTouch
    }

    /// What the touch does that wakes the panel.
    package enum FirstTouch: String, CaseIterable, Sendable {
        case act
        case swallow
    }
}
