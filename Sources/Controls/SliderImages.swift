import Drawing

/// The images that a slider shows in place of what its theme draws.
struct SliderImages: Equatable {
    var minimumValue: Image?
    var maximumValue: Image?
    var thumb = StateValues<Image>()
    var minimumTrack = StateValues<Image>()
    var maximumTrack = StateValues<Image>()

    /// The largest width and the largest height of the thumb's images; `nil` if there is none.
    var largestThumb: Size? {
        guard !thumb.isEmpty else { return nil }
        return thumb.all.map(\.size).reduce(nil) { largest, size in
            Size(
                width: max(largest?.width ?? 0, size.width),
                height: max(largest?.height ?? 0, size.height))
        }
    }

    /// Whether there is an image of the track in any state.
    var hasTracks: Bool { !minimumTrack.isEmpty || !maximumTrack.isEmpty }

    /// The images that are seen in `state`, stored as those of the normal state.
    func shown(in state: Control.State) -> SliderImages {
        var shown = SliderImages(minimumValue: minimumValue, maximumValue: maximumValue)
        shown.thumb[.normal] = thumb[state]
        shown.minimumTrack[.normal] = minimumTrack[state]
        shown.maximumTrack[.normal] = maximumTrack[state]
        return shown
    }
}
