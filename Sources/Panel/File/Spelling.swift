/// Finds what a person meant who wrote a name that is not known.
package enum Spelling {
    /// The known name nearest to a word; nil if none is near.
    ///
    /// Near is within two slips of the finger (a letter added, lost, wrong, or two exchanged), and
    /// within a third of the word's length.
    package static func nearest<Names: Sequence<String>>(to word: String, among names: Names)
        -> String?
    {
        let limit = min(2, word.count / 3)
        let near = names.lazy.map { (name: $0, slips: slips(from: word, to: $0)) }
        guard let best = near.min(by: { $0.slips < $1.slips }), best.slips <= limit else {
            return nil
        }
        return best.name
    }

    /// `; did you mean 'x'?`, or nothing, to end a message with.
    static func suggestion<Names: Sequence<String>>(for word: String, among names: Names) -> String
    {
        nearest(to: word, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The optimal string alignment distance.
    private static func slips(from a: String, to b: String) -> Int {
        let a = Array(a.lowercased())
        let b = Array(b.lowercased())
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var least = min(
                    row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
