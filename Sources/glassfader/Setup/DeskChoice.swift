import Drawing
import Files
import Panel

/// The desk that a new panel file begins with: one of the shipped ones.
struct DeskChoice {
    /// No shipped desk has this name.
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    /// Its name, such as `mixer`.
    let name: String
    /// The text of its file.
    let text: String

    /// The desks that are tried, the most useful first.
    private static let tried = ["mixer", "live", "room", "minimal"]
    /// The desk that the package installs as the panel file.
    private static let installed = "mixer"

    /// The desk with a name.
    init(named name: String) throws(Unknown) {
        guard let desk = Self.desk(name), !desk.needsOtherFiles else {
            let names = Self.names.filter { Self.desk($0)?.needsOtherFiles == false }
                .joined(separator: ", ")
            throw Unknown(
                description: names.isEmpty
                    ? "the shipped desks are missing; install the package glassfader"
                    : "there is no desk '\(name)'; there are \(names)")
        }
        self = desk
    }

    /// The first desk that has room on a screen, or else the most useful one.
    init(for screen: ConnectedScreen, millimetres: Size?, rotation: Int) throws(Unknown) {
        let fitting = Self.fitting(screen, millimetres: millimetres, rotation: rotation)
        guard let desk = fitting ?? Self.tried.lazy.compactMap(Self.desk).first else {
            self = try Self(named: Self.installed)
            return
        }
        self = desk
    }

    /// The first desk that has room on a screen; `nil` if none has.
    static func fitting(
        _ screen: ConnectedScreen, millimetres: Size?, rotation: Int
    ) -> DeskChoice? {
        tried.lazy.compactMap(desk).first {
            $0.hasRoom(on: screen, millimetres: millimetres, rotation: rotation)
        }
    }

    /// Whether its controls have their least sizes on a screen.
    func hasRoom(on screen: ConnectedScreen, millimetres: Size?, rotation: Int) -> Bool {
        let isUpright = rotation % 180 != 0
        let problems = PanelFile(text: text, name: name).problems(
            atWidth: isUpright ? screen.height : screen.width,
            height: isUpright ? screen.width : screen.height, millimetres: millimetres)
        return problems.errors.isEmpty && problems.warnings.isEmpty
    }

    /// Whether a file is the desk that the package installs, as it was installed: nobody has chosen
    /// it.
    func isInstalled(as text: String) -> Bool { name == Self.installed && text == self.text }

    private init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    /// Whether it has images beside it, which are not beside the panel file.
    private var needsOtherFiles: Bool {
        !PanelFile(text: text, name: "/nonexistent/\(name).toml").errors.isEmpty
    }

    /// The shipped desk that equals a file, except for what `setup` sets; `nil` if there is none.
    init?(shippedAs text: String) {
        let plain = Self.plain(text)
        guard
            let desk = Self.names.lazy.compactMap(Self.desk).first(where: {
                Self.plain($0.text) == plain
            })
        else { return nil }
        self = desk
    }

    /// The lines of a file that `setup` never changes.
    private static func plain(_ text: String) -> [Substring] {
        let keys = MachineSettings.keys.map { "\($0)=" } + ["[input]", "[display]"]
        return text.split(whereSeparator: \.isNewline).filter { line in
            let code = line.prefix { $0 != "#" }.filter { !$0.isWhitespace }
            return !code.isEmpty && !keys.contains { code.hasPrefix($0) }
        }
    }

    private static var folder: String? { ExampleFolder.path(with: "mixer.toml") }

    private static var names: [String] {
        FolderList.names(in: folder ?? "").filter { $0.hasSuffix(".toml") }
            .map { String($0.dropLast(".toml".count)) }
    }

    private static func desk(_ name: String) -> DeskChoice? {
        guard let folder, names.contains(name),
            let bytes = KernelFile.bytes("\(folder)/\(name).toml", atMost: PanelFile.largestSize)
        else { return nil }
        return DeskChoice(name: name, text: String(decoding: bytes, as: UTF8.self))
    }
}
