package import Drawing

/// `[display]`: where and how the panel is shown.
package struct DisplayDescription: Equatable, Sendable {
    /// What shows the panel.
    package var device = DisplayDevice.automatic
    /// The connector, such as `HDMI-A-1`; nil for the first that has a monitor.
    package var connector: String?
    /// The mode that the connector is to show; nil for the one it likes best.
    package var mode: DisplayMode?
    /// How far the picture is turned clockwise, in degrees: 0, 90, 180 or 270; nil for as the
    /// display itself says that it is mounted.
    package var rotation: Int?
    /// How the pixels in the display's memory are made.
    package var format = Format.automatic
    /// How many pictures are in the display's memory, 2 or 3: one is shown while another is drawn.
    package var buffers = 2
    /// Whether the picture is drawn in the processor's memory and copied from there.
    package var shadow = Shadow.automatic
    /// What is left on the screen when the daemon ends.
    package var atExit = AtExit.restore
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
    /// The light behind the screen.
    package var backlight = Backlight.automatic
    /// In percent, 1 to 100; nil leaves the backlight as it is.
    package var brightness: Double?
    /// Less light when nobody touches the panel for a while; nil for never.
    package var dim: Dim?
    /// No picture when nobody touches the panel for a while; nil for never.
    package var blank: Blank?

    /// What holds where nothing is said.
    package init() {}

    /// What a pixel is made of, from the most significant bit on.
    package enum Format: String, CaseIterable, Sendable {
        /// The first of these that the display shows.
        case automatic = "auto"
        case xrgb8888
        case xbgr8888
        case rgb565
    }

    /// Whether the picture is drawn in the processor's memory first.
    package enum Shadow: String, CaseIterable, Sendable {
        /// Unless the display's memory is read as fast.
        case automatic = "auto"
        case always
        case never
    }

    /// What is left on the screen.
    package enum AtExit: String, CaseIterable, Sendable {
        /// What was there before: the console, as a rule.
        case restore
        /// The last picture.
        case keep
        case black
    }

    /// What is meant by the backlight.
    package enum Backlight: Equatable, Sendable {
        /// The only one there is, or the one of the display's own card.
        case automatic
        case none
        /// A folder of `/sys/class/backlight`, by its name.
        case named(String)
    }

    /// Less light when nobody touches the panel for a while.
    package struct Dim: Equatable, Sendable {
        package var after = Duration.seconds(1_000_000)
        /// In percent, 1 to 100.
        package var brightness = 20.0
        package var firstTouch = FirstTouch.act
    }

    /// No picture when nobody touches the panel for a while.
    package struct Blank: Equatable, Sendable {
        package var after = Duration.seconds(1_000_000)
        package var firstTouch = FirstTouch.swallow
    }

    /// What the touch does that wakes the panel.
    package enum FirstTouch: String, CaseIterable, Sendable {
        /// What it would do otherwise.
        case act
        /// Nothing more, until it lifts.
        case swallow
    }
}
