/// Strips at an edge of the screen that stay visible on every page.
package struct AreaDescription: Sendable {
    /// The edge of the screen. Areas at the top and bottom are as wide as the screen.
    package enum Side: String, CaseIterable, Sendable {
        case top
        case bottom
        case left
        case right

        /// Whether the area has the width of the screen.
        var isWide: Bool { self == .top || self == .bottom }
    }

    /// How far the area reaches into the screen: the height of its strips at the top or bottom, or
    /// the sum of their widths at the left or right.
    package enum Extent: Equatable, Sendable {
        case pixels(Int)
        case millimetres(Double)
        /// A share of the screen, below 1.
        case share(Double)
    }

    package var side: Side
    /// `nil` for the extent that its strips need.
    package var extent: Extent?
    /// The strips, as a page without an ID.
    package var page: PageDescription
}
