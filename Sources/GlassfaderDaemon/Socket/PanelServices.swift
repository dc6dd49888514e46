import PanelProtocol

/// Called with a picture of the panel, or with the error.
typealias PictureCompletion = (Result<PanelPicture, RequestError>) -> Void

/// Called with the result of a reload.
typealias ReloadCompletion = (Result<PanelReply, RequestError>) -> Void

/// Performs client requests that the panel cannot perform itself.
final class PanelServices {
    /// Makes a picture of the panel. May complete at once or later.
    var picture: (@escaping PictureCompletion) -> Void = { $0(.failure(.noPicture)) }
    /// Sets brightness and blanking, and returns the new state.
    var display: (DisplayRequest) throws(RequestError) -> DisplayInfo = { _ throws(RequestError) in
        throw RequestError(.badRequest, "this daemon cannot set the brightness of a screen")
    }
    /// Reads the panel file again. Completes later.
    var reload: (ValueChanged.Source, @escaping ReloadCompletion) -> Void = {
        $1(.failure(.noPanelFile))
    }
}

extension RequestError {
    /// The error for a picture without a display.
    static var noPicture: RequestError {
        RequestError(.badRequest, "there is no display that shows the panel")
    }

    /// The error for a reload without a panel file.
    static var noPanelFile: RequestError {
        RequestError(.badRequest, "this panel was not read from a file")
    }
}
