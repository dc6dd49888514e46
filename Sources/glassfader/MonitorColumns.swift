/// Where the strips of a page are on a terminal, and which of them.
///
/// Each strip is as wide as its texts. What does not fit side by side is scrolled sideways.
struct MonitorColumns {
    /// A strip on the screen.
    struct Place: Equatable {
        var strip: Int
        var column: Int
        var width: Int
    }

    /// The width that a strip has at least, and that it has at most without longer texts.
    private static let preferredWidths = 8...24

    /// The index of the leftmost strip on the screen.
    private(set) var first = 0
    /// The width of each strip, without the column between strips.
    private(set) var widths: [Int] = []
    /// The strips on the screen.
    private(set) var places: [Place] = []
    /// The widest texts so far, by strip: no strip moves because a value has become shorter.
    private var widest: [String: Int] = [:]
    private var total = 0

    /// Arranges the strips on `total` columns, so that the selected one is among them.
    ///
    /// - Parameter needs: The strips from left to right, each with the width of its texts.
    mutating func update(needs: [(name: String, width: Int)], selected: Int, total: Int) {
        self.total = total
        widest = Dictionary(
            needs.map { name, width in
                (name, max(width, widest[name] ?? Self.preferredWidths.lowerBound))
            }, uniquingKeysWith: max)
        let needs = needs.map { name, _ in min(widest[name] ?? total, total) }
        // Space that is left makes the narrow strips wider.
        let share = Self.preferredWidths.reversed().first { share in
            needs.reduce(-1) { $0 + max($1, share) + 1 } <= total
        }
        widths = needs.map { min(max($0, share ?? 0), total) }
        let selected = min(max(selected, 0), widths.count - 1)
        first = min(first, selected)
        while first < selected, !fits(first...selected) { first += 1 }
        while first > 0, fits((first - 1)...(widths.count - 1)) { first -= 1 }
        var column = 0
        places = []
        for strip in first..<widths.count {
            guard places.isEmpty || column + widths[strip] <= total else { break }
            places.append(Place(strip: strip, column: column, width: widths[strip]))
            column += widths[strip] + 1
        }
    }

    private func fits(_ strips: ClosedRange<Int>) -> Bool {
        widths[strips].reduce(-1) { $0 + $1 + 1 } <= total
    }
}
