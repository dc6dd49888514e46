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
        let wanted = letters(name)
        return
            names
            .compactMap { known in
                distance(wanted, letters(known), atMost: farthest).map {
                    (name: known, distance: $0, step: step(name, known))
                }
            }
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

    /// The lower-case characters of a name. Most names are of ASCII, which needs no tables.
    private static func letters(_ name: String) -> [UInt32] {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return name.lowercased().unicodeScalars.map(\.value)
        }
        return name.utf8.map { UInt32($0) | ((0x41...0x5A).contains($0) ? 0x20 : 0) }
    }

    /// The distance of two names; `nil` if it is greater than `most`.
    private static func distance(_ a: [UInt32], _ b: [UInt32], atMost most: Int) -> Int? {
        guard abs(a.count - b.count) <= most else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        var row = last
        for i in a.indices {
            row[0] = i + 1
            var least = row[0]
            for j in b.indices {
                var best = min(
                    row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row[j + 1] = best
                least = min(least, best)
            }
            // The least number of a row never falls, except by one where characters are swapped.
            guard least <= most + 1 else { return nil }
            beforeLast = last
            last = row
        }
        return last[b.count] <= most ? last[b.count] : nil
    }
}
