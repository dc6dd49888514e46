import Panel
import StateStore

/// A saved state: what is read of it can be saved, and is the same when it is read again.
///
/// The checksum would keep most bytes out: an odd first byte says that the others are the contents.
struct StateFuzzer: Fuzzer {
    static let name = "state"

    private let panels: FuzzedPanel

    init() throws { panels = try FuzzedPanel() }

    func check(_ bytes: ArraySlice<UInt8>) throws {
        guard let kind = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        guard kind & 1 == 0 else { return try checkContents(rest) }
        guard case .valid(let slot) = StateSlot.reading(rest) else { return }
        try require(
            StateSlot.reading(slot.bytes) == .valid(slot), "\(slot) is not read as it is written")
        try checkContents(slot.contents)
    }

    private func checkContents(_ bytes: [UInt8]) throws {
        var invalid: [String] = []
        guard let state = try? PanelState(json: bytes, invalid: &invalid) else { return }
        invalid = []
        let copy = try PanelState(json: state.json, invalid: &invalid)
        try require(invalid.isEmpty && copy == state, "\(state) is read as \(copy)")

        try panels.use { panel in
            panel.restore(state, at: .seconds(100))
            let time = FuzzedPanel.settle(panel, from: .seconds(100))
            try FuzzedPanel.examine(panel)
            FuzzedPanel.draw(panel, at: time)
            let kept = panel.state
            let saved = try PanelState(json: kept.json, invalid: &invalid)
            try require(invalid.isEmpty, "saved, but refused when read: \(invalid)")
            try panels.use { other in
                other.restore(saved, at: .seconds(100))
                try require(other.state == kept, "\(kept) is restored as \(other.state)")
            }
        }
    }
}
