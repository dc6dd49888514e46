import Drawing

/// The text that `setup` begins with where the person names no desk.
///
/// A desk that somebody has chosen stays, also a shipped one. Only the desk that the package has
/// installed is replaced, and only if it has no room on the screen.
struct DeskDecision {
    let text: String
    /// What `setup` prints about it.
    let words: String

    /// - Parameters:
    ///   - old: The text of the panel file; `nil` if there is none.
    ///   - path: The panel file, for the words.
    init(
        on old: String?, of path: String, for screen: ConnectedScreen, millimetres: Size?,
        rotation: Int
    ) throws(DeskChoice.Unknown) {
        guard let old else {
            let choice = try DeskChoice(
                for: screen, millimetres: millimetres, rotation: rotation)
            text = choice.text
            words = Self.words(of: choice)
            return
        }
        guard let shipped = DeskChoice(shippedAs: old) else {
            text = old
            words = "the one in \(path)"
            return
        }
        let name = "\(shipped.name), as in \(path)"
        guard !shipped.hasRoom(on: screen, millimetres: millimetres, rotation: rotation) else {
            text = old
            words = name
            return
        }
        guard
            let choice = DeskChoice.fitting(screen, millimetres: millimetres, rotation: rotation)
        else {
            text = old
            words = "\(name); neither it nor another shipped desk has room on this screen"
            return
        }
        guard shipped.isInstalled(as: old) else {
            text = old
            words = "\(name); it has no room on this screen, and --desk \(choice.name) has"
            return
        }
        text = MachineSettings.copy(from: old, into: choice.text)
        words = Self.words(of: choice)
    }

    private static func words(of choice: DeskChoice) -> String {
        "\(choice.name), of the shipped ones; --desk NAME takes another"
    }
}
