import Foundation
import PanelReference
import TestVectors
import Testing

@testable import Panel

/// The lists of options in glassfader-panel(5) are those of the tables that the reader goes by.
///
/// A list follows a comment such as `.\" options knob`. After a change,
/// `WRITE_MANUAL=1 swift test --filter ManualListTests` writes them again.
struct ManualListTests {
    private static let page = TestFiles.packageRoot.appending(
        path: "Config/man/glassfader-panel.5")

    @Test func `the manual page lists the options as the tables define them`() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let written = try Self.withLists(text)
        if ProcessInfo.processInfo.environment["WRITE_MANUAL"] != nil {
            try Data(written.utf8).write(to: Self.page)
        } else {
            let lines = zip(text.split(separator: "\n"), written.split(separator: "\n"))
            let first = lines.first { $0 != $1 }
            #expect(text == written, "\(String(describing: first))")
        }
    }

    @Test func `the manual page has every type, every key and every word`() throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let plain = page.replacing("\\-", with: "-").replacing("\\(dq", with: " ")
        let words = Set(plain.split { " \n[]{}(),.:;=".contains($0) })
        let entries = PanelOptions.file + Self.lists.values.flatMap(\.self)
        var sought = Set(ControlType.builtIn.map(\.name))
        for entry in entries { sought.formUnion([entry.key] + entry.shape.names) }
        try #require(sought.isSuperset(of: ["nearest-end", "high-contrast", "x32", "after_s"]))
        let missing = sought.flatMap { $0.split { " .".contains($0) } }.filter {
            !words.contains($0)
        }
        #expect(missing.sorted() == [])
    }

    @Test func `no table has an option twice`() {
        var tables = Self.lists.filter { $0.key != "grid" }
        for type in ControlType.builtIn { tables[type.name] = type.options }
        for (name, entries) in tables {
            #expect(Set(entries.map(\.key)).count == entries.count, "\(name)")
        }
    }

    /// The page with its lists as they should be.
    private static func withLists(_ text: String) throws -> String {
        var lines: [String] = []
        var names: Set<String> = []
        var isInList = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix(".\\\" options ") {
                let name = String(line.dropFirst(12))
                lines.append(line)
                lines += list(try #require(lists[name], "no table \(name)"))
                names.insert(name)
                isInList = true
            } else if !isInList {
                lines.append(line)
            } else if line == ".El" {
                isInList = false
            }
        }
        #expect(names == Set(lists.keys), "every table has a list")
        return lines.joined(separator: "\n")
    }

    /// The options of rows, columns and grids.
    private static let stackOptions: [OptionEntry] =
        StackDescription.Arrangement.allCases.map { PanelOptions.stack($0)[0].optional }
        + StackReader.options.entries + (PanelOptions.space + PanelOptions.line).map(\.optional)

    private static let lists: [String: [OptionEntry]] = {
        var lists = [
            "page": PanelOptions.page, "area": PanelOptions.area, "strip": PanelOptions.stripOfPage,
            "use": PanelOptions.usedStrip,
            "control": PanelOptions.control, "moved": PanelOptions.moved,
            "scale": PanelOptions.scale, "movement": PanelOptions.movement,
            "group": PanelOptions.group, "link": PanelOptions.link, "scene": PanelOptions.scene,
            "display": PanelOptions.display, "input": PanelOptions.input,
            "socket": PanelOptions.socket, "state": PanelOptions.state,
            "lock": PanelOptions.lock,
            "button": ButtonDescription.table.entries, "action": ActionOptions.table.entries,
            "grid": stackOptions, "theme": PanelOptions.theme, "device": PanelOptions.device,
        ]
        for type in ControlType.builtIn where type.name != "button" {
            let isScaled = type.options.contains { $0.key == "taper" }
            let shared =
                PanelOptions.moved
                + (isScaled ? PanelOptions.scale + PanelOptions.movement : [])
            lists[type.name] = type.options.filter { !shared.contains($0) }
        }
        return lists
    }()

    private static func list(_ entries: [OptionEntry]) -> [String] {
        let width = entries.map(\.key).max { $0.count < $1.count } ?? ""
        return [".Bl -tag -width \"\(width)\""] + entries.flatMap(item) + [".El"]
    }

    private static func item(_ entry: OptionEntry) -> [String] {
        var lines = [".It Cm \(entry.key)"] + sentences(of: entry)
        // What the list of another type has, that option's sentence points to.
        let listed = entry.shape.innerEntries.filter { inner in
            !ControlType.builtIn.contains { $0.options.contains(inner) }
        }
        for inner in listed where listed.count < 8 {
            lines += [".Pp", ".Cm \(inner.key) :"] + sentences(of: inner)
        }
        return lines
    }

    private static func sentences(of entry: OptionEntry) -> [String] {
        entry.description.replacing(". ", with: ".\n").split(separator: "\n").flatMap {
            wrapped(String($0))
        }
    }

    /// A sentence in the language of manual pages, in lines of at most 78 bytes.
    private static func wrapped(_ sentence: String) -> [String] {
        var lines: [String] = []
        for word in sentence.split(separator: " ") {
            let word = escaped(word)
            if let last = lines.last, last.utf8.count + word.utf8.count < 78 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word.hasPrefix("'") || word.hasPrefix(".") ? "\\&" + word : word)
            }
        }
        return lines
    }

    private static func escaped(_ word: Substring) -> String {
        var word = String(word).replacing("\\", with: "\\e").replacing("\"", with: "\\(dq")
            .replacing("∞", with: "\\(if").replacing("€", with: "\\(Eu").replacing("…", with: "...")
        if word.hasPrefix("-") || word.hasPrefix("\\(dq-") || word.hasPrefix("[-") {
            word = word.replacing("-", with: "\\-", maxReplacements: 1)
        }
        return word
    }
}

extension OptionShape {
    /// The options of a table in it.
    fileprivate var innerEntries: [OptionEntry] {
        switch self {
        case .table(let entries): entries
        case .list(let shape, _): shape.innerEntries
        case .either(let shapes): shapes.lazy.map(\.innerEntries).first { !$0.isEmpty } ?? []
        default: []
        }
    }

    /// The keys and the words in it.
    fileprivate var names: [String] {
        switch self {
        case .word(let words): words
        case .list(let shape, _): shape.names
        case .table(let entries): entries.flatMap { [$0.key] + $0.shape.names }
        case .named(let shape, let entries):
            shape.names + entries.flatMap { [$0.key] + $0.shape.names }
        case .either(let shapes): shapes.flatMap(\.names)
        default: []
        }
    }
}
