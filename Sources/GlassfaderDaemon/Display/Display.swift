import Drawing

/// Shows the panel: a screen on a DRM card, a framebuffer, or memory.
protocol Display: AnyObject {
    /// The display's name for people: "HDMI-A-1 of /dev/dri/card0 (vc4), 1280x800@59.810".
    var name: String { get }

    /// All pixels of the screen, from (0, 0).
    var bounds: PixelRect { get }

    /// The time from one vertical blank to the next.
    var refreshInterval: Duration { get }

    /// Whether the last completed frame was shown at a vertical blank, and completed with the
    /// blank's time.
    var isSynchronized: Bool { get }

    /// The angle by which the display itself rotates pictures, clockwise in degrees.
    var rotation: Int { get }

    /// The rotation with which a picture appears upright, clockwise in degrees, from the mounting
    /// that the display reports.
    var mounting: Int { get }

    /// The size of the screen in millimetres before any rotation; `nil` if it is unknown.
    var millimetres: Size? { get }

    /// The name of the screen's connector, such as `HDMI-A-1`; `nil` without one.
    var connector: String? { get }

    /// Returns the bitmap to draw the next frame into, if the display has memory for that. With
    /// `nil`, draw into any bitmap that holds the last picture.
    ///
    /// The returned bitmap holds the last picture except for the damage. Draw the damage at once,
    /// then present the bitmap.
    ///
    /// - Parameter damage: The pixels that differ from the last presented picture.
    func prepareCanvas(for damage: Region) -> Bitmap?

    /// Shows a picture from the next vertical blank on.
    ///
    /// The completion is called from the event loop, never before this returns. It gets the time on
    /// the monotonic clock at which the picture was shown, or the error that prevented it. Until
    /// then, do not change the shadow and do not present again.
    ///
    /// Throws the same errors as the completion gets. The damage of a failed frame is not lost: the
    /// display adds it to the next frame's damage, which may be empty. The reason of a `DRMError`
    /// says whether to present again later (`.notMaster`) or to release the display (`.gone`).
    ///
    /// - Parameters:
    ///   - shadow: The whole picture, of the size of `bounds`; the canvas, if there is one.
    ///   - damage: The pixels that differ from the last presented picture.
    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler) throws

    /// Defers the completion of the pending frame, or requests it again. A deferred completion need
    /// not wake up the display.
    func deferCompletion(_ isDeferred: Bool) throws

    /// Switches the screen off, or allows the next frame to switch it on. Must not be called while
    /// a frame is pending. Present nothing while the screen is off.
    func setBlank(_ isBlank: Bool) throws
}

extension Display {
    /// Does nothing: a timer of the display causes the completion.
    func deferCompletion(_ isDeferred: Bool) throws {}

    /// Does nothing: a display in memory is always on.
    func setBlank(_ isBlank: Bool) throws {}
}

/// Called when a frame has been shown, or could not be.
typealias PresentationHandler = (Result<Duration, any Error>) throws -> Void
