import Files
import Panel
import PanelProtocol

/// Whether the panel file can be used, with its fonts and images.
enum PanelFileCheck {
    /// The findings, and the panel; `nil` if the daemon could not use it either.
    ///
    /// - Parameters:
    ///   - account: the user that the service reads it as.
    ///   - service: the service, whose sandbox may hide it.
    ///   - setup: the command that writes a panel file.
    static func examine(
        _ path: String, _ account: DaemonUser?, _ service: SystemdUnit? = nil, setup: String
    ) -> (findings: [Finding], panel: PanelDescription?) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try RegularFile(path, atMost: PanelFile.largestSize).bytes
        } catch {
            let finding = Finding.wrong(
                "panel file", "\(error); write one with \(setup)")
            return ([finding] + defaultFonts, nil)
        }
        let file = PanelFile(utf8: bytes, name: path)
        let errors = file.errors
        guard let panel = file.panel, errors.isEmpty else {
            let first = errors.first.map { "\($0)" } ?? "\(path) has errors"
            let more = errors.count > 1 ? ", and \(errors.count - 1) more" : ""
            let finding = Finding.wrong(
                "panel file", "\(first)\(more); glassfader check \(path) lists all")
            return ([finding] + defaultFonts, nil)
        }
        func problem(_ path: String) -> String? { account?.problem(reading: path, service) }
        let theme = panel.theme
        let fontFiles =
            [theme.fontPath] + [theme.boldFontPath].compactMap(\.self) + theme.fallbackPaths
        let images = file.images + [panel.display.splash].compactMap(\.self)
        let use =
            problem(path).map { .wrong("panel file", $0) }
            ?? self.use(of: path, panel, warnings: file.warnings.count)
        let fonts =
            fontFiles.lazy.compactMap(problem).first.map { .wrong("fonts", $0) }
            ?? self.fonts(of: panel)
        return ([use, fonts] + images.compactMap(problem).map { .wrong("images", $0) }, panel)
    }

    private static func use(
        of path: String, _ panel: PanelDescription, warnings count: Int
    ) -> Finding {
        guard count > 0 else {
            return .good("panel file", "\(path), '\(panel.name)'", naming: panel.name)
        }
        return .note(
            "panel file",
            "\(path) has \(count == 1 ? "a warning" : "\(count) warnings"); glassfader check \(path)"
        )
    }

    /// The font that a panel file has by default, where none can be read.
    private static var defaultFonts: [Finding] {
        let text = "[[pages]]\nid = \"main\"\nstrips = []\n"
        return PanelFile(text: text, name: "").panel.map { [fonts(of: $0)] } ?? []
    }

    private static func fonts(of panel: PanelDescription) -> Finding {
        do {
            _ = try PanelPreview(of: panel, width: 800, height: 480)
            return .good("fonts", panel.theme.fontPath)
        } catch {
            return .wrong(
                "fonts",
                "\(error); install it (sudo apt install fonts-inter), or name another one as "
                    + "'font' under [theme]")
        }
    }
}
