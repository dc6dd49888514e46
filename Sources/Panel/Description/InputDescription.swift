/// `[input]`: the touchscreens.
package struct InputDescription: Equatable, Sendable {
    /// Which devices touch the panel; nil for every touchscreen, and those of `devices`.
    package var device: DeviceMatch?
    /// How touchscreens are read that no entry of `devices` is about.
    package var touchscreen = TouchscreenDescription()
    /// The first entry that matches a device counts.
    package var devices: [InputDevice] = []
    /// How much slower the value moves while fine control is on, 0…1.
    package var fineRatio = 0.1

    package init() {}
}
