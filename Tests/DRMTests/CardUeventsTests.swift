import Testing

@testable import DRM

struct CardUeventsTests {
    private func isAboutCard(_ lines: String...) -> Bool {
        CardUevents.isAboutCard(Array(lines.map { $0 + "\0" }.joined().utf8)[...])
    }

    @Test func `messages about a card are distinguished from other messages`() {
        #expect(
            isAboutCard(
                "change@/devices/pci0000:00/0000:00:02.0/drm/card0", "ACTION=change",
                "DEVPATH=/devices/pci0000:00/0000:00:02.0/drm/card0", "SUBSYSTEM=drm", "HOTPLUG=1",
                "DEVNAME=dri/card0"))
        // The driver has given the hardware up, and somebody is to bind it again.
        #expect(
            isAboutCard(
                "change@/devices/pci0000:00/0000:00:02.0/drm/card0", "ACTION=change",
                "DEVPATH=/devices/pci0000:00/0000:00:02.0/drm/card0", "SUBSYSTEM=drm",
                "WEDGED=rebind,bus-reset", "DEVNAME=dri/card0"))
        #expect(!isAboutCard("add@/devices/virtual/input/input5", "SUBSYSTEM=input"))
        #expect(!isAboutCard("add@/module/drm", "SUBSYSTEM=module", "X=SUBSYSTEM=drm"))
        #expect(!isAboutCard("add@/x", "SUBSYSTEM=drm_dp_aux_dev"))
    }

    @Test func `an invalid message is not about a card`() {
        #expect(!isAboutCard())
        #expect(!isAboutCard("SUBSYSTEM=drm"))
        #expect(!CardUevents.isAboutCard(ArraySlice([0, 0, 0, 0xff, 0])))
        // Cut off by the end of the buffer.
        #expect(!CardUevents.isAboutCard(Array("a@/b\0SUBSYSTEM=dr".utf8)[...]))
    }
}
