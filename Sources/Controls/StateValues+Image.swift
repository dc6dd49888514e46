import Drawing

/// The images of a part of a control, one for each of its states.
extension StateValues<Image> {
    /// The image that is drawn in `state`.
    func shown(in state: Control.State) -> ShownImage? {
        self[state].map { ShownImage($0, isDimmed: needsDimming(in: state)) }
    }

    /// The largest length along its track of a thumb with these images, in any state.
    ///
    /// - Parameter drawn: The length of a thumb that the theme draws. The normal state may have no
    ///   image.
    func length(isVertical: Bool, drawn: @autoclosure () -> Double) -> Double {
        let largest = all.map { isVertical ? $0.size.height : $0.size.width }.max() ?? 0
        return own(.normal) == nil ? max(largest, drawn()) : largest
    }
}
