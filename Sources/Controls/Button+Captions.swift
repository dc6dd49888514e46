public import Drawing

// The titles, images and icons, each for a state of the button.
extension Button {
    /// The title for a state; where none is set, that of the normal state.
    public func title(for state: State) -> String? { captions.titles[state] }

    /// Sets the title for a state; `nil` uses the one of the normal state.
    public func setTitle(_ title: String?, for state: State) {
        guard title != captions.titles.own(state) else { return }
        captions.titles[state] = title
    }

    /// The colour of the title for a state; `nil` for a colour that contrasts with the key.
    public func titleColor(for state: State) -> Color? { captions.titleColors[state] }

    /// Sets the colour of the title for a state; `nil` uses the one of the normal state.
    public func setTitleColor(_ color: Color?, for state: State) {
        guard color != captions.titleColors.own(state) else { return }
        captions.titleColors[state] = color
    }

    /// The image beside the title for a state; where none is set, that of the normal state.
    public func image(for state: State) -> Image? { captions.images[state] }

    /// Sets the image for a state; `nil` uses the one of the normal state. An image that is too
    /// large is scaled down.
    public func setImage(_ image: Image?, for state: State) {
        guard image != captions.images.own(state) else { return }
        captions.images[state] = image
    }

    /// The icon beside or above the title for a state; where none is set, that of the normal state.
    public func icon(for state: State) -> Icon? { captions.icons[state] }

    /// Sets the icon for a state, which has the colour of the title; `nil` uses the one of the
    /// normal state. A state with an image shows no icon.
    public func setIcon(_ icon: Icon?, for state: State) {
        guard icon != captions.icons.own(state) else { return }
        captions.icons[state] = icon
    }

    /// The image in place of the key for a state; where none is set, that of the normal state.
    public func backgroundImage(for state: State) -> Image? { captions.backgroundImages[state] }

    /// Sets the image in place of the key; `nil` uses the one of the normal state. It is stretched
    /// over the bounds, except for its caps.
    public func setBackgroundImage(_ image: Image?, for state: State) {
        guard image != captions.backgroundImages.own(state) else { return }
        captions.backgroundImages[state] = image
        showState()
    }

    /// The available width for a title in a font of `size`: the key's width without margins, and
    /// without an icon or image beside the title.
    package func widthForTitle(atSize size: Double) -> Double {
        width(forTitleIn: bounds.width - 16, atSize: size)
    }

    /// What an icon or image beside the title leaves of a width.
    func width(forTitleIn width: Double, atSize size: Double) -> Double {
        KeyCaption.titleWidth(
            in: width, height: bounds.height, fontSize: size,
            imageWidth: captions.images.all.map(\.size.width).max(),
            hasIcon: !captions.icons.isEmpty)
    }
}
