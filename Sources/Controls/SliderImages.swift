import Drawing

/// The images that a slider shows in place of what its theme draws.
struct SliderImages: Equatable {
    var minimumValue: Image?
    var maximumValue: Image?
    var thumb = StateValues<Image>()
    var minimumTrack = StateValues<Image>()
    var maximumTrack = StateValues<Image>()

    /// Whether the state decides what is shown.
    var haveStates: Bool { !(thumb.isEmpty && minimumTrack.isEmpty && maximumTrack.isEmpty) }
}
