/// The place of a glyph in an atlas, and relative to the pen.
struct AtlasGlyph {
    /// The page that contains it. The atlas retains it, until it is cleared.
    unowned(unsafe) let page: AtlasPage

    /// The column on the page.
    let x: Int

    /// The row on the page.
    let y: Int

    /// The number of columns.
    let width: Int

    /// The number of rows.
    let height: Int

    /// The distance from the pen to the first column, to the right.
    let left: Int

    /// The distance from the baseline to the first row, upwards.
    let top: Int
}
