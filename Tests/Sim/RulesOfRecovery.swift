import CHeap
import StateStore

@testable import GlassfaderDaemon

/// What must be so when the faults have stopped, and everybody had the time to get well.
extension Simulation {
    func checkRecovered() throws {
        memory.revision = -1
        try checkAfterStep()
        try checkShown()
        try checkTouches()
        for client in clients where client.isConnected {
            try checkAnswered(client)
            if client.conversation.view.isComplete {
                try check(client.conversation.view, of: client.name)
            }
            try checkGesturesEnded(client)
            try checkLosses(of: client)
        }
        try checkConnections()
    }

    /// The panel is shown, and all of it.
    private func checkShown() throws {
        guard daemon.screen.map({ $0.isShown || daemon.dimmer.isBlank }) ?? false else {
            throw Failure("the panel is shown again", "no frame was seen")
        }
    }

    /// Nothing moves any more, and what is shown is right.
    func checkAtRest() throws {
        guard let screen = daemon.screen, screen.isSettled else {
            throw Failure("the panel comes to rest", "a frame is on its way, or wanted")
        }
        try checkPicture()
    }

    /// No control is held by a finger that has left.
    func checkTouches() throws {
        guard let held = daemon.panel.controls.first(where: \.isTouched) else {
            guard !daemon.panel.window.isTouched else {
                throw Failure("no finger is left over", "the window is touched")
            }
            return
        }
        throw Failure("no finger is left over", "\(held.id) is touched")
    }

    /// Every request is answered.
    private func checkAnswered(_ client: Client) throws {
        guard let request = client.conversation.awaited.first else { return }
        let count = client.conversation.awaited.count
        throw Failure(
            "every request is answered, or the connection ends with a reason",
            "\(client.name) waits for \(count) answers, first for \(request.line)")
    }

    /// No gesture goes on that nobody makes.
    private func checkGesturesEnded(_ client: Client) throws {
        if let holder = client.conversation.view.holders.names.first {
            throw Failure(
                "every gesture ends", "\(client.name) knows of \(holder.value) on \(holder.key)")
        }
        guard let gesture = client.conversation.view.gestures.first else { return }
        throw Failure(
            "every gesture ends", "\(client.name) knows of \(gesture.number) on \(gesture.control)")
    }

    /// The daemon has the connections that there are, and one descriptor for each.
    private func checkConnections() throws {
        let open = clients.count(where: \.isConnected)
        let served = daemon.server.connections.count
        guard served == open else {
            throw Failure("a connection ends with its client", "\(served) for \(open) clients")
        }
        let devices = glasses.count(where: \.isPlugged)
        guard daemon.touchscreens.count == devices else {
            throw Failure(
                "a touchscreen is read while it is there",
                "\(daemon.touchscreens.count) for \(devices) devices")
        }
        guard extraDescriptors == 2 * open + 2 * devices else {
            throw Failure(
                "descriptors are bounded",
                "\(extraDescriptors) more for \(open) clients and \(devices) touchscreens")
        }
    }

    /// Notes when something was changed last.
    func noteChange() {
        if daemon.panel.revision != memory.change.revision {
            memory.change = (daemon.panel.revision, clock.now, isUnderFinger: false)
        }
        if daemon.panel.window.isTouched || daemon.panel.controls.contains(where: \.isTouched) {
            memory.change.isUnderFinger = true
        }
    }

    /// When that is on the disk at the latest. A finger on the panel may not have done with it.
    var saveDeadline: Duration {
        memory.change.time + disk.delay + .milliseconds(200)
            + (memory.change.isUnderFinger ? SaveSchedule.longestDelay : PanelText.saveDelay)
    }

    /// What nobody has changed for a while is on the disk.
    func checkSavedInTime() throws {
        guard !disk.hasFailed, !disk.isSaving, clock.now > saveDeadline,
            memory.savedRevision != memory.change.revision,
            daemon.panel.revision != memory.revisionAtStart
        else { return }
        memory.savedRevision = memory.change.revision
        try checkSaved()
    }

    /// What is on the disk is what is so.
    func checkSaved() throws {
        let states = try StateFolder.contents(of: "state").states
        let truth = daemon.panel.state.json
        // Nothing is saved while nothing has ever changed.
        guard let saved = states.first else {
            guard daemon.panel.revision == memory.revisionAtStart else {
                throw Failure("the state on the disk is the panel's", "there is none")
            }
            return
        }
        guard saved == truth else {
            throw Failure(
                "the state on the disk is the panel's",
                "\(String(decoding: saved, as: UTF8.self)) is saved, and it is "
                    + String(decoding: truth, as: UTF8.self))
        }
    }

    /// After a power cut, what was saved last is there again: all of it, and nothing else.
    func checkRestored() throws {
        let restored = daemon.panel.state.json
        let possible = [disk.saved, disk.attempted].compactMap(\.self)
        // The first save of all may be the one that was torn.
        guard disk.saved == nil || possible.contains(restored) else {
            throw Failure(
                "what was saved is restored",
                "\(String(decoding: restored, as: UTF8.self)) is none of "
                    + possible.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", "))
        }
    }

    /// When the daemon ends, every client hears it last.
    func checkFarewells(of clients: [Client]) throws {
        for client in clients where client.conversation.farewell != "shutdown" {
            throw Failure(
                "the end is the last that is said",
                "\(client.name) heard \(client.conversation.farewell ?? "nothing")")
        }
    }

    /// When everybody has left, nothing is left of them.
    func checkEmpty() throws {
        try checkConnections()
        let growth = Self.heap - memory.heap
        guard growth < Self.mostGrowth else {
            throw Failure("memory is bounded", "\(growth) bytes more than before")
        }
    }

    /// What clients leave behind at most: scenes and links, what was drawn once, what is kept of
    /// logs.
    private static let mostGrowth = 2 << 20

    /// How many bytes of the heap are in use.
    static var heap: Int {
        let info = mallinfo2()
        return Int(info.uordblks + info.hblkhd)
    }
}
