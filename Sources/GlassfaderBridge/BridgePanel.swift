public import GlassfaderClient
package import PanelProtocol

/// The part of the panel file that is for a bridge.
public struct BridgePanel: Sendable {
    /// All controls of the panel, in its order.
    public var controls: [PanelControl]
    /// All strips, from left to right.
    public var strips: [PanelStrip]
    /// The bridge's own settings: `[bridges.osc]`.
    public var settings: [String: BridgeSetting]

    /// A panel.
    public init(
        controls: [PanelControl], strips: [PanelStrip], settings: [String: BridgeSetting]
    ) {
        self.controls = controls
        self.strips = strips
        self.settings = settings
    }

    /// Reads the reply to `list`, with the settings of the bridge of this name.
    package init(_ list: JSONObject, bridge: String) {
        controls = PanelControl.list(list)
        strips = PanelStrip.list(list)
        settings = BridgeSetting.list(list)[bridge] ?? [:]
    }

    /// The controls with a meter that belong to a strip.
    public func meters(of strip: PanelStrip) -> [PanelControl] {
        controls.filter { strip.controls.contains($0.name) && $0.channels > 0 }
    }
}
