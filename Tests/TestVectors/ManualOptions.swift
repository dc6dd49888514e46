import Foundation

/// The options that the manual page of the panel file has.
public enum ManualOptions {
    /// The options that are listed in chapters, each with the heading that it stands under:
    /// `slider/touch`, `DISPLAY/rotate`.
    public static func listed(in chapters: Set<String>) throws -> Set<String> {
        var names: Set<String> = []
        try read { chapter, heading, line in
            guard chapters.contains(chapter), line.hasPrefix(".It Cm ") else { return }
            for option in line.dropFirst(7).split(separator: " ") where option != "," {
                names.insert("\(heading)/\(option)")
            }
        }
        return names
    }

    /// The options that chapters name in the midst of a text: those of tables within tables, and
    /// some that are listed, too.
    public static func mentioned(in chapters: Set<String>) throws -> Set<String> {
        var names: Set<String> = []
        try read { chapter, _, line in
            guard chapters.contains(chapter), line.hasPrefix(".Cm ") else { return }
            for option in line.dropFirst(4).split(separator: " ")
            where option.allSatisfy({ $0.isLetter || $0 == "_" }) { names.insert(String(option)) }
        }
        return names
    }

    /// Hands out each line with the chapter and the heading that it is in.
    private static func read(
        _ take: (_ chapter: String, _ heading: String, _ line: Substring) -> Void
    ) throws {
        var chapter = ""
        var heading = ""
        for line in try TestFiles.text("Config/man/glassfader-panel.5").split(separator: "\n") {
            if line.hasPrefix(".Sh ") {
                chapter = String(line.dropFirst(4))
                heading = chapter
            } else if line.hasPrefix(".Ss ") {
                heading = String(line.dropFirst(4))
            } else {
                take(chapter, heading, line)
            }
        }
    }
}
