import CEvdev
import CSystemd
import Glibc

/// What sysfs and udev's database say of an input device. Nothing is opened for it, and asking
/// needs no daemon, and no netlink, which is silent in a network namespace of one's own.
struct DeviceRecord {
    private(set) var node: TouchscreenNode
    /// Whether udev has looked at the device; until then the database's part is missing.
    private(set) var isInitialized = false

    /// Asks about the device at `path`, which has this `stat`.
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
        // The event device is one of several faces of the input device above it.
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
