import Testing

@testable import DRM

struct CardUeventsTests {
    private func change(_ lines: String...) -> CardUevents.Change? {
        CardUevents.change(in: Array(lines.map { $0 + "\0" }.joined().utf8)[...])
    }

    @Test func `messages about a card are distinguished from other messages`() {
        #expect(
            change(
                "change@/devices/pci0000:00/0000:00:02.0/drm/card0", "ACTION=change",
                "DEVPATH=/devices/pci0000:00/0000:00:02.0/drm/card0", "SUBSYSTEM=drm", "HOTPLUG=1",
                "DEVNAME=dri/card0") == .changed)
        #expect(change("add@/devices/virtual/input/input5", "SUBSYSTEM=input") == nil)
        #expect(change("add@/module/drm", "SUBSYSTEM=module", "X=SUBSYSTEM=drm") == nil)
        #expect(change("add@/x", "SUBSYSTEM=drm_dp_aux_dev") == nil)
    }

    @Test(
        arguments: [
            ("rebind,bus-reset", .wedged(node: "/dev/dri/card1")),
            ("unknown", .wedged(node: "/dev/dri/card1")),
            // The driver has reset the hardware itself.
            ("none", .changed),
        ] as [(String, CardUevents.Change)])
    func `a card that its driver has given up is named`(
        needs: String, expected: CardUevents.Change
    ) {
        let found = change(
            "change@/devices/pci0000:00/0000:03:00.0/drm/card1", "ACTION=change",
            "DEVPATH=/devices/pci0000:00/0000:03:00.0/drm/card1", "SUBSYSTEM=drm",
            "WEDGED=\(needs)", "DEVNAME=dri/card1")
        #expect(found == expected)
    }

    @Test func `an invalid message is not about a card`() {
        #expect(change() == nil)
        #expect(change("SUBSYSTEM=drm") == nil)
        #expect(CardUevents.change(in: [0, 0, 0, 0xff, 0]) == nil)
        // Cut off by the end of the buffer.
        #expect(CardUevents.change(in: Array("a@/b\0SUBSYSTEM=dr".utf8)[...]) == nil)
        // Without the name of the card.
        #expect(change("change@/x", "SUBSYSTEM=drm", "WEDGED=rebind") == .changed)
    }
}
