import PanelProtocol

/// Called with a picture of the panel, or with why there is none.
typealias PictureCompletion = (Result<PanelPicture, RequestError>) -> Void

/// Called with the result of a reload.
typealias ReloadCompletion = (Result<PanelReply, RequestError>) -> Void

/// Requests of clients that a panel cannot perform by itself.
final class PanelServices {
    /// What is being shown, later or at once.
    var picture: (@escaping PictureCompletion) -> Void = { $0(.failure(.noPicture)) }
    /// Makes the screen brighter or darker, and returns how it is.
    var display: (DisplayRequest) throws(RequestError) -> DisplayInfo = { _ throws(RequestError) in
        throw RequestError(.badRequest, "this daemon cannot set the brightness of a screen")
    }
    /// Reads the panel file again, later.
    var reload: (ValueChanged.Source, @escaping ReloadCompletion) -> Void = {
        $1(.failure(.noPanelFile))
    }
}

extension RequestError {
    /// There is nothing that a picture could be of.
    static var noPicture: RequestError {
        RequestError(.badRequest, "there is no display that shows the panel")
    }

    /// There is nothing that could be read again.
    static var noPanelFile: RequestError {
        RequestError(.badRequest, "this panel was not read from a file")
    }
}
