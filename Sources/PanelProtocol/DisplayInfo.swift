/// The screen in a reply, and what touches it.
package struct DisplayInfo: Equatable, Sendable {
    /// A screen that shows the panel.
    package struct Screen: Equatable, Sendable {
        /// For people: `HDMI-A-1 of /dev/dri/card0 (vc4), 1280x800@59.810`.
        package var name: String
        /// Such as `HDMI-A-1`; `nil` for a display without one.
        package var connector: String?
        /// The size of the picture after rotation, in pixels.
        package var width: Int
        package var height: Int
        /// The clockwise rotation of the picture on the screen, in degrees.
        package var rotation: Int

        /// Describes a screen.
        package init(name: String, connector: String?, width: Int, height: Int, rotation: Int) {
            self.name = name
            self.connector = connector
            self.width = width
            self.height = height
            self.rotation = rotation
        }

        /// Writes the members.
        package func write(to writer: inout JSONWriter) {
            writer.member("name", name)
            if let connector { writer.member("connector", connector) }
            writer.member("width", width)
            writer.member("height", height)
            writer.member("rotate", rotation)
        }
    }

    /// In percent; `nil` if the screen has no adjustable brightness.
    package var brightness: Double?
    /// Whether the screen is blank.
    package var isBlank: Bool
    /// `nil` while nothing shows the panel.
    package var screen: Screen?
    /// Why nothing shows it; `nil` if something does.
    package var absence: String?
    /// The touchscreens that are read, by their nodes or files.
    package var touchscreens: [String]

    /// Describes a screen.
    package init(
        brightness: Double?, isBlank: Bool, screen: Screen? = nil, absence: String? = nil,
        touchscreens: [String] = []
    ) {
        self.brightness = brightness
        self.isBlank = isBlank
        self.screen = screen
        self.absence = absence
        self.touchscreens = touchscreens
    }

    func write(to writer: inout JSONWriter) {
        if let brightness { writer.member("brightness", brightness) }
        writer.member("blank", isBlank)
        if let screen { writer.object("screen") { screen.write(to: &$0) } }
        if let absence { writer.member("absence", absence) }
        writer.member("touchscreens", touchscreens)
    }
}
