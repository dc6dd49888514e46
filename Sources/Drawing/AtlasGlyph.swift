/// Where an atlas keeps a glyph, and where that lies around the pen.
struct AtlasGlyph {
    /// The page that it is on.
    let page: AtlasPage

    /// The column on the page.
    let x: Int

    /// The row on the page.
    let y: Int

    /// The number of columns.
    let width: Int

    /// The number of rows.
    let height: Int

    /// How far right of the pen its first column is.
    let left: Int

    /// How far above the baseline its first row is.
    let top: Int
}
