import CEvdev
import CSystemd
import Glibc

/// The information about an input device in sysfs and udev's database. Reading it opens no device
/// and needs neither a daemon nor netlink, which is silent in a separate network namespace.
struct DeviceRecord {
    private(set) var node: TouchscreenNode
    /// Whether udev has processed the device. Before that, properties of the database are missing.
    private(set) var isInitialized = false

    /// Reads about the device at `path` with this `stat`.
    init(of path: String, _ status: stat) {
        node = TouchscreenNode(path: path)
        var device: OpaquePointer?
        var status = status
        guard sd_device_new_from_stat_rdev(&device, &status) >= 0, let device else { return }
        defer { sd_device_unref(device) }
        readAttributes(of: device)
        guard sd_device_get_is_initialized(device) > 0 else { return }
        isInitialized = true
        readProperties(of: device)
    }

    private mutating func readAttributes(of device: OpaquePointer) {
        // The attributes belong to the input device above the event device.
        var parent: OpaquePointer?
        guard sd_device_get_parent_with_subsystem_devtype(device, "input", nil, &parent) >= 0,
            let parent
        else { return }
        node.name = Self.attribute("name", of: parent) ?? ""
        node.vendor = Self.attribute("id/vendor", of: parent).flatMap { UInt16($0, radix: 16) } ?? 0
        node.product =
            Self.attribute("id/product", of: parent).flatMap { UInt16($0, radix: 16) } ?? 0
    }

    private mutating func readProperties(of device: OpaquePointer) {
        let isIgnored = Self.property("LIBINPUT_IGNORE_DEVICE", of: device) ?? "0" != "0"
        node.isTouchscreen =
            Self.property("ID_INPUT_TOUCHSCREEN", of: device) == "1" && !isIgnored
        node.pluggedInto = Self.property("ID_PATH", of: device)
        node.output = Self.property("WL_OUTPUT", of: device)
        node.seat = Self.property("ID_SEAT", of: device) ?? Seat.seat0
        node.calibration = Self.property("LIBINPUT_CALIBRATION_MATRIX", of: device)
        for (code, name) in Self.fuzzProperties {
            guard let fuzz = Self.property(name, of: device).flatMap({ Int32($0) }), fuzz > 0 else {
                continue
            }
            node.fuzz[UInt16(code)] = fuzz
        }
    }

    private static let fuzzProperties = [
        (ABS_X, "LIBINPUT_FUZZ_00"), (ABS_Y, "LIBINPUT_FUZZ_01"),
        (ABS_MT_POSITION_X, "LIBINPUT_FUZZ_35"), (ABS_MT_POSITION_Y, "LIBINPUT_FUZZ_36"),
    ]

    private static func attribute(_ name: String, of device: OpaquePointer) -> String? {
        var value: UnsafePointer<CChar>?
        guard sd_device_get_sysattr_value(device, name, &value) >= 0 else { return nil }
        return value.map { String(cString: $0) }
    }

    private static func property(_ name: String, of device: OpaquePointer) -> String? {
        var value: UnsafePointer<CChar>?
        guard sd_device_get_property_value(device, name, &value) >= 0 else { return nil }
        return value.map { String(cString: $0) }
    }
}
