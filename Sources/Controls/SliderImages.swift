import Drawing

/// The images that a slider shows in place of the theme's drawing.
struct SliderImages {
    var track = TrackImages()
    var thumb = StateValues<Image>()

    /// The images that are drawn in a state.
    struct Shown: Equatable {
        let track: TrackImages.Shown
        let thumb: ShownImage?
    }

    /// The images that are drawn in `state`.
    func shown(in state: Control.State) -> Shown {
        Shown(track: track.shown(in: state), thumb: thumb.shown(in: state))
    }
}
