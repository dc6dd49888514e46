import Drawing

/// The images that a straight control shows in place of its track, and at the ends of it.
struct TrackImages {
    var minimumValue: Image?
    var maximumValue: Image?
    /// The images of the filled part of the track.
    var fill = StateValues<Image>()
    /// The images of the rest of the track.
    var rest = StateValues<Image>()

    /// Whether there is an image of the track in any state.
    var hasTracks: Bool { !fill.isEmpty || !rest.isEmpty }

    /// The images that are drawn in a state.
    struct Shown: Equatable {
        let minimumValue: ShownImage?
        let maximumValue: ShownImage?
        let fill: ShownImage?
        let rest: ShownImage?
    }

    /// The images that are drawn in `state`.
    func shown(in state: Control.State) -> Shown {
        Shown(
            minimumValue: minimumValue.map { ShownImage($0) },
            maximumValue: maximumValue.map { ShownImage($0) }, fill: fill.shown(in: state),
            rest: rest.shown(in: state))
    }
}
