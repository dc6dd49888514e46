import CDRM

/// A connector, also of a built-in panel, as it was when it was read.
package struct Connector {
    /// Whether a monitor is there.
    package enum Status: Equatable {
        case connected, disconnected
        /// The hardware cannot detect monitors, which is common for built-in panels.
        case unknown
    }

    let id: UInt32
    let type: UInt32
    let encoderIDs: [UInt32]
    /// The current encoder; 0 for none.
    let encoderID: UInt32

    /// Its name as in `/sys/class/drm`, without the card: "HDMI-A-1", "Virtual-1".
    package let name: String
    package let status: Status
    /// Whether the monitor is not for a desktop, such as a headset.
    package let isNonDesktop: Bool
    /// The modes, in the monitor's order.
    package let modes: [Mode]
    /// The size of the picture in millimetres; `nil` if the monitor does not report it.
    package let millimetres: (width: Int, height: Int)?

    /// The rotation that makes a picture upright on a panel that is mounted rotated.
    package let mounting: Rotation
    /// Whether the link to the monitor has failed: the mode must be set again.
    package let hasBadLink: Bool

    /// The usable modes, best first; a requested mode comes before all others.
    ///
    /// `current` is the mode that is being shown. Throws an error with a list of the modes if none
    /// is usable or matches the request.
    package func modes(
        requested: Mode.Request? = nil, current: Mode? = nil
    ) throws(DRMError) -> [Mode] {
        let ranked = Mode.ranked(modes, requested: requested, current: current)
        guard ranked.isEmpty else { return ranked }
        let offer = modes.isEmpty ? "none" : modes.map(\.description).joined(separator: ", ")
        let wanted = requested.map { "mode \($0)" } ?? "progressive mode"
        throw DRMError(.nothingSuitable, "no \(wanted) on \(name), which offers: \(offer)")
    }

    /// The connector to use: the named one, even if it is not connected; otherwise a connected one,
    /// built-in panels first; otherwise one with an unknown status and modes.
    package static func preferred(among connectors: [Connector], named name: String?) -> Connector?
    {
        if let name { return connectors.first { $0.name == name } }
        let usable = connectors.filter {
            $0.status != .disconnected && !$0.isNonDesktop && !$0.modes.isEmpty
                && $0.type != UInt32(DRM_MODE_CONNECTOR_WRITEBACK)
        }
        // min(by:) keeps the card's order among equals.
        return usable.min { $0.rank < $1.rank }
    }

    /// The types in the order in which they are preferred: built-in panels come first.
    private static let preferredTypes = [
        DRM_MODE_CONNECTOR_DSI, DRM_MODE_CONNECTOR_LVDS, DRM_MODE_CONNECTOR_eDP,
        DRM_MODE_CONNECTOR_DPI, DRM_MODE_CONNECTOR_SPI, DRM_MODE_CONNECTOR_USB,
        DRM_MODE_CONNECTOR_HDMIA, DRM_MODE_CONNECTOR_HDMIB, DRM_MODE_CONNECTOR_DisplayPort,
    ].map(UInt32.init)

    private var rank: (Int, Int) {
        let types = Self.preferredTypes
        return (status == .connected ? 0 : 1, types.firstIndex(of: type) ?? types.count)
    }

    /// The place of a connector in the order in which the types are preferred.
    ///
    /// - Parameter name: The name of the connector, such as `HDMI-A-1`.
    package static func rank(ofName name: String) -> Int {
        let index = preferredTypes.firstIndex { type in
            Self.name(ofType: type).map { name.hasPrefix($0 + "-") } ?? false
        }
        return index ?? preferredTypes.count
    }

    fileprivate static func name(ofType type: UInt32) -> String? {
        drmModeGetConnectorTypeName(type).map { String(cString: $0) }
    }
}

extension Connector {
    /// Copies the kernel's description of a connector.
    init(_ connector: drmModeConnector, _ properties: ObjectProperties) {
        let typeName = Self.name(ofType: connector.connector_type)
        let (width, height) = (Int(connector.mmWidth), Int(connector.mmHeight))
        self.init(
            id: connector.connector_id, type: connector.connector_type,
            encoderIDs: Array(
                UnsafeBufferPointer(
                    start: connector.encoders, count: Int(connector.count_encoders))),
            encoderID: connector.encoder_id,
            name: "\(typeName ?? "Unknown")-\(connector.connector_type_id)",
            status: Status(connector.connection),
            isNonDesktop: properties["non-desktop"]?.value == 1,
            modes: UnsafeBufferPointer(
                start: connector.modes, count: Int(connector.count_modes)
            ).map(Mode.init(info:)),
            millimetres: width > 0 && height > 0 ? (width, height) : nil,
            mounting: Rotation(panelOrientation: properties["panel orientation"]?.valueName),
            hasBadLink: properties["link-status"]?.value == UInt64(DRM_MODE_LINK_STATUS_BAD))
    }
}

extension Connector.Status {
    init(_ connection: drmModeConnection) {
        switch connection {
        case DRM_MODE_CONNECTED: self = .connected
        case DRM_MODE_DISCONNECTED: self = .disconnected
        default: self = .unknown
        }
    }
}
