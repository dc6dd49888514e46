import EventLoop
import Files
import PanelProtocol

/// Pictures of the screen, for clients and for the screenshot file.
extension Daemon {
    /// Makes an upright PNG of the screen. The panel keeps running meanwhile.
    ///
    /// - Parameter completion: called with the PNG or the error, later from the event loop; at
    ///   once, if there is no display.
    func capture(_ completion: @escaping ScreenCapture.Completion) throws {
        guard let screen else { return completion(.failure(ShownWindow.NoDisplay())) }
        // The picture includes changes that wait for the next frame.
        panel.layOutIfNeeded()
        try screen.capture(completion)
    }

    /// Makes a picture for a client. Errors arrive as a `RequestError`.
    func takePicture(_ completion: @escaping PictureCompletion) {
        do {
            try capture { completion($0.mapError(Self.requestError)) }
        } catch {
            completion(.failure(Self.requestError(error)))
        }
    }

    private static func requestError(_ error: any Error) -> RequestError {
        error is ShownWindow.NoDisplay
            ? .noPicture : RequestError(.internal, "cannot make the picture: \(error)")
    }

    /// Writes the present picture to the screenshot file, if one was named. Logs errors.
    func writeScreenshot() throws {
        guard let screenshot else { return }
        try capture { [log] result in
            do {
                try screenshot.write(result.get().file)
            } catch is ShownWindow.Ending {
                // The last picture was written instead.
            } catch {
                let error = error as? FileError ?? FileError("write", screenshot.path, "\(error)")
                log("\(error)", .error, about: .file(screenshot.path))
            }
        }
    }

    /// Writes the last picture to the screenshot file, if one was named.
    func writeLastScreenshot() throws {
        guard let screenshot else { return }
        guard let screen else {
            throw FileError("write", screenshot.path, "\(ShownWindow.NoDisplay())")
        }
        try screenshot.write(screen.lastPicture())
    }
}
