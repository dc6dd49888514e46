import CText

/// Puts glyphs next to one another, from left to right as they are seen.
///
/// FriBidi finds out which parts of a text run to the right and which to the left (UAX #9), and
/// HarfBuzz shapes each part.
struct TextShaper {
    private(set) var glyphs: [PositionedGlyph] = []
    private(set) var width = 0.0

    private let font: Font
    private let figures: Figures

    init(_ font: Font, figures: Figures) {
        self.font = font
        self.figures = figures
    }

    mutating func shape(_ scalars: [Unicode.Scalar]) {
        guard !scalars.isEmpty else { return }
        let text = scalars.map(\.value)
        var runs = Self.runs(of: text)
        Self.reorder(&runs)
        let buffer = hb_buffer_create()
        defer { hb_buffer_destroy(buffer) }
        for run in runs { shape(run, of: text, buffer) }
    }

    // MARK: Shaping

    private mutating func shape(_ run: Run, of text: [UInt32], _ buffer: OpaquePointer?) {
        hb_buffer_reset(buffer)
        hb_buffer_add_utf32(
            buffer, text, Int32(text.count), UInt32(run.range.lowerBound), Int32(run.range.count))
        hb_buffer_set_direction(buffer, run.level % 2 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL)
        hb_buffer_set_script(buffer, run.script)
        hb_buffer_guess_segment_properties(buffer)
        let features = figures == .tabular ? Self.tabularFeatures : []
        hb_shape(font.shaper, buffer, features, UInt32(features.count))

        var count: UInt32 = 0
        let infos = hb_buffer_get_glyph_infos(buffer, &count)
        let positions = hb_buffer_get_glyph_positions(buffer, &count)
        for index in 0..<Int(count) {
            guard let info = infos?[index], let position = positions?[index] else { break }
            glyphs.append(
                PositionedGlyph(
                    id: info.codepoint, x: width + Double(position.x_offset) / 64,
                    y: -Double(position.y_offset) / 64))
            let advance = Double(position.x_advance) / 64
            width += figures == .tabular ? advance.rounded() : advance
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
        var level: Int8
        var script: hb_script_t
    }

    /// The runs in the order in which they are read.
    private static func runs(of text: [UInt32]) -> [Run] {
        let levels = embeddingLevels(of: text)
        var runs: [Run] = []
        for (index, scalar) in text.enumerated() {
            let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
            // Spaces, digits and accents belong to the script that they stand in.
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

    /// How deeply each character is nested in changes of direction; odd levels run to the left.
    private static func embeddingLevels(of text: [UInt32]) -> [Int8] {
        let count = FriBidiStrIndex(text.count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: text.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: text.count)
        var levels = [FriBidiLevel](repeating: 0, count: text.count)
        fribidi_get_bidi_types(text, count, &types)
        fribidi_get_bracket_types(text, count, types, &brackets)
        var base = fribidi_get_par_direction(types, count)
        // 0 means that there was no memory; all then runs to the right.
        let maximum = fribidi_get_par_embedding_levels_ex(
            types, brackets, count, &base, &levels)
        return maximum == 0 ? [Int8](repeating: 0, count: text.count) : levels
    }

    /// Brings the runs into the order in which they are seen (UAX #9, rule L2).
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
