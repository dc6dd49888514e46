/// `[input]`: the touchscreens.
package struct InputDescription: Equatable, Sendable {
    /// The devices that touch the panel; `nil` for every touchscreen, and those of `devices`.
    package var device: DeviceMatch?
    /// The settings of touchscreens that match no entry of `devices`.
    package var touchscreen = TouchscreenDescription()
    /// Settings for some devices. The first entry that matches a device applies.
    package var devices: [InputDevice] = []
    /// The factor by which fine control slows a value down, 0…1.
    package var fineRatio = 0.1

    package init() {}
}
