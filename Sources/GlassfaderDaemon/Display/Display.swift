import Drawing

/// What shows the panel: a screen on a DRM card, or memory.
protocol Display: AnyObject {
    /// What it is, for people: "HDMI-A-1 of /dev/dri/card0 (vc4), 1280x800@59.810".
    var name: String { get }

    /// All pixels of the screen, from (0, 0).
    var bounds: PixelRect { get }

    /// The time from one vertical blank to the next.
    var refreshInterval: Duration { get }

    /// Whether the frame that was completed last was shown at a vertical blank, whose time its
    /// completion was given.
    var isSynchronized: Bool { get }

    /// How far the display turns the pictures that it is given, clockwise in degrees.
    var rotation: Int { get }

    /// How far a picture must be turned to be upright on the display, clockwise in degrees, by what
    /// the display knows of how it is mounted.
    var mounting: Int { get }

    /// How large the screen is in millimetres, before anything is turned; `nil` if it does not say.
    var millimetres: Size? { get }

    /// The name of the connector that the screen is on, such as `HDMI-A-1`; `nil` without one.
    var connector: String? { get }

    /// What to draw the next frame into, where the display has memory for that; `nil` if any will do
    /// that holds the last picture.
    ///
    /// It holds the last picture except for the damage, which is to be drawn at once and then
    /// presented.
    ///
    /// - Parameter damage: The pixels that differ from those presented before.
    func prepareCanvas(for damage: Region) -> Bitmap?

    /// Has a picture shown from the next vertical blank on.
    ///
    /// The completion is called from the event loop, never before this returns, with the time on
    /// the monotonic clock at which the picture was shown, or with the error because of which it
    /// was not. Until then the shadow stays as it is, and nothing else is presented.
    ///
    /// Throws what could fail later, too. A frame that has failed is not lost: its damage is
    /// shown with the next one's, which may have none of its own. A `DRMError` says by its reason
    /// whether to present again later (`.notMaster`) or to give the display up (`.gone`).
    ///
    /// - Parameters:
    ///   - shadow: The whole picture, of the size of `bounds`; the canvas, if there is one.
    ///   - damage: The pixels that differ from those presented before.
    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler) throws

    /// Switches the screen off, or on again: then the next picture shows itself. Nothing is
    /// presented meanwhile, or while a frame waits to be shown.
    func setBlank(_ isBlank: Bool) throws
}

extension Display {
    /// What is no screen cannot be switched off.
    func setBlank(_ isBlank: Bool) throws {}
}

/// Called when a frame has been shown, or could not be.
typealias PresentationHandler = (Result<Duration, any Error>) throws -> Void
