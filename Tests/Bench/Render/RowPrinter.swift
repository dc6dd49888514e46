/// Writes rows, for people or as JSON.
struct RowPrinter {
    let size: String
    let isJSON: Bool

    /// The heading of a table; empty as JSON.
    static let heading =
        padded("", 50)
        + ["ms", "best", "memset", "memcpy", "pixels"].map { padded(left: $0, 10) }
        .joined()

    /// A row that took processor time.
    func line(
        _ name: String, _ watch: TimeTaken, _ set: TimeTaken, _ copy: TimeTaken, pixels: Int?
    ) -> String {
        let numbers = [
            ("ms", Self.number(watch.median)), ("best", Self.number(watch.best)),
            ("memset", Self.number(watch.median / set.median)),
            ("memcpy", Self.number(watch.median / copy.median)),
        ]
        return line(name, numbers + (pixels.map { [("pixels", "\($0)")] } ?? []))
    }

    /// A row that is one row's time divided by another's.
    func line(_ name: String, ratio: Double) -> String {
        line(name, [("ratio", Self.number(ratio))])
    }

    private func line(_ name: String, _ numbers: [(String, String)]) -> String {
        guard isJSON else {
            return Self.padded(name, 50) + numbers.map { Self.padded(left: $0.1, 10) }.joined()
        }
        let members = numbers.map { ",\"\($0.0)\":\($0.1)" }.joined()
        return "{\"bench\":\"render\",\"row\":\"\(name)\",\"size\":\"\(size)\"\(members)}"
    }

    /// Four decimals, rounded.
    private static func number(_ value: Double) -> String {
        let tenThousandths = Int((value * 10_000).rounded())
        let decimals = "\(tenThousandths % 10_000)"
        let zeros = String(repeating: "0", count: 4 - decimals.count)
        return "\(tenThousandths / 10_000).\(zeros)\(decimals)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }

    private static func padded(left text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 1)) + text
    }
}
