import Foundation
import TestVectors
import Testing

/// The walks in the article on the architecture, from file to file.
struct SourceTourTests {
    /// A function, and the file in which the article says that it is.
    private struct Place {
        let file: String
        let function: String
    }

    @Test func `each function in the source tour is in the file that its row names`() throws {
        let sources = Dictionary(
            uniqueKeysWithValues: try SourceFile.all().map { ($0.path, $0) })
        let places = try Self.places()
        #expect(places.count > 30)
        for place in places {
            let file = try #require(sources[place.file], "\(place.file)")
            #expect(
                Self.signatures(in: file).contains(place.function),
                "\(place.function) in \(place.file)")
        }
    }

    @Test func `the main path of a touch is short and returns to few files`() throws {
        let rows = try Self.tour().split(separator: "\n").filter { $0.hasPrefix("| ") }
        let walks = rows.split { $0.hasPrefix("| | file") }.map(Array.init)
        #expect(walks.count == 2)
        for walk in walks {
            let steps = walk.filter { $0.firstMatch(of: #/^\| (?:\d+|↩) /#) != nil }
            let files = steps.compactMap { $0.firstMatch(of: /`([^`]+\.swift)`/)?.1 }
            let returns = steps.count { $0.hasPrefix("| ↩") }
            #expect(files.count == steps.count && Set(files).count == files.count - returns)
            #expect(Set(files).count <= 20 && returns <= 3)
        }
    }

    private static func tour() throws -> Substring {
        let path = "Sources/GlassfaderDaemon/GlassfaderDaemon.docc/Architecture.md"
        let article = try TestFiles.text(path)
        let start = try #require(article.range(of: "## Source tour"))
        let end = try #require(article.range(of: "| module |"))
        return article[start.upperBound..<end.lowerBound]
    }

    /// The functions of each row; in the text, those before the file that has them.
    private static func places() throws -> [Place] {
        try tour().split(separator: "\n\n").flatMap { paragraph in
            paragraph.hasPrefix("|")
                ? paragraph.split(separator: "\n").flatMap { places(in: $0) }
                : paragraph.split(separator: /[;.]\s/).flatMap { places(in: $0) }
        }
    }

    private static func places(in text: Substring) -> [Place] {
        guard let file = text.firstMatch(of: /`([\w\/+]+\.swift)`/)?.1 else { return [] }
        return text.matches(of: /`(\w+\([\w:]*\))`/).map {
            Place(file: String(file), function: String($0.1))
        }
    }

    /// The functions of a file as Swift names them: `send(_:at:)`.
    private static func signatures(in file: SourceFile) -> Set<String> {
        let text = file.lines.joined(separator: "\n")
        return Set(
            text.matches(of: /func (\w+)(?:<[^>]*>)?\(/).map { match in
                let labels = labels(text[match.range.upperBound...])
                return "\(match.1)(\(labels.map { $0 + ":" }.joined()))"
            })
    }

    /// The labels of the parameters in a text that begins after their parenthesis.
    private static func labels(_ text: Substring) -> [String] {
        var labels: [String] = []
        var depth = 1
        var parameter = ""
        func end() {
            let words = parameter.split(separator: ":").first.map { $0.split(separator: " ") } ?? []
            if let label = words.first { labels.append(String(label)) }
            parameter = ""
        }
        for character in text {
            switch character {
            case "(", "[", "<": depth += 1
            case ")", "]": depth -= 1
            case ">" where parameter.last != "-": depth -= 1
            default: break
            }
            if depth == 0 { break }
            if depth == 1, character == "," {
                end()
            } else {
                parameter.append(character == "\n" ? " " : character)
            }
        }
        end()
        return labels
    }
}
