/// Known names that are similar to an unknown one.
package enum Suggestions {
    /// Up to three of the names, nearest first, ignoring case. The distance is the number of
    /// characters that are inserted, deleted, replaced or swapped with their neighbour (Damerau and
    /// Levenshtein, restricted). At equal distance, the name with the nearer characters comes
    /// first: `ch8` is nearer to `ch9` than `ch1` is.
    package static func near(_ name: String, in names: some Sequence<String>) -> [String] {
        near(name, in: names, within: max(1, name.unicodeScalars.count / 3))
    }

    /// `; did you mean 'x'?`, or nothing, to append to a message for people.
    ///
    /// The name must be within two typing errors, and within a third of the word's length.
    package static func question(
        for word: String, among names: some Sequence<String>
    ) -> String {
        near(word, in: names, within: min(2, word.unicodeScalars.count / 3)).first
            .map { "; did you mean '\($0)'?" } ?? ""
    }

    private static func near(
        _ name: String, in names: some Sequence<String>, within farthest: Int
    ) -> [String] {
        guard name.utf8.count <= 256 else { return [] }
        let wanted = name.lowercased()
        return
            names
            .map { (name: $0, distance: distance(wanted, $0.lowercased())) }
            .filter { $0.distance <= farthest }
            .map { (name: $0.name, distance: $0.distance, step: step(name, $0.name)) }
            .sorted { ($0.distance, $0.step, $0.name) < ($1.distance, $1.step, $1.name) }
            .prefix(3)
            .map(\.name)
    }

    /// The distance in the alphabet between the first characters that differ.
    private static func step(_ first: String, _ second: String) -> Int {
        zip(first.unicodeScalars, second.unicodeScalars).lazy
            .map { abs(Int($0.value) - Int($1.value)) }
            .first { $0 != 0 } ?? 0
    }

    private static func distance(_ first: String, _ second: String) -> Int {
        let a = Array(first.unicodeScalars)
        let b = Array(second.unicodeScalars)
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(
                    row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
