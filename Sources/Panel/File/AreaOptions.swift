/// The options of an area, except its strips.
struct AreaOptions {
    var height: Int?
    var width: Int?
    var share: Double?
    var heightInMillimetres: Double?
    var widthInMillimetres: Double?

    static let table = OptionTable(of: AreaOptions()) {
        PanelOption(
            "height", \.height, .integer(in: 1...16384), unit: "pixels",
            otherwise: "as its controls need", "The height of its strips, at the top or bottom.")
        PanelOption(
            "height_mm", \.heightInMillimetres, .positive(atMost: 3000), unit: "mm",
            otherwise: "as its controls need", "The height of its strips, at the top or bottom.")
        PanelOption(
            "width", \.width, .integer(in: 1...16384), unit: "pixels",
            otherwise: "as the strips of a page",
            "The width of its strips together, at the left or right.")
        PanelOption(
            "width_mm", \.widthInMillimetres, .positive(atMost: 3000), unit: "mm",
            otherwise: "as the strips of a page",
            "The width of its strips together, at the left or right.")
        PanelOption(
            "share", \.share, .number(in: 0.01...0.9), otherwise: "none",
            "The share of the screen's height or width.")
    }

    /// The extent of an area, and the keys that set it.
    fileprivate func extents(at side: AreaDescription.Side) -> [(String, AreaDescription.Extent)] {
        let (pixels, millimetres) =
            side.isWide ? (height, heightInMillimetres) : (width, widthInMillimetres)
        let key = side.isWide ? "height" : "width"
        let all: [(String, AreaDescription.Extent?)] = [
            (key, pixels.map { .pixels($0) }),
            ("\(key)_mm", millimetres.map { .millimetres($0) }),
            ("share", share.map { .share($0) }),
        ]
        return all.compactMap { key, extent in extent.map { (key, $0) } }
    }
}

extension PanelFileReader {
    /// The areas, in a fixed order of sides.
    mutating func readAreas() -> [AreaDescription] {
        guard var section = root.table("areas", name: "[areas]") else { return [] }
        let areas = AreaDescription.Side.allCases.compactMap { side -> AreaDescription? in
            guard section.request(side.rawValue),
                let table = section.table(side.rawValue, name: "an area")
            else { return nil }
            return readArea(table, at: side)
        }
        section.noteUnknownKeys()
        return areas
    }

    private mutating func readArea(
        _ table: TableFields, at side: AreaDescription.Side
    ) -> AreaDescription {
        var fields = table
        var options = AreaOptions()
        AreaOptions.table.read(&fields).apply(to: &options)
        let others = side.isWide ? ["width", "width_mm"] : ["height", "height_mm"]
        fields.reject(
            others, because: "the area is as \(side.isWide ? "wide" : "high") as the screen")
        let extents = options.extents(at: side)
        if extents.count > 1 {
            fields.error(
                "'\(extents[1].0)' and '\(extents[0].0)' exclude each other", at: extents[1].0)
        }
        let strips = strips.readStrips(of: &fields)
        if fields.contains("strips"), strips.isEmpty {
            fields.error("an area needs at least one strip", at: "strips")
        }
        for strip in strips where strip.isBorrowed {
            notes.error(
                "'use': an area stays whatever page is shown; describe '\(strip.id)' in the area",
                at: strip.position)
        }
        fields.noteUnknownKeys()
        return AreaDescription(
            side: side, extent: extents.first?.1,
            page: PageDescription(id: "", label: "", strips: strips, position: fields.position))
    }
}
