import Testing

/// In the tests, a name stands for one type: whoever meets it knows which one it is.
///
/// Nested types are not examined, because they have the outer type's name before theirs.
struct TypeNameTests {
    private let tests: [SourceFile]

    init() throws {
        tests = try SourceFile.all(in: "Tests")
        try #require(tests.count > 200)
    }

    @Test func `no two types in the tests have the same name`() {
        var places: [String: [String]] = [:]
        for file in tests {
            for name in file.types() { places[name, default: []].append(file.path) }
        }
        for (name, paths) in places.sorted(by: { $0.key < $1.key }) where paths.count > 1 {
            Issue.record("'\(name)' is in \(paths.joined(separator: " and ")): rename or merge")
        }
    }

    @Test func `no test type has the name of a type in a module that its target imports`()
        throws
    {
        let types = Dictionary(grouping: try SourceFile.all(), by: \.module)
            .mapValues { Set($0.flatMap { $0.types() }) }
        for files in Dictionary(grouping: tests, by: \.module).values {
            let imports = Set(files.flatMap(\.imports))
            for file in files {
                for name in file.types() {
                    let modules = imports.filter { types[$0]?.contains(name) == true }
                    #expect(
                        modules.isEmpty,
                        "'\(name)' in \(file.path) is also a type of \(modules.sorted())")
                }
            }
        }
    }
}
