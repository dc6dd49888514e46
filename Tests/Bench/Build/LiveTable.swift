/// The results for the live desk: a line for each number of channels, and how often the last costs
/// what the first does.
struct LiveTable {
    /// The lines, for people or as JSON.
    let lines: [String]

    init(_ cases: [LiveCase], isJSON: Bool) {
        let rows = cases.map(Self.numbers)
        if isJSON {
            lines = rows.map { row in
                let members = zip(Self.names, row).map {
                    "\"\($0.replacing(" ", with: "_").replacing("/", with: "_per_"))\":"
                        + BuildTable.number($1)
                }
                return "{\"bench\":\"live\",\(members.joined(separator: ","))}"
            }
        } else {
            let ratios = zip(rows.first ?? [], rows.last ?? []).map { BuildTable.number($1 / $0) }
            let table =
                [Self.names] + rows.map { $0.map(BuildTable.number) }
                + [["ratio"] + ratios.dropFirst()]
            lines = table.map { $0.map(BuildTable.padded).joined() }
        }
    }

    private static let names = [
        "channels", "controls", "start ms", "reload ms", "bytes/ctl", "turn ms", "turn bytes",
        "select ms", "sel. bytes",
    ]

    private static func numbers(_ one: LiveCase) -> [Double] {
        [
            Double(one.channels), Double(one.controls), one.start, one.reload,
            Double(one.kept / one.controls), one.turn, Double(one.turnBytes), one.choice,
            Double(one.choiceBytes),
        ]
    }
}
