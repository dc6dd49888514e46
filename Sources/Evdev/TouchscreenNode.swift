/// An input device that can be opened, with the information from the kernel and udev.
package struct TouchscreenNode: Equatable, Sendable {
    /// For example `/dev/input/event3`. The number may differ after the device is plugged in again.
    package var path: String
    /// The driver's name of the device. It may contain garbage: escape it in messages.
    package var name = ""
    /// The vendor and product numbers, as `lsusb` shows them; 0 if there are none.
    package var vendor: UInt16 = 0
    package var product: UInt16 = 0
    /// Whether udev classifies it as a touchscreen and does not ignore it
    /// (`LIBINPUT_IGNORE_DEVICE`); without udev, whether it has a touchscreen's capabilities.
    package var isTouchscreen = false
    /// The port (`ID_PATH`), which distinguishes two panels of the same model.
    package var pluggedInto: String?
    /// udev's `WL_OUTPUT`: the connector of the screen under the glass.
    package var output: String?
    /// The seat that udev assigns the device to.
    package var seat = Seat.seat0
    /// udev's `LIBINPUT_CALIBRATION_MATRIX`, unparsed.
    package var calibration: String?
    /// The fuzz of axes by event code, in device units, if udev has already switched the kernel's
    /// filter off (`LIBINPUT_FUZZ_00` and so on).
    package var fuzz: [UInt16: Int32] = [:]

    package init(path: String) {
        self.path = path
    }
}
