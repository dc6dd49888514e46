/// The results, as one line for each number of controls.
struct BuildTable {
    /// The lines, for people or as JSON.
    let lines: [String]

    init(_ cases: [BuildCase], isJSON: Bool) {
        lines = isJSON ? cases.map(Self.json) : [Self.heading] + cases.map(Self.row)
    }

    private static let heading =
        ["controls", "start ms", "µs each", "reload ms", "µs each"].map(padded).joined()

    private static func row(_ one: BuildCase) -> String {
        [
            "\(one.controls)", number(one.start), number(one.start * 1000 / Double(one.controls)),
            number(one.reload), number(one.reload * 1000 / Double(one.controls)),
        ].map(padded).joined()
    }

    private static func json(_ one: BuildCase) -> String {
        "{\"bench\":\"build\",\"controls\":\(one.controls),\"start_ms\":\(number(one.start)),"
            + "\"reload_ms\":\(number(one.reload))}"
    }

    /// One decimal, rounded.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// A cell of the table.
    static func padded(_ text: String) -> String {
        String(repeating: " ", count: max(12 - text.count, 1)) + text
    }
}
