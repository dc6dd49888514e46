import Drawing
import Evdev
import Panel
import Testing

@testable import GlassfaderDaemon

/// The stages that keep touches back, join them or drop them, each on a pipeline of its own.
struct TouchStageTests {
    // MARK: Minimal life

    @Test func `a contact of one report does not become a touch`() {
        var panel = TriedPipeline { $0.minimumReports = 2 }
        #expect(panel.report(1, .began, 10, 10) == [])
        #expect(panel.deadline == 20)
        #expect(panel.report(1, .ended, 10, 10) == [])
        #expect(panel.deadline == nil)
        #expect(panel.wait(1000) == [])
    }

    @Test func `a touch begins where it landed, once another report confirms it`() {
        var panel = TriedPipeline { $0.minimumReports = 2 }
        _ = panel.report(1, .began, 10, 10)
        #expect(panel.report(1, .moved, 11, 10) == ["8: began 1 at 10,10", "8: moved 1 at 11,10"])
        #expect(panel.report(1, .moved, 12, 10) == ["16: moved 1 at 12,10"])
        #expect(panel.report(1, .ended, 12, 10) == ["24: ended 1 at 12,10"])
        #expect(panel.deadline == nil)
    }

    @Test func `a finger that rests sends no reports, but still becomes a touch`() {
        var panel = TriedPipeline { $0.minimumReports = 3 }
        _ = panel.report(1, .began, 10, 10)
        #expect(panel.wait(39) == [])
        #expect(panel.wait(1) == ["40: began 1 at 10,10"])
        #expect(panel.deadline == nil)
        #expect(panel.report(1, .ended, 10, 10) == ["48: ended 1 at 10,10"])
    }

    // MARK: Bounces

    @Test func `a finger that is lost for a moment continues its touch`() {
        var panel = TriedPipeline { $0.bounce = .milliseconds(40) }
        _ = panel.report(1, .began, 100, 100)
        #expect(panel.report(1, .ended, 100, 100) == [])
        #expect(panel.deadline == 48)
        #expect(panel.report(2, .began, 110, 100) == ["16: moved 1 at 110,100"])
        #expect(panel.deadline == nil)
        #expect(panel.report(2, .moved, 120, 100) == ["24: moved 1 at 120,100"])
        #expect(panel.report(2, .ended, 120, 100) == [])
        #expect(panel.wait(39) == [])
        #expect(panel.wait(1) == ["72: ended 1 at 120,100"])
    }

