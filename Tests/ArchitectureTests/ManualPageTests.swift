import Foundation
import Testing

/// What the manual pages tell is all there is.
struct ManualPageTests {
    private let sources: [SourceFile]

    init() throws {
        sources = try SourceFile.all()
    }

    @Test func `the page of the panel file has every key`() throws {
        let page = try ManualPage("glassfader-panel.5")
        let reads =
            /[^A-Za-z](?:boolean|choice|color|font|fonts|has|image|imageFile|inlay|integer|number|numbers|positiveNumber|rectangle|requiredString|string|strings|table|tables|time|value|word)\(\s*"([a-z_]+)"/
        let keys = captures(of: reads, in: sources(of: ["Panel"], except: "Tree", "Links", "State"))
        // Some of each kind, lest nothing be sought.
        try #require(keys.count > 150)
        try #require(keys.isSuperset(of: ["version", "caps", "hold_ms", "mincutoff", "after_s"]))
        #expect(keys.filter { !page.tells(of: $0) }.sorted() == [])
    }

    @Test func `the page of the panel file has every type and every word for an option`() throws {
        let page = try ManualPage("glassfader-panel.5")
        let panel = sources(of: ["Panel"])
        var words = captures(of: /ControlType\("([a-z]+)"\)/, in: panel)
        try #require(words.count > 10)
        for file in panel {
            // As `Button.Mode.self`, which is in the file of `Button`, or `Mode.self` in this one.
            let choices = file.lines.joined(separator: "\n").matches(of: /of: ([\w.]+)\.self/)
            for choice in choices {
                let path = choice.1.split(separator: ".").map(String.init)
                let homes = [path.first ?? "", file.name]
                let all = sources(of: ["Panel", "Controls", "PanelProtocol"])
                let cases = cases(
                    of: path.last ?? "", in: all.filter { homes.contains($0.name) })
                try #require(!cases.isEmpty, "no cases of \(choice.1)")
                words.formUnion(cases)
            }
        }
        try #require(words.isSuperset(of: ["nearest-end", "high-contrast", "x32", "bottom"]))
        // Axes are named as the kernel has them.
        #expect(words.filter { !page.tells(ofQuoted: $0) && !page.tells(of: $0) }.sorted() == [])
    }

    @Test func `the page of the protocol has every command, member, event and refusal`() throws {
        let page = try ManualPage("glassfader-protocol.7")
        let all = sources(of: ["PanelProtocol"])
        let commands = try #require(
            file("Request", of: all).firstMatch(of: /static let commands = \[([^\]]+)\]/))
        var names = Set(commands.1.matches(of: /"([a-z]+)"/).map { String($0.1) })
        try #require(names.count > 20)
        names.formUnion(cases(of: "EventKind", in: all))
        names.formUnion(cases(of: "Code", in: all))
        let reads =
            /\bfields\.(?:boolean|choice|controlValue|globs|integer|levels|name|names|number|requiredString|setting|string|strings)\("([a-z_]+)"/
        names.formUnion(captures(of: reads, in: all))
        try #require(names.isSuperset(of: ["delta_norm", "too-large", "styleChanged", "echo"]))
        #expect(names.filter { !page.tells(of: $0) }.sorted() == [])
        #expect(cases(of: "Farewell", in: all).filter { !page.tells(ofQuoted: $0) } == [])
    }

    @Test func `the page of the daemon has every option`() throws {
        let page = try ManualPage("glassfaderd.8")
        let options = file("Options", of: sources(of: ["GlassfaderDaemon"]))
        let names = Set(options.matches(of: /\("([a-z-]+)", (?:true|false)\)/).map { String($0.1) })
        try #require(names.count > 10)
        #expect(names.filter { !page.tells(of: "-" + $0) }.sorted() == [])
    }

    // MARK: Reading the sources

    private func sources(of modules: Set<String>, except folders: String...) -> [SourceFile] {
        sources.filter { file in
            modules.contains(file.module)
                && !folders.contains { file.path.hasPrefix("\(file.module)/\($0)/") }
        }
    }

    private func file(_ name: String, of files: [SourceFile]) -> String {
        files.filter { $0.name == name }.map { $0.lines.joined(separator: "\n") }
            .joined(separator: "\n")
    }

    private func captures(of pattern: Regex<(Substring, Substring)>, in files: [SourceFile])
        -> Set<String>
    {
        Set(
            files.flatMap { file in
                file.lines.filter { !$0.contains("///") }.joined(separator: "\n")
                    .matches(of: pattern).map { String($0.1) }
            })
    }

    /// The raw values of the enumerations of texts that have a name.
    private func cases(of type: String, in files: [SourceFile]) -> Set<String> {
        var values: Set<String> = []
        for file in files {
            var indentation: String?
            for line in file.lines {
                let spaces = String(line.prefix { $0 == " " })
                if line.contains("enum \(type): String") {
                    indentation = spaces
                } else if let outer = indentation, line == outer + "}" {
                    indentation = nil
                } else if let outer = indentation, spaces == outer + "    ",
                    let list = line.firstMatch(of: /^ *case ([^:]+)$/)
                {
                    for item in list.1.split(separator: ",") {
                        let sides = item.split(separator: "=").map {
                            $0.trimmingCharacters(in: CharacterSet(charactersIn: " `\""))
                        }
                        if let value = sides.last { values.insert(value) }
                    }
                }
            }
        }
        return values
    }
}
