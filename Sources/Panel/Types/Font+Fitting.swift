import Drawing

extension Font {
    /// The size at which each of some texts fits a width, in pixels; 9 at least.
    func size(for texts: [String], in width: Double, atMost size: Double) -> Double {
        let longest = texts.map { TextLine($0, font: withSize(size)).width }.max() ?? 0
        guard longest > width, width > 0 else { return size }
        return max(9, (size * width / longest).rounded(.down))
    }
}
