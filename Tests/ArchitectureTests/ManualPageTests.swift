import Foundation
import Testing

/// What the manual pages tell is all there is.
struct ManualPageTests {
    private let sources: [SourceFile]

    init() throws {
        sources = try SourceFile.all()
    }

    @Test func `the panel file's manual page lists every key that is read without a table`() throws
    {
        let page = try ManualPage("glassfader-panel.5")
        let reads =
            /[^A-Za-z](?:boolean|choice|color|font|fonts|has|image|imageFile|inlay|integer|number|numbers|positiveNumber|rectangle|requiredString|string|strings|table|tables|time|value|word)\(\s*"([a-z_]+)"/
        let keys = captures(of: reads, in: sources(of: ["Panel"], except: "Tree", "Links", "State"))
            .subtracting(["false", "true"])
        // Some of each kind, lest nothing be sought.
        try #require(keys.count > 40)
        try #require(keys.isSuperset(of: ["caps", "content_mode", "monitor"]))
        #expect(keys.filter { !page.tells(of: $0) }.sorted() == [])
    }

    @Test(
        arguments: ["panel.5", "alsa.1", "midi.1", "osc.1", "pipewire.1"])
    func `an example has each inline table on one line, as TOML demands`(name: String) throws {
        let examples = try ManualPage("glassfader-\(name)").examples.filter { $0.contains(" = ") }
        try #require(!examples.isEmpty)
        for example in examples {
            var open: [Character] = []
            var isText = false
            for character in example {
                switch character {
                case "\"": isText.toggle()
                case "{" where !isText, "[" where !isText: open.append(character)
                case "}" where !isText, "]" where !isText: _ = open.popLast()
                case "\n": #expect(open.last != "{", "\(example)")
                default: break
                }
            }
        }
    }

    @Test func `the protocol's manual page lists every command, member, event and error`() throws {
        let page = try ManualPage("glassfader-protocol.7")
        let all = sources(of: ["PanelProtocol"])
        var names = cases(of: "Name", in: all.filter { $0.name == "Request" })
        try #require(names.count > 20)
        names.formUnion(cases(of: "EventKind", in: all))
        names.formUnion(cases(of: "Code", in: all))
        let reads =
            /\bfields\.(?:boolean|choice|controlValue|globs|integer|levels|name|names|number|requiredChoice|requiredString|setting|string|strings)\("([a-z_]+)"/
        names.formUnion(captures(of: reads, in: all))
        try #require(names.isSuperset(of: ["delta_norm", "too-large", "styleChanged", "echo"]))
        #expect(names.filter { !page.tells(of: $0) }.sorted() == [])
        let reasons = cases(of: "DisconnectReason", in: all).union(cases(of: "Reason", in: all))
        try #require(reasons.isSuperset(of: ["stalled", "client-lost"]))
        #expect(reasons.filter { !page.tells(ofQuoted: $0) }.sorted() == [])
    }

    @Test func `the daemon's manual page lists every option`() throws {
        let page = try ManualPage("glassfaderd.8")
        let options = file("Options", of: sources(of: ["GlassfaderDaemon"]))
        let names = Set(
            options.matches(of: /\(\s*"([a-z-]+)",\s*\.(?:argument|flag|request)\b/)
                .map { String($0.1) })
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
