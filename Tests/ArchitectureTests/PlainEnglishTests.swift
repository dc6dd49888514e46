import Foundation
import TestVectors
import Testing

/// The worst turns of phrase are in no text of ours. `.github/CONTRIBUTING.md` has the words to
/// use.
struct PlainEnglishTests {
    /// What had to be read twice, in small letters.
    private static let phrases = [
        // Telling: notify, report, emit, send, log.
        "told of", "tells of", "tell of", "is told", "are told as",
        "hears of", "hear of", "heard of", "which is said", "said so", "what there is to say",
        "has the say", "of which it says", "says the same of", "has said", "has told",
        "said nothing", "what is said",
        // Defaults.
        "the usual one", "meant where it is left out", "where it is left out",
        // What is lacking.
        "has not the", "have not the", "has not itself", "that there is not", "needs it not",
        "need it not", "done without", "does without", "go without", "in vain", "lest",
        // Again.
        "anew",
        // Who and what.
        "who comes", "whomever", "what is asked", "of its own accord", "the way there",
        "another than", "else than", "but for", "as whom", "of which one is", "shall", "farewell",
        "audience", "put off", "puts off", "takes back", "mended",
        "taken no notice of", "takes no notice of", "take no notice of",
    ]

    @Test func `the documents contain no forbidden phrases`() throws {
        let documents = try Prose.documents()
        try #require(documents.count > 10)
        Self.check(documents)
    }

    @Test func `the sources contain no forbidden phrases`() throws {
        let sources = try SourceFile.all().map { Prose(path: "Sources/\($0.path)", of: $0.lines) }
        try #require(sources.count > 100)
        Self.check(sources)
    }

    @Test(arguments: [
        ("a.swift", "/// What a client was told\n    ///   of, it takes.", 1),
        ("a.swift", "let text =\n    \"a knob has not \"\n    + \"the unit\"", 2),
        ("a.swift", "let text = \"\"\"\n    ask \\\n    anew\n    \"\"\"", 3),
        ("a.7", "the events, of\n.Cm which\nit says", 1),
        ("a.md", "The value was\ntold\nof.", 2),
    ])
    func `a phrase is found across line ends`(path: String, text: String, line: Int) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let prose = Prose(path: path, of: lines)
        #expect(Self.phrases.flatMap(prose.lines) == [line])
    }

    @Test func `a phrase is found as whole words, not as a part of other words`() {
        let prose = Prose(
            path: "a.md", of: ["Retold often, the oldest planet is a marshalling yard."])
        #expect(Self.phrases.flatMap(prose.lines) == [])
    }

    private static func check(_ texts: [Prose]) {
        for prose in texts {
            let places = phrases.flatMap { phrase in
                prose.lines(of: phrase).map { "\(prose.path):\($0): \(phrase)" }
            }
            #expect(places == [])
        }
    }
}

/// What a file says in words, as one line in small letters, without the marks of comments.
private struct Prose {
    let path: String
    private var text = ""
    /// Where in the text each line of the file begins.
    private var starts: [(offset: Int, line: Int)] = []

    init(path: String, of lines: [String]) {
        self.path = path
        for (index, line) in lines.enumerated() {
            let words = Self.words(of: line, in: path)
            if !words.isEmpty { append(words, line: index + 1) }
        }
    }

    private mutating func append(_ words: String, line: Int) {
        var words = words.lowercased()
        // One text in two halves.
        if words.hasPrefix("+ \""), text.hasSuffix("\" ") {
            text.removeLast(2)
            words.removeFirst(3)
        }
        starts.append((text.utf8.count, line))
        text += words + " "
    }

    private static func words(of line: String, in path: String) -> String {
        var line = line.drop { $0 == " " }
        if path.hasSuffix(".swift") {
            if line.hasPrefix("//") { line = line.drop { $0 == "/" } }
            if line.hasSuffix("\\") { line.removeLast() }
        } else if path.hasSuffix(".md") {
            // The words that are not to be used are in a table.
            if path.hasSuffix("CONTRIBUTING.md"), line.hasPrefix("|") { return "" }
        } else if line.hasPrefix(".") {
            // A macro, such as `.Cm`.
            line = line.drop { $0 != " " }
        }
        while line.last == " " { line.removeLast() }
        return String(line.drop { $0 == " " })
    }

    /// The lines on which a phrase begins.
    func lines(of phrase: String) -> [Int] {
        var lines: [Int] = []
        text.withCString { start in
            var place = UnsafePointer(start)
            while let found = strstr(place, phrase) {
                let end = found + phrase.utf8.count
                let offset = UnsafePointer(found) - start
                let isInWord =
                    isalpha(Int32(end.pointee) & 0xff) != 0
                    || offset > 0 && isalpha(Int32(found[-1]) & 0xff) != 0
                if !isInWord, let line = starts.last(where: { $0.offset <= offset })?.line {
                    lines.append(line)
                }
                place = UnsafePointer(end)
            }
        }
        return lines
    }

    /// Every text that is written for readers, and not for the compiler.
    static func documents() throws -> [Prose] {
        func files(in folder: String, where isWanted: (String) -> Bool) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(
                atPath: TestFiles.packageRoot.appending(path: folder).path
            )
            .filter(isWanted).sorted().map { "\(folder)/\($0)" }
        }
        let paths =
            try ["README.md"]
            + files(in: ".github") { $0.hasSuffix(".md") }
            + files(in: "Config/man") { _ in true }
            + files(in: "Sources") { $0.contains(".docc/") && $0.hasSuffix(".md") }
        return try paths.map { path in
            let text = try TestFiles.text(path)
            return Prose(path: path, of: text.components(separatedBy: "\n"))
        }
    }
}
