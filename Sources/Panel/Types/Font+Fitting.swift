import Drawing

extension Font {
    /// The largest size, in pixels, at which all texts fit a width; at least 9.
    func size(for texts: [String], in width: Double, atMost size: Double) -> Double {
        let longest = texts.map { TextLine($0, font: withSize(size)).width }.max() ?? 0
        guard longest > width, width > 0 else { return size }
        return max(9, (size * width / longest).rounded(.down))
    }
}
