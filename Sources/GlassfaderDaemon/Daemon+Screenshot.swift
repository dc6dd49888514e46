import PanelProtocol

/// Pictures of what is on the screen, for whoever asks.
extension Daemon {
    /// Makes a PNG of what is being shown, upright, while the panel goes on.
    ///
    /// - Parameter completion: called with the PNG or with why there is none, later from the event
    ///   loop or, without a display, at once.
    func capture(_ completion: @escaping ScreenCapture.Completion) throws {
        guard let screen else { return completion(.failure(NoDisplay())) }
        try screen.capture(completion)
    }

    /// Makes a picture for clients.
    func givePicture(to completion: @escaping PictureCompletion) {
        do {
            try capture { completion($0.mapError(Self.requestError)) }
        } catch {
            completion(.failure(Self.requestError(error)))
        }
    }

    private static func requestError(_ error: any Error) -> RequestError {
        error is NoDisplay
            ? .noPicture : RequestError(.internal, "cannot make the picture: \(error)")
    }

    /// Why there is no picture.
    struct NoDisplay: Error, CustomStringConvertible {
        var description: String { "there is no display" }
    }

    /// Writes what is being shown, if a file was named for it. What goes wrong is logged.
    func writeScreenshot() throws {
        guard let screenshot else { return }
        try capture { [log] result in
            do {
                try screenshot.write(result.get().file)
            } catch let error as Screenshot.WriteError {
                log("\(error)")
            } catch {
                log("cannot write \(screenshot.path): \(error)")
            }
        }
    }

    /// Writes what was shown last.
    func writeLastScreenshot() throws {
        guard let screenshot else { return }
        guard let screen else {
            throw Screenshot.WriteError(
                description: "cannot write \(screenshot.path): \(NoDisplay())")
        }
        try screenshot.write(screen.lastPicture())
    }
}
