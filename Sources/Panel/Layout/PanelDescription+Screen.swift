import Drawing

extension PanelDescription {
    /// A screen on which a panel is laid out.
    package struct Screen: Equatable {
        /// In pixels.
        let width: Int
        /// In pixels.
        let height: Int
        /// The density; `nil` if it is unknown.
        var pixelsPerMillimetre: Double?

        /// The whole screen, in pixels.
        var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
    }

    /// A screen of `width` by `height` pixels.
    ///
    /// - Parameter millimetres: The size that the screen reports, used if the file has none.
    func screen(width: Int, height: Int, millimetres: Size?) -> Screen {
        Screen(
            width: width, height: height,
            pixelsPerMillimetre: display.pixelsPerMillimetre(
                atWidth: width, height: height, display: millimetres))
    }
}
