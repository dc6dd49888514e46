import CText

/// Positions glyphs next to each other, from left to right on the screen.
///
/// FriBidi determines the direction of each part of a text (UAX #9), and HarfBuzz shapes the parts.
/// It uses the first face of the font, and the next one for missing glyphs.
struct TextShaper {
    private(set) var glyphs: [PositionedGlyph] = []
    private(set) var width = 0.0
    /// Whether the paragraph is right-to-left.
    private(set) var isRightToLeft = false

    private let font: Font
    private let figures: Figures

    init(_ font: Font, figures: Figures) {
        self.font = font
        self.figures = figures
    }

    /// Adds the glyphs of a paragraph.
    ///
    /// - Parameter isRightToLeft: Whether it is right-to-left; `nil` to follow its first letter.
    mutating func shape(_ scalars: [Unicode.Scalar], isRightToLeft: Bool? = nil) {
        guard !scalars.isEmpty else { return }
        let text = scalars.map(\.value)
        let (levels, base) = Self.embeddingLevels(of: text, isRightToLeft: isRightToLeft)
        self.isRightToLeft = base
        var runs = Self.runs(of: text, levels)
        Self.reorder(&runs)
        let buffer = hb_buffer_create()
        defer { hb_buffer_destroy(buffer) }
        // A character that no face has appears as a box of the first face.
        let faces = font.faces.count == 1 ? [0] : Array(font.faces.indices) + [0]
        for run in runs { shape(run, of: text, with: faces[...], buffer) }
    }

    // MARK: Shaping

    /// A glyph as HarfBuzz positions it.
    private struct ShapedGlyph {
        let id: UInt32
        /// The index of its first character in the text.
        let cluster: Int
        let position: hb_glyph_position_t
    }

    private mutating func shape(
        _ run: Run, of text: [UInt32], with faces: ArraySlice<Int>, _ buffer: OpaquePointer?
    ) {
        guard let face = faces.first else { return }
        let shaped = glyphs(of: run, in: text, face, buffer)
        let missing = Set(faces.count > 1 ? shaped.filter { $0.id == 0 }.map(\.cluster) : [])
        guard !missing.isEmpty else { return append(shaped[...], face, run.script) }
        var start = 0
        while start < shaped.count {
            let isMissing = missing.contains(shaped[start].cluster)
            let end =
                shaped[start...].firstIndex { missing.contains($0.cluster) != isMissing }
                ?? shaped.count
            if isMissing {
                var part = run
                part.range = run.characters(of: shaped.map(\.cluster), start..<end)
                shape(part, of: text, with: faces.dropFirst(), buffer)
            } else {
                append(shaped[start..<end], face, run.script)
            }
            start = end
        }
    }

    private func glyphs(
        of run: Run, in text: [UInt32], _ face: Int, _ buffer: OpaquePointer?
    ) -> [ShapedGlyph] {
        hb_buffer_reset(buffer)
        hb_buffer_add_utf32(
            buffer, text, Int32(text.count), UInt32(run.range.lowerBound), Int32(run.range.count))
        hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, run.script)
        hb_buffer_guess_segment_properties(buffer)
        let features = figures == .tabular ? Self.tabularFeatures : []
        hb_shape(font.faces[face].shaper, buffer, features, UInt32(features.count))

        var count: UInt32 = 0
        let infos = hb_buffer_get_glyph_infos(buffer, &count)
        let positions = hb_buffer_get_glyph_positions(buffer, &count)
        guard let infos, let positions else { return [] }
        return (0..<Int(count)).map {
            ShapedGlyph(
                id: infos[$0].codepoint, cluster: Int(infos[$0].cluster), position: positions[$0])
        }
    }

    private mutating func append(
        _ shaped: ArraySlice<ShapedGlyph>, _ face: Int, _ script: hb_script_t
    ) {
        // Rounding would separate letters that join, such as Arabic ones.
        let isWhole =
            figures == .tabular && (script == HB_SCRIPT_LATIN || script == HB_SCRIPT_COMMON)
        for glyph in shaped {
            glyphs.append(
                PositionedGlyph(
                    face: face, id: glyph.id, x: width + Double(glyph.position.x_offset) / 64,
                    y: -Double(glyph.position.y_offset) / 64))
            let advance = Double(glyph.position.x_advance) / 64
            width += isWhole ? advance.rounded() : advance
        }
    }

    private static let tabularFeatures = [
        ("tnum", 1), ("kern", 0), ("calt", 0), ("liga", 0),
    ].map { name, value in
        let tag = name.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return hb_feature_t(tag: tag, value: UInt32(value), start: 0, end: .max)
    }

    // MARK: Runs

    /// Characters of one direction and one script.
    private struct Run {
        var range: Range<Int>
        var level: FriBidiLevel
        var script: hb_script_t

        var isRightToLeft: Bool { level % 2 != 0 }

        /// The characters of some neighbouring glyphs.
        ///
        /// - Parameter clusters: The index of the first character of each glyph of the run, from
        ///   left to
        ///   right.
        func characters(of clusters: [Int], _ glyphs: Range<Int>) -> Range<Int> {
            let first = isRightToLeft ? glyphs.upperBound - 1 : glyphs.lowerBound
            let next = isRightToLeft ? glyphs.lowerBound - 1 : glyphs.upperBound
            let end = clusters.indices.contains(next) ? clusters[next] : range.upperBound
            return clusters[first]..<end
        }
    }

    /// The runs in reading order.
    private static func runs(of text: [UInt32], _ levels: [FriBidiLevel]) -> [Run] {
        var runs: [Run] = []
        for (index, scalar) in text.enumerated() {
            let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
            // Spaces, digits and accents belong to the script around them.
            let isNeutral =
                script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED
                || script == HB_SCRIPT_UNKNOWN
            if var last = runs.last, last.level == levels[index],
                isNeutral || script == last.script || last.script == HB_SCRIPT_COMMON
            {
                last.range = last.range.lowerBound..<index + 1
                if !isNeutral { last.script = script }
                runs[runs.count - 1] = last
            } else {
                runs.append(
                    Run(
                        range: index..<index + 1, level: levels[index],
                        script: isNeutral ? HB_SCRIPT_COMMON : script))
            }
        }
        return runs
    }

    /// The embedding level of each character, where odd levels are right-to-left, and whether the
    /// paragraph is right-to-left.
    private static func embeddingLevels(
        of text: [UInt32], isRightToLeft: Bool?
    ) -> ([FriBidiLevel], isRightToLeft: Bool) {
        let count = FriBidiStrIndex(text.count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: text.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: text.count)
        var levels = [FriBidiLevel](repeating: 0, count: text.count)
        fribidi_get_bidi_types(text, count, &types)
        fribidi_get_bracket_types(text, count, types, &brackets)
        var base =
            isRightToLeft.map { $0 ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR }
            ?? fribidi_get_par_direction(types, count)
        // 0 means that there was no memory; everything is then left-to-right.
        guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) != 0
        else { return ([FriBidiLevel](repeating: 0, count: text.count), false) }
        return (levels, base == FRIBIDI_PAR_RTL)
    }

    /// Sorts the runs into visual order (UAX #9, rule L2).
    private static func reorder(_ runs: inout [Run]) {
        guard let highest = runs.map(\.level).max(), highest > 0 else { return }
        for level in stride(from: highest, to: 0, by: -1) {
            var start = 0
            while start < runs.count {
                var end = start
                while end < runs.count && runs[end].level >= level { end += 1 }
                runs[start..<end].reverse()
                start = end + 1
            }
        }
    }
}
