import CDRM

/// The properties of a connector, CRTC or plane, by name.
struct ObjectProperties {
    /// A property.
    struct Property {
        let id: UInt32
        /// The value when it was read.
        let value: UInt64
        let isImmutable: Bool
        /// The named values; for a bit mask, the numbers of the bits.
        let values: [String: UInt64]

        /// The name of the present value.
        var valueName: String? { values.first { $0.value == value }?.key }
    }

    private let properties: [String: Property]

    /// Reads the properties of an object of a card; empty if the object no longer exists.
    ///
    /// - Parameter type: The kernel's object type, such as `DRM_MODE_OBJECT_CRTC`.
    init(of object: UInt32, _ type: UInt32, on card: Card) {
        guard let list = drmModeObjectGetProperties(card.descriptor, object, type) else {
            properties = [:]
            return
        }
        defer { drmModeFreeObjectProperties(list) }
        var properties: [String: Property] = [:]
        for index in 0..<Int(list.pointee.count_props) {
            guard let property = drmModeGetProperty(card.descriptor, list.pointee.props[index])
            else { continue }
            defer { drmModeFreeProperty(property) }
            let enumeration = UnsafeBufferPointer(
                start: property.pointee.enums, count: Int(property.pointee.count_enums))
            properties[Self.name(property.pointee.name)] = Property(
                id: property.pointee.prop_id, value: list.pointee.prop_values[index],
                isImmutable: property.pointee.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0,
                values: Dictionary(
                    enumeration.map { (Self.name($0.name), $0.value) }, uniquingKeysWith: { $1 }))
        }
        self.properties = properties
    }

    /// The property with a name, if the driver supports it.
    subscript(name: String) -> Property? { properties[name] }

    /// A name in a C array.
    private static func name<Array>(_ array: Array) -> String {
        withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
