import GlassfaderClient

/// Links controls of a panel to MIDI controllers. The panel's values are sent first.
struct Bridge {
    let panel: PanelSession
    let port: MIDIPort
    let assignments: [Assignment]
    let channel: UInt8
    /// Whether the device has faders that stand where those of the panel do. Otherwise it makes the
    /// sound, and members of VCAs are at their effective levels.
    let isSurface: Bool

    /// Forwards changes in both directions until the device disconnects, which throws.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await followPanel() }
            group.addTask { try await followController() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    // MARK: From the panel

    private func followPanel() async throws {
        for await update in panel.updates {
            switch update {
            case .values(let values):
                // At the start, and after events were lost.
                for entry in values { try send(entry.reading, of: entry.control) }
            case .event(.valueChanged(let change)) where change.source != "feedback":
                try send(change.reading, of: change.control)
            case .event(.effectiveChanged(let control, let level)) where !isSurface:
                try send(norm: level.norm, of: control)
            case .event(.configReloaded):
                // The same value may be at another position of the travel now.
                for control in Set(assignments.map(\.control)) {
                    try await sendReading(of: control)
                }
            case .disconnected(let reason):
                report("\(reason)")
            case .event:
                break
            }
        }
    }

    private func sendReading(of control: String) async throws {
        do {
            try send(try await panel.reading(of: control), of: control)
        } catch let error as PanelClientError {
            // The control may be gone from the panel file, and may come back.
            if !error.isConnectionFailure { report("\(error)") }
        }
    }

    private func send(_ reading: PanelReading, of control: String) throws {
        if !isSurface, let level = reading.effective {
            try send(norm: level.norm, of: control)
        } else if case .number(let norm) = reading.norm {
            try send(norm: norm, of: control)
        }
    }

    private func send(norm: Double, of control: String) throws {
        for assignment in assignments where assignment.control == control {
            try port.send(assignment.messages(assignment.value(of: norm), channel: channel))
        }
    }

    // MARK: From the controller

    private func followController() async throws {
        var parser = MIDIParser()
        // The upper seven bits of 14-bit controllers, by controller.
        var coarse: [UInt8: Int] = [:]
        for await bytes in port.bytes {
            for change in parser.parse(bytes) where change.channel == channel {
                coarse[change.controller] = Int(change.value)
                for assignment in assignments {
                    guard let value = assignment.value(of: change, coarse: coarse) else { continue }
                    try await set(assignment, to: value)
                }
            }
        }
        throw MIDIPort.Failure(description: "the device was disconnected")
    }

    /// Sets the control. If it comes to another value, because a finger holds it or a VCA moves it,
    /// that is sent back to the controller.
    private func set(_ assignment: Assignment, to value: Int) async throws {
        let norm = Double(value) / Double(assignment.greatest)
        do {
            var change = PanelChange.norm(.number(norm))
            if !isSurface, let level = try await panel.reading(of: assignment.control).effective {
                change = .deltaNorm(.number(norm - level.norm))
            }
            let setting = try await panel.set(assignment.control, to: change)
            let isElsewhere =
                !isSurface
                && setting.reading.effective.map { assignment.value(of: $0.norm) != value } ?? false
            if !setting.isApplied || isElsewhere {
                try send(setting.reading, of: assignment.control)
            }
        } catch let error as PanelClientError {
            // Without a panel, nothing is set; after a reconnection, the panel's values are sent
            // again.
            if !error.isConnectionFailure { report("\(error)") }
        }
    }
}

extension Assignment {
    /// The value that a message gives the control; `nil` if it is for another control or
    /// incomplete.
    fileprivate func value(of change: ControlChange, coarse: [UInt8: Int]) -> Int? {
        guard hasFineBits else {
            return change.controller == controller ? Int(change.value) : nil
        }
        guard change.controller == controller + 32 else { return nil }
        return coarse[controller, default: 0] << 7 | Int(change.value)
    }
}
