public import Foundation

/// The folders that tests use: the package, test vectors, recordings of real touchscreens, and
/// empty folders.
public enum TestFiles {
    /// `GLASSFADER_VECTORS`, or the copy under `Tests/Vectors`.
    public static let vectors: URL = folder(
        named: "GLASSFADER_VECTORS", default: tests.appending(path: "Vectors"))

    /// `GLASSFADER_RECORDINGS`, or the folder beside the checkout; it may be absent.
    public static let recordings: URL = folder(
        named: "GLASSFADER_RECORDINGS",
        default: packageRoot.appending(path: "../shared/recordings").standardizedFileURL)

    /// The folder of this package, with `Package.swift`, `Sources`, `Config` and `Tests` in it.
    public static let packageRoot = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The `Tests` folder of this package.
    public static let tests = packageRoot.appending(path: "Tests")

    /// The text of a file of this package, such as `Config/mixer.toml`.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
    }

    /// Makes an empty folder below `/tmp`, whose path is short enough for a socket in it. Returns
    /// its path; the caller removes it.
    public static func makeFolder() throws -> String {
        var template = Array("/tmp/glassfader-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(mkdtemp) }
        guard let made else { throw CocoaError(.fileWriteUnknown) }
        return String(cString: made)
    }

    private static func folder(named variable: String, default fallback: URL) -> URL {
        ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) } ?? fallback
    }

    /// Decodes one file of vectors.
    public static func vector<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(
            type, from: Data(contentsOf: vectors.appending(path: name)))
    }
}
