import CSystemd
import Glibc

/// A seat: the devices at one place of work, as udev and logind group them.
package enum Seat {
    /// The seat of a device that is assigned to no other.
    package static let seat0 = "seat0"

    /// The seat of a device, by its node; `nil` while udev is still processing the device.
    package static func name(ofDevice node: String) -> String? {
        var status = stat()
        var device: OpaquePointer?
        guard stat(node, &status) == 0,
            sd_device_new_from_stat_rdev(&device, &status) >= 0, let device
        else { return seat0 }
        defer { sd_device_unref(device) }
        guard sd_device_get_is_initialized(device) > 0 else {
            return access("/run/udev/control", F_OK) == 0 ? nil : seat0
        }
        var value: UnsafePointer<CChar>?
        guard sd_device_get_property_value(device, "ID_SEAT", &value) >= 0, let value else {
            return seat0
        }
        return String(cString: value)
    }
}
