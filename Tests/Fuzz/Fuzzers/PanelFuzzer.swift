import Drawing
import Panel

/// A panel file: it is wrong at a place of it, or is a panel that can be shown.
struct PanelFuzzer: Fuzzer {
    static let name = "panels"

    private static let size = (width: 320, height: 240)
    private let fonts = FontCollection()

    func check(_ bytes: ArraySlice<UInt8>) throws {
        let bytes = Array(bytes)
        // No devices and no files but those of the checkout: fonts and images are opened.
        guard !bytes.contains(UInt8(ascii: "/")) else { return }
        let file = PanelFile(utf8: bytes, name: "fuzz.toml")
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        for note in file.errors + file.warnings {
            try require(
                (1...lines).contains(note.line) && note.column >= 1 && !note.message.isEmpty,
                "of \(lines) lines: \(note)")
        }
        guard let description = file.panel else {
            return try require(!file.errors.isEmpty, "there is neither a panel nor an error")
        }
        let misfits = file.problems(atWidth: Self.size.width, height: Self.size.height).errors
        for note in misfits { try require((1...lines).contains(note.line), "\(note)") }
        do {
            try FuzzedPanel.use(examine) {
                try Panel(
                    description, width: Self.size.width, height: Self.size.height, fonts: fonts)
            }
        } catch is FontError {
            // A font that is not there.
        }
    }

    private func examine(_ panel: Panel) throws {
        let time = FuzzedPanel.settle(panel, from: .seconds(100))
        try FuzzedPanel.examine(panel)
        FuzzedPanel.draw(panel, at: time)
    }
}
