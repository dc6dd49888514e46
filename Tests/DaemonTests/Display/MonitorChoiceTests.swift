import Testing

@testable import DRM
@testable import GlassfaderDaemon

/// Which of several cards and connectors shows the panel.
struct MonitorChoiceTests {
    private static let mode = Mode(
        clock: 33_300, visible: (800, 480), total: (1056, 525), isPreferred: true)

    private func connector(
        _ name: String, _ status: Connector.Status = .connected, type: Int32 = 11,
        modes: [Mode] = [mode]
    ) -> Connector {
        Connector(
            id: 1, type: UInt32(type), encoderIDs: [], encoderID: 0, name: name, status: status,
            isNonDesktop: false, modes: modes, millimetres: nil,
            mounting: .none, hasBadLink: false)
    }

    private func offer(_ driver: String, _ connectors: Connector...) -> MonitorChoice.Offer {
        MonitorChoice.Offer(driver: driver, connectors: connectors)
    }

    private func best(_ choice: MonitorChoice, _ offers: MonitorChoice.Offer...) -> String? {
        choice.best(among: offers).map { "\($0.index) \($0.connector.name)" }
    }

    @Test func `of several cards, the first one with a monitor is used`() {
        let dark = offer("bochs-drm", connector("Virtual-1", .disconnected))
        let lit = offer("virtio_gpu", connector("Virtual-2"))
        #expect(best(MonitorChoice(), dark, lit, lit) == "1 Virtual-2")
        #expect(best(MonitorChoice(), dark, dark) == nil)
        #expect(best(MonitorChoice()) == nil)
    }

    @Test func `a connector of unknown status is used if no other has a monitor`() {
        let unsure = offer("panel-spi", connector("SPI-1", .unknown, type: 19))
        let lit = offer("vc4", connector("HDMI-A-1"))
        #expect(best(MonitorChoice(), unsure, lit) == "1 HDMI-A-1")
        #expect(best(MonitorChoice(), unsure) == "0 SPI-1")
    }

    @Test func `the daemon waits for a monitor without modes`() {
        let empty = offer("vc4", connector("HDMI-A-1", modes: []))
        #expect(best(MonitorChoice(), empty) == nil)
        #expect(best(MonitorChoice(connector: "HDMI-A-1"), empty) == nil)
        #expect(
            MonitorChoice().absence(on: "/dev/dri/card0", empty)
                == "no monitor of /dev/dri/card0, which has: HDMI-A-1 (connected, without modes)")
    }

    @Test func `a card of another seat is not opened`() throws {
        // Without udev, or for a node that it does not know, every device belongs to seat0.
        try MonitorChoice(seat: "seat0").checkSeat(of: "/nowhere/card7")
        try MonitorChoice().checkSeat(of: "/nowhere/card7")
        #expect(
            throws: DRMError(
                .nothingSuitable, "/nowhere/card7 belongs to seat0, and the panel to seat1")
        ) { try MonitorChoice(seat: "seat1").checkSeat(of: "/nowhere/card7") }
    }

    @Test func `only the requested card and connector are used`() {
        let first = offer("vc4", connector("HDMI-A-1"), connector("DSI-1", type: 16))
        let second = offer("v3d-kms", connector("HDMI-A-1"))
        #expect(best(MonitorChoice(card: .driver("v3d-kms")), first, second) == "1 HDMI-A-1")
        #expect(best(MonitorChoice(card: .driver("ast")), first, second) == nil)
        #expect(best(MonitorChoice(connector: "HDMI-A-1"), first) == "0 HDMI-A-1")
        #expect(best(MonitorChoice(), first) == "0 DSI-1")
        let unplugged = offer("vc4", connector("HDMI-A-1", .disconnected), connector("DSI-1"))
        #expect(best(MonitorChoice(connector: "HDMI-A-1"), unplugged) == nil)
        #expect(
            MonitorChoice(card: .driver("ast")).absence(on: "/dev/dri/card1", first)
                == "/dev/dri/card1 is driven by vc4")
    }

    @Test func `the firmware's display is used if there is nothing else`() {
        let firmware = Mode(clock: 65_000, visible: (1024, 768), total: (1344, 806))
        let makeshift = offer("simpledrm", connector("Unknown-1", modes: [firmware]))
        let unsure = offer("panel-spi", connector("SPI-1", .unknown, type: 19))
        #expect(best(MonitorChoice(), makeshift, unsure) == "1 SPI-1")
        #expect(best(MonitorChoice(), makeshift) == "0 Unknown-1")
        func isFirmwareFallback(_ offer: MonitorChoice.Offer, _ choice: MonitorChoice = .init())
            -> Bool
        {
            choice.isFirmwareFallback(offer, offer.connectors[0])
        }
        #expect(isFirmwareFallback(makeshift))
        #expect(!isFirmwareFallback(makeshift, MonitorChoice(card: .driver("simpledrm"))))
        #expect(!isFirmwareFallback(offer("vc4", connector("HDMI-A-1", modes: [firmware]))))
        // A firmware that knows its panel.
        #expect(!isFirmwareFallback(offer("simpledrm", connector("Unknown-1"))))
    }
}
