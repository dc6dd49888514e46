import Drawing
import Evdev
import Panel
import Testing

@testable import GlassfaderDaemon

struct TouchPipelineTests {
    private var panel = TriedPipeline()

    @Test mutating func `a touch that becomes a palm is cancelled at its last position`() {
        #expect(panel.report(finger(7, .began, 100, 100)) == ["began 1 at 100,100"])
        #expect(panel.report(palm(7, .moved, 150, 150)) == ["cancelled 1 at 100,100"])
        #expect(panel.report(finger(7, .moved, 160, 150)) == [])
        #expect(panel.report(finger(7, .ended, 160, 150)) == [])
        #expect(panel.report(finger(8, .began, 5, 5)) == ["began 2 at 5,5"])
    }

    @Test mutating func `a touch continues while a palm rests beside it`() {
        _ = panel.report(finger(1, .began, 100, 100))
        #expect(panel.report(palm(2, .began, 500, 500)) == [])
        #expect(
            panel.report(finger(1, .moved, 101, 100), palm(2, .moved, 501, 500))
                == ["moved 1 at 101,100"])
    }

    @Test mutating func `a touch may begin slightly outside, and is moved to the edge`() {
        #expect(panel.report(finger(1, .began, -40, 1030)) == ["began 1 at 0,999"])
        #expect(panel.report(finger(1, .moved, -20, 1030)) == [])
        #expect(panel.report(finger(1, .ended, -20, 1030)) == ["ended 1 at 0,999"])
        #expect(panel.report(finger(2, .began, -60, 10)) == [])
        #expect(panel.report(finger(2, .moved, 60, 10)) == [])
        #expect(panel.report(finger(2, .cancelled, 60, 10)) == [])
    }

    @Test mutating func `a tap that begins and ends within one report keeps both events in order`()
    {
        _ = panel.report(finger(1, .began, 1, 1), finger(2, .began, 2, 2))
        let news = panel.report(
            finger(1, .ended, 1, 1), finger(2, .moved, 3, 3), finger(3, .began, 9, 9),
            finger(3, .ended, 9, 9))
        #expect(
            news == ["ended 1 at 1,1", "moved 2 at 3,3", "began 3 at 9,9", "ended 3 at 9,9"])
    }

    @Test func `a finger that jumps becomes another finger`() {
        var panel = TriedPipeline(jumps: .restart)
        _ = panel.report(finger(1, .began, 100, 100), finger(2, .began, 500, 500))
        #expect(
            panel.report(finger(1, .moved, 600, 600), finger(2, .moved, 501, 500))
                == ["cancelled 1 at 100,100", "moved 2 at 501,500", "began 3 at 600,600"])
        #expect(panel.report(finger(1, .ended, 600, 600)) == ["ended 3 at 600,600"])
    }

    @Test func `two fingers that swap places become two other fingers`() {
        var panel = TriedPipeline(jumps: .restart)
        _ = panel.report(finger(1, .began, 100, 100), finger(2, .began, 500, 500))
        #expect(
            panel.report(finger(1, .moved, 500, 500), finger(2, .moved, 100, 100)) == [
                "cancelled 1 at 100,100", "cancelled 2 at 500,500", "began 3 at 500,500",
                "began 4 at 100,100",
            ])
    }

    @Test func `a finger that jumps can also be ignored until it lifts`() {
        var panel = TriedPipeline(jumps: .ignore)
        _ = panel.report(finger(1, .began, 100, 100))
        #expect(panel.report(finger(1, .moved, 600, 600)) == ["cancelled 1 at 100,100"])
        #expect(panel.report(finger(1, .moved, 601, 600)) == [])
        #expect(panel.report(finger(1, .ended, 601, 600)) == [])
    }

    @Test func `after a pause a far move is not a jump`() {
        var panel = TriedPipeline(jumps: .restart)
        _ = panel.report(finger(1, .began, 100, 100))
        _ = panel.wait(31)
        #expect(panel.report(finger(1, .moved, 600, 600)) == ["moved 1 at 600,600"])
    }

    private func finger(
        _ number: Int, _ phase: Contact.Phase, _ x: Int32, _ y: Int32
    ) -> Contact {
        Contact(number: number, slot: 0, phase: phase, x: x, y: y)
    }

    private func palm(_ number: Int, _ phase: Contact.Phase, _ x: Int32, _ y: Int32) -> Contact {
        Contact(number: number, slot: 0, phase: phase, x: x, y: y, isPalm: true)
    }
}
