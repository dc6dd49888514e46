package import TOML

/// An entry of `[[input.devices]]`: the settings of some touchscreens.
package struct InputDevice: Equatable, Sendable {
    package var match: DeviceMatch
    /// The connector of the screen under the touchscreen, such as `DSI-1`; `nil` for any.
    package var output: String?
    package var touchscreen: TouchscreenDescription
    package var position: SourcePosition

    package init(
        match: DeviceMatch, output: String?, touchscreen: TouchscreenDescription,
        position: SourcePosition
    ) {
        self.match = match
        self.output = output
        self.touchscreen = touchscreen
        self.position = position
    }
}
