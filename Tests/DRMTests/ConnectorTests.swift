import Testing

@testable import DRM

struct ConnectorTests {
    let monitor = connector("HDMI-A-1", type: 11)
    let panel = connector("DSI-1", type: 16)
    let tablet = connector("LVDS-1", type: 7)
    let spi = connector("SPI-1", type: 19)
    let virtual = connector("Virtual-1", type: 15)

    @Test func `a built-in panel comes before a monitor`() {
        #expect(preferred([monitor, panel]) == "DSI-1")
        #expect(preferred([virtual, monitor, spi, tablet]) == "LVDS-1")
        #expect(preferred([virtual, monitor]) == "HDMI-A-1")
    }

    @Test func `of two equal connectors, the card's first one is chosen`() {
        #expect(preferred([monitor, connector("HDMI-A-2", type: 11)]) == "HDMI-A-1")
    }

    @Test func `a panel that cannot be detected is used if nothing is connected`() {
        let unsure = connector("DPI-1", type: 17, status: .unknown)

        #expect(preferred([unsure]) == "DPI-1")
        #expect(preferred([unsure, monitor]) == "HDMI-A-1")
    }

    @Test func `connectors that cannot show a picture are skipped`() {
        #expect(preferred([connector("HDMI-A-1", type: 11, status: .disconnected)]) == nil)
        #expect(preferred([connector("HDMI-A-1", type: 11, modes: [])]) == nil)
        #expect(preferred([connector("Writeback-1", type: 18, status: .unknown)]) == nil)
        #expect(preferred([connector("DP-1", type: 10, isNonDesktop: true)]) == nil)
    }

    @Test func `the named connector is used whatever its state`() {
        let empty = connector("HDMI-A-2", type: 11, status: .disconnected)

        #expect(preferred([panel, empty], named: "HDMI-A-2") == "HDMI-A-2")
        #expect(preferred([panel], named: "DP-1") == nil)
    }

    @Test func `a mode that is not offered is rejected with a list of the offered modes`() {
        let error = #expect(throws: DRMError.self) {
            try panel.modes(requested: Mode.Request(width: 640, height: 480))
        }

        #expect(error?.reason == .nothingSuitable)
        #expect(
            error?.description == "no mode 640x480 on DSI-1, which offers: 800x480@60.065")
    }

    private func preferred(_ connectors: [Connector], named name: String? = nil) -> String? {
        Connector.preferred(among: connectors, named: name)?.name
    }
}

private func connector(
    _ name: String, type: UInt32, status: Connector.Status = .connected,
    isNonDesktop: Bool = false,
    modes: [Mode] = [Mode(clock: 33_300, visible: (800, 480), total: (1056, 525))]
) -> Connector {
    Connector(
        id: 1, type: type, encoderIDs: [], encoderID: 0, name: name, status: status,
        isNonDesktop: isNonDesktop, modes: modes, millimetres: nil, mounting: .none,
        hasBadLink: false)
}
