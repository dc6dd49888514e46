/// An input device that can be opened, and what the kernel and udev say of it.
package struct TouchscreenNode: Equatable, Sendable {
    /// Such as `/dev/input/event3`; another number after the next plugging in.
    package var path: String
    /// As the driver spells it, which may be garbage: escape it in messages.
    package var name = ""
    /// The numbers of the maker and the model, as `lsusb` has them; 0 where there are none.
    package var vendor: UInt16 = 0
    package var product: UInt16 = 0
    /// Whether udev takes it for a touchscreen that is not to be ignored
    /// (`LIBINPUT_IGNORE_DEVICE`) or, where there is no udev, its abilities are a touchscreen's.
    package var isTouchscreen = false
    /// Where the device is plugged in (`ID_PATH`), which is what tells two panels of one kind apart.
    package var pluggedInto: String?
    /// udev's `LIBINPUT_CALIBRATION_MATRIX`, as it is written.
    package var calibration: String?
    /// The noise of axes by event code, where udev has taken the kernel's filter away already
    /// (`LIBINPUT_FUZZ_00` and so on), in device units.
    package var fuzz: [UInt16: Int32] = [:]

    package init(path: String) {
        self.path = path
    }
}
