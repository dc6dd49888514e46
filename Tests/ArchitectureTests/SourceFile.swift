import Foundation
import TestVectors

/// One file of the sources or of the tests, by lines.
struct SourceFile {
    /// Its path below `Sources` or `Tests`.
    let path: String
    let lines: [String]
    /// The lines that are more than a comment, without it, by their number.
    private let code: [(number: Int, text: Substring)]

    private init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        code = lines.enumerated().compactMap { index, line in
            let text = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
            return text.utf8.contains { $0 != UInt8(ascii: " ") } ? (index + 1, text) : nil
        }
    }

    /// The target that it belongs to.
    var module: String { String(path.prefix { $0 != "/" }) }
    /// The file's name without extension and without what follows a plus sign.
    var name: String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return String(file.prefix { $0 != "." && $0 != "+" })
    }

    /// Every Swift file of the package's sources, or of another folder.
    static func all(in folder: String = "Sources") throws -> [SourceFile] {
        let root = TestFiles.packageRoot.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".swift") }.sorted()
            .map { path in
                let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                return SourceFile(path: path, text: text)
            }
    }

    /// The modules that it imports.
    var imports: [String] {
        let pattern = /^(?:@\w+ )?(?:\w+ )?import (\w+)/
        return code.filter { $0.text.contains("import ") }.compactMap { line in
            line.text.firstMatch(of: pattern).map { String($0.1) }
        }
    }

    private static let kinds = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    /// The names of the types that it declares, the outermost ones unless `nested`.
    func types(nested: Bool = false) -> [String] {
        // A regular expression for each line would take longer than the rest.
        let pattern =
            /^(\s*)(?:@\w+ |public |package |open |final |private |fileprivate |indirect )*(\w+) (\w+)/
        return code.filter { line in
            (nested || line.text.first != " ")
                && Self.kinds.contains { line.text.contains($0 + " ") }
        }.compactMap { line in
            guard let match = line.text.firstMatch(of: pattern),
                Self.kinds.contains(String(match.2))
            else { return nil }
            return nested || match.1.isEmpty ? String(match.3) : nil
        }
    }

    /// The places where a line's code, without its comment, has what is sought: "file:line: text".
    func places(of pattern: Regex<Substring>) -> [String] {
        code.compactMap { line in
            line.text.contains(pattern) ? "\(path):\(line.number): \(line.text)" : nil
        }
    }
}
