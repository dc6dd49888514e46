import Controls
import Drawing
import Evdev
import Panel

@testable import GlassfaderDaemon

/// A panel under a touchscreen: what contacts come to, and whether each comes to an end.
final class TouchedDesk {
    let panel: Panel
    private var pipeline: TouchPipeline
    private let picture: TouchedPicture
    private(set) var now = Duration.seconds(100)
    /// The contacts and the touches that have begun, by number.
    private var contacts: [Int: Contact] = [:]
    private var touches: Set<Int> = []

    init(_ panel: Panel, device: DeviceDescription, filters: FilterDescription) throws {
        self.panel = panel
        picture = TouchedPicture(size: panel.window.bounds.size)
        guard let axes = device.positionAxes else {
            throw Violation(description: "a device without positions was taken for a touchscreen")
        }
        pipeline = TouchPipeline(
            axes: axes, width: picture.size.width, height: picture.size.height,
            scale: TouchScale(of: axes, .identity, on: picture), filters: filters)
    }

    /// A report of the device.
    func take(_ report: [Contact], at time: Duration) throws {
        try passDeadlines(until: time)
        // As recorded: the clock may have been set back.
        now = max(now, time)
        for contact in report {
            let known = contacts[contact.number]
            switch contact.phase {
            case .began:
                try require(known == nil, "\(contact) has begun twice")
                try require(
                    !contacts.values.contains { $0.slot == contact.slot },
                    "\(contact) has another's slot")
                contacts[contact.number] = contact
            case .moved:
                try require(known?.slot == contact.slot, "\(contact) moves, and is not there")
            case .ended, .cancelled:
                try require(known?.slot == contact.slot, "\(contact) ends, and is not there")
                contacts[contact.number] = nil
            }
        }
        let isLost = report.contains { $0.phase == .cancelled }
        try take(pipeline.process(report, at: time), cancelledBy: isLost ? .deviceLost : .palm)
    }

    private func take(
        _ updates: [TouchUpdate], cancelledBy reason: Touch.CancellationReason = .palm
    ) throws {
        for update in updates {
            let phase: Window.ContactPhase
            switch update.phase {
            case .began:
                try require(touches.insert(update.number).inserted, "\(update) has begun twice")
                phase = .began
            case .moved:
                try require(touches.contains(update.number), "\(update) moves, and is not there")
                phase = .moved
            case .ended, .cancelled:
                try require(
                    touches.remove(update.number) != nil, "\(update) ends, and is not there")
                phase = update.phase == .ended ? .ended : .cancelled(reason)
            }
            panel.window.handleTouch(
                phase,
                Window.Contact(device: 1, number: update.number, slot: update.slot),
                at: picture.point(x: update.x, y: update.y), time: update.time)
        }
    }

    private func passDeadlines(until time: Duration) throws {
        for _ in 0..<100 {
            guard let deadline = pipeline.nextDeadline, deadline <= time else { break }
            now = max(now, deadline)
            try take(pipeline.advance(to: deadline))
        }
        for _ in 0..<100 {
            guard let deadline = panel.nextDeadline, deadline <= time else { break }
            now = max(now, deadline)
            panel.advance(to: now)
        }
    }

    /// The device is gone, and has cancelled what it had: nothing may be left over.
    func end() throws {
        try require(contacts.isEmpty, "contacts are left over: \(contacts)")
        try take(pipeline.finish(at: now), cancelledBy: .deviceLost)
        try require(touches.isEmpty, "touches are left over: \(touches)")
        try require(pipeline.nextDeadline == nil, "a pipeline without touches waits")
        try require(!panel.window.isTouched, "a finger is left over")
        now = FuzzedPanel.settle(panel, from: now)
        try FuzzedPanel.examine(panel)
        for control in panel.controls {
            try require(control.state?.isTouched != true, "\(control.id) is held by nobody")
        }
    }
}
