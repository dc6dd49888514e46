import PanelProtocol

/// Numbers for controls that only show them: levels for meters, or points for plots.
struct NamedNumbers {
    /// The numbers, by control.
    let numbers: [String: [Double]]

    /// Parses a line of standard input; `nil` if it is wrong.
    init?(line text: String) {
        if text.drop(while: { $0 == " " }).first == "{" {
            guard let object = try? JSON.object(parsing: Array(text.utf8)[...]),
                let numbers = Self.numbers(of: object["v"]?.object ?? object)
            else { return nil }
            self.init(numbers: numbers)
        } else {
            self.init(words: text.split { $0 == " " || $0 == "\t" }.map(String.init))
        }
    }

    /// Parses words such as `ch1.meter=-18.2,-17.9`; `nil` if one is wrong.
    init?(words: [String]) {
        let pairs = words.compactMap { Self.pair($0) }
        guard pairs.count == words.count else { return nil }
        self.init(numbers: Dictionary(pairs, uniquingKeysWith: { $1 }))
    }

    private init(numbers: [String: [Double]]) { self.numbers = numbers }

    /// Parses `ch1.meter=-18.2,-17.9`.
    static func pair(_ text: some StringProtocol) -> (control: String, numbers: [Double])? {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, !sides[0].isEmpty else { return nil }
        let pieces = sides[1].split(separator: ",", omittingEmptySubsequences: false)
        let numbers = pieces.compactMap { Double($0) }.filter { !$0.isNaN }
        return numbers.count == pieces.count ? (String(sides[0]), numbers) : nil
    }

    private static func numbers(of object: JSONObject) -> [String: [Double]]? {
        var found: [String: [Double]] = [:]
        for member in object.members {
            let array = member.value.array ?? [member.value]
            let numbers = array.compactMap(\.number)
            guard numbers.count == array.count else { return nil }
            found[member.key] = numbers
        }
        return found
    }
}
