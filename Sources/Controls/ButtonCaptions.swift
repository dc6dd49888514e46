import Drawing

/// The captions of a button in each of its states.
struct ButtonCaptions {
    var titles = StateValues<String>()
    var titleColors = StateValues<Color>()
    var images = StateValues<Image>()
    var icons = StateValues<Icon>()
    var backgroundImages = StateValues<Image>()

    /// Draws the key `face` in the rectangle `cap`, or the image in its place, and the captions.
    func draw(
        _ state: Control.State, on face: KeyFace, cap: Rect, hasLamp: Bool, font: Font?,
        isRightToLeft: Bool, in context: Context
    ) {
        let image = backgroundImages[state]
        let opacity = backgroundImages.needsDimming(in: state) ? ShownImage.dimmedOpacity : 1
        if let image {
            context.draw(
                image.flipped(forRightToLeft: isRightToLeft),
                in: cap.insetBy(dx: -KeyFace.inset, dy: -KeyFace.inset), opacity: opacity)
        } else {
            face.draw(cap, in: context)
            if hasLamp { face.drawLamp(on: cap, in: context) }
        }
        let color = titleColors[state].map { face.isEnabled ? $0 : face.theme.mute($0) }
        let caption = KeyCaption(
            title: titles[state], image: images[state], icon: icons[state], font: font,
            color: color ?? image.map { face.captionColor(on: $0, opacity: opacity) }
                ?? face.captionColor,
            isRightToLeft: isRightToLeft,
            dimsImage: images.needsDimming(in: state))
        // A key that an image replaces has no lamp, so the caption needs to leave no space for one.
        let showsLamp = hasLamp && image == nil
        caption.draw(in: face.captionRect(in: cap, hasLamp: showsLamp), context)
    }

    /// The size in which the whole caption of each state fits, with the mark beside the title.
    func size(_ font: Font?) -> Size {
        let sizes = [Control.State.normal, .selected, .highlighted, .disabled].map { state in
            KeyCaption(
                title: titles[state], image: images[state], icon: icons[state], font: font,
                color: .clear
            ).size
        }
        return Size(
            width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
    }

    /// The title for a state, or else the name of the icon; `nil` if there is neither.
    func spoken(_ state: Control.State) -> String? {
        let title = titles[state]
        return title?.isEmpty ?? true ? icons[state]?.rawValue ?? title : title
    }
}
