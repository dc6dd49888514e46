package import Drawing

/// `[display]`: where and how the panel is displayed.
package struct DisplayDescription: Equatable, Sendable {
    /// The display device.
    package var device = DisplayDevice.automatic
    /// The connector, such as `HDMI-A-1`; `nil` for the first with a monitor.
    package var connector: String?
    /// The seat of the card and of the touchscreens; `nil` for any.
    package var seat: String?
    /// The mode of the connector; `nil` for its preferred one.
    package var mode: DisplayMode?
    /// The clockwise rotation of the picture, in degrees: 0, 90, 180 or 270. `nil` uses the
    /// mounting rotation that the display reports.
    package var rotation: Int?
    /// The pixel format of the display's memory.
    package var format = Format.automatic
    /// The number of buffers in the display's memory, 2 or 3: one is shown while another is drawn.
    package var buffers = 2
    /// Whether the picture is drawn in main memory and copied from there.
    package var shadow = Shadow.automatic
    /// The image file that the screen shows while the daemon starts; `nil` for none.
    package var splash: String?
    /// What the screen shows after the daemon has exited.
    package var atExit = AtExit.restore
    /// The size of the screen before rotation, in millimetres; `nil` for the size that the display
    /// reports.
    package var millimetres: Size?
    /// The possible lengths of a side of the screen, in millimetres.
    package static let lengths = 5.0...3000

    /// Whether a screen that reports this size, in millimetres, may have it. Some devices report an
    /// impossible one: a size in centimetres, an aspect ratio, or nearly a metre.
    package static func isPlausible(_ millimetres: Size) -> Bool {
        let range = 20.0...900.0
        return range.contains(millimetres.width) && range.contains(millimetres.height)
    }

    /// The size that a screen reports, in millimetres; `nil` for none or an impossible one.
    package static func plausible(_ reported: Size?) -> Size? {
        reported.flatMap { isPlausible($0) ? $0 : nil }
    }

    /// The number of screen pixels per millimetre; `nil` if neither the file nor the display
    /// specifies the size.
    ///
    /// - Parameter display: The size that the display reports, in millimetres, rotated or not.
    package func pixelsPerMillimetre(
        atWidth width: Int, height: Int, display: Size? = nil
    ) -> Double? {
        guard let size = millimetres ?? display, size.width * size.height > 0 else { return nil }
        return (Double(width) * Double(height) / (size.width * size.height)).squareRoot()
    }

    /// Whether the frame under a finger is drawn just before the display shows it, and not directly
    /// after the last frame.
    package var latchesLate = true
    /// Whether there is a bar of tabs if several pages have no other control to change them.
    package var hasPageBar = true
    /// The backlight of the screen.
    package var backlight = Backlight.automatic
    /// The brightness that software sets, in percent. On a black screen, nobody could set another
    /// one.
    package static let brightnesses = 1.0...100
    /// One of `brightnesses`; `nil` leaves the backlight unchanged.
    package var brightness: Double?
    /// Dims the screen after some time without touches; `nil` for never.
    package var dim: Dim?
    /// Blanks the screen after some time without touches; `nil` for never.
    package var blank: Blank?

    /// The defaults.
    package init() {}

    /// The components of a pixel, from the most significant bit on.
    package enum Format: String, CaseIterable, Sendable {
        /// The first of these formats that the display supports.
        case automatic = "auto"
        case xrgb8888
        case xbgr8888
        case rgb565
    }

    /// Whether the picture is drawn in main memory first.
    package enum Shadow: String, CaseIterable, Sendable {
        /// Unless the display's memory can be read equally fast.
        case automatic = "auto"
        case always
        case never
    }

    /// What the screen shows after exit.
    package enum AtExit: String, CaseIterable, Sendable {
        /// What was there before: usually the console.
        case restore
        /// The last frame.
        case keep
        case black
    }

    /// The selected backlight.
    package enum Backlight: Equatable, Sendable {
        /// The only one, or the one of the display's card.
        case automatic
        case none
        /// A folder of `/sys/class/backlight`, by name.
        case named(String)
    }

    /// Dims the screen after some time without touches.
    package struct Dim: Equatable, Sendable {
        /// The time without touches. The file must set it; zero avoids a second error if it is
        /// missing.
        package var after = Duration.zero
        /// One of `brightnesses`.
        package var brightness = 20.0
        package var firstTouch = FirstTouch.act
    }

    /// Blanks the screen after some time without touches.
    package struct Blank: Equatable, Sendable {
        package var after = Duration.seconds(1_000_000)
        package var firstTouch = FirstTouch.swallow
    }

    /// What the touch that wakes the panel does.
    package enum FirstTouch: String, CaseIterable, Sendable {
        /// The touch also acts on the control.
        case act
        /// The touch only wakes the panel: it has no other effect until it lifts.
        case swallow
    }
}