    @Test func `a finger that lands elsewhere begins another touch`() {
        var panel = TriedPipeline { $0.bounce = .milliseconds(40) }
        _ = panel.report(1, .began, 100, 100)
        _ = panel.report(1, .ended, 100, 100)
        #expect(
            panel.report(2, .began, 100, 131) == [
                "16: ended 1 at 100,100", "16: began 2 at 100,131",
            ])
    }

    @Test func `a slow double tap remains a double tap`() {
        var panel = TriedPipeline { $0.bounce = .milliseconds(40) }
        _ = panel.report(1, .began, 100, 100)
        _ = panel.report(1, .ended, 100, 100)
        #expect(panel.wait(40) == ["48: ended 1 at 100,100"])
        #expect(panel.report(2, .began, 100, 100) == ["56: began 2 at 100,100"])
    }

    @Test func `a bounced finger can be cancelled`() {
        var panel = TriedPipeline { $0.bounce = .milliseconds(40) }
        _ = panel.report(1, .began, 100, 100)
        _ = panel.report(1, .ended, 100, 100)
        _ = panel.report(2, .began, 100, 100)
        #expect(panel.report(2, .cancelled, 100, 100) == ["24: cancelled 1 at 100,100"])
    }

    @Test func `no finger remains when the device disappears`() {
        var panel = TriedPipeline {
            $0.bounce = .milliseconds(40)
            $0.minimumReports = 2
        }
        _ = panel.report(1, .began, 100, 100)
        _ = panel.wait(20)
        _ = panel.report(1, .ended, 100, 100)
        _ = panel.report(2, .began, 500, 500)
        #expect(panel.finish() == ["36: ended 1 at 100,100"])
        #expect(panel.deadline == nil)
        #expect(panel.wait(1000) == [])
    }

    // MARK: Filters that are behind

    @Test(arguments: FilterDescription.Technology.allCases)
    func `a finger that stops is reached without another report, and then nothing is pending`(
        technology: FilterDescription.Technology
    ) {
        var panel = TriedPipeline { $0 = FilterDescription(for: technology) }
        _ = panel.report(1, .began, 100, 100)
        for step in 1...40 { _ = panel.report(1, .moved, 100 + Int32(step) * 4, 100) }
        let last = panel.wait(1000).last ?? ""
        #expect(technology == .capacitive ? last.isEmpty : last.hasSuffix("moved 1 at 260,100"))
        #expect(panel.deadline == nil)
    }

    // MARK: Contacts that are no fingers

    @Test func `a contact as long as a palm is treated as a palm`() {
        var panel = TriedPipeline { $0.palmMajor = 25 }
        #expect(panel.report(1, .began, 100, 100, major: 249) == ["0: began 1 at 100,100"])
        #expect(
            panel.report(1, .moved, 110, 100, major: 250) == ["8: cancelled 1 at 100,100"])
        #expect(panel.report(1, .moved, 120, 100, major: 80) == [])
        #expect(panel.report(1, .ended, 120, 100) == [])
        #expect(panel.report(2, .began, 100, 100, major: 300) == [])
        #expect(panel.report(3, .began, 100, 100) == ["40: began 2 at 100,100"])
    }

    @Test func `a contact in a corner must move before it counts`() {
        var panel = TriedPipeline { $0.ignoresCorners = true }
        #expect(panel.report(1, .began, 1, 998) == [])
        #expect(panel.report(1, .moved, 0, 998) == [])
        #expect(panel.report(1, .ended, 0, 998) == [])
        #expect(panel.report(2, .began, 0, 0) == [])
        #expect(panel.report(2, .moved, 0, 9) == ["32: began 1 at 0,9"])
        #expect(panel.report(2, .moved, 0, 0) == ["40: moved 1 at 0,0"])
        #expect(panel.report(2, .ended, 0, 0) == ["48: ended 1 at 0,0"])
        #expect(panel.report(3, .began, 0, 500) == ["56: began 2 at 0,500"])
    }

    @Test func `when the size is a guess, a jump is a quarter of the panel's diagonal`() {
        // The diagonal is 1414 points long.
        var panel = TriedPipeline(resolution: 0) { $0.jump = 20 }
        _ = panel.report(1, .began, 100, 100)
        #expect(panel.report(1, .moved, 450, 100) == ["8: moved 1 at 450,100"])
        #expect(panel.report(1, .moved, 805, 100) == ["16: cancelled 1 at 450,100"])
        #expect(panel.report(1, .ended, 805, 100) == [])
    }

    @Test func `when the size is a guess, a long contact is not treated as a palm`() {
        var panel = TriedPipeline(resolution: 0) { $0.palmMajor = 25 }
        #expect(panel.report(1, .began, 100, 100, major: 999) == ["0: began 1 at 100,100"])
        #expect(panel.report(1, .moved, 110, 100, major: 999) == ["8: moved 1 at 110,100"])
    }

    /// A dense panel without a resolution: at 96 dpi the step would be 46 mm.
    @Test func `a fast finger on a panel of unknown size is not treated as a jump`() {
        let axes = (Axis(minimum: 0, maximum: 1535), Axis(minimum: 0, maximum: 2559))
        let size = Size(width: 1536, height: 2560)
        var pipeline = TouchPipeline(
            axes: axes, width: size.width, height: size.height,
            scale: TouchScale(of: axes, .identity, on: TouchedPicture(size: size)),
            filters: FilterDescription(for: .capacitive))
        var phases: [Contact.Phase] = []
        for (index, y) in [2000, 1990, 1816, 1642, 1640].enumerated() {
            let contact = Contact(
                number: 1, slot: 0, phase: index == 0 ? .began : .moved, x: 700, y: Int32(y))
            phases += pipeline.process([contact], at: .milliseconds(index * 10)).map(\.phase)
        }
        #expect(!phases.contains(.cancelled))
        #expect(phases.last == .moved)
    }

    @Test func `distances do not change when the panel is vertical`() throws {
        let turned = try #require(CalibrationMatrix("0 -1 1 1 0 0"))
        let picture = TouchedPicture(size: Size(width: 500, height: 4000))
        let known = TouchScale(
            of: (
                Axis(minimum: 0, maximum: 1999, resolution: 10),
                Axis(minimum: 0, maximum: 999, resolution: 20)
            ), turned, on: picture)
        #expect(known.pixelsPerMillimetre == (10, 20))
        let unknown = TouchScale(
            of: (Axis(minimum: 0, maximum: 1999), Axis(minimum: 0, maximum: 999)), turned,
            on: picture)
        #expect(abs(unknown.unitsPerMillimetre.x - 96 / 25.4 / 2) < 1e-9)
        #expect(abs(unknown.unitsPerMillimetre.y - 96 / 25.4 * 2) < 1e-9)
    }

    // MARK: Memory

    @Test func `at rest no deadline is pending on any panel`() {
        for technology in FilterDescription.Technology.allCases {
            var panel = TriedPipeline { $0 = FilterDescription(for: technology) }
            _ = panel.report(1, .began, 10, 10)
            _ = panel.report(1, .ended, 10, 10)
            _ = panel.wait(50)
            #expect(panel.deadline == nil)
        }
    }
}
