import PanelProtocol

/// Takes a picture of the panel, or why there is none.
typealias PictureTaker = (Result<PanelPicture, Refusal>) -> Void

/// Takes what came of a reload.
typealias ReloadTaker = (Result<PanelReply, Refusal>) -> Void

/// What clients can ask for that a panel cannot do by itself, as far as somebody does it.
final class PanelServices {
    /// What is being shown, later or at once.
    var picture: (@escaping PictureTaker) -> Void = { $0(.failure(.noPicture)) }
    /// Makes the screen brighter or darker, or tells how it is.
    var display: (DisplayRequest) throws(Refusal) -> DisplayInfo = { _ throws(Refusal) in
        throw Refusal(.badRequest, "this daemon cannot set the brightness of a screen")
    }
    /// Reads the panel file again, later.
    var reload: (ValueChanged.Source, @escaping ReloadTaker) -> Void = {
        $1(.failure(.noPanelFile))
    }
}

extension Refusal {
    /// There is nothing that a picture could be of.
    static var noPicture: Refusal {
        Refusal(.badRequest, "there is no display that shows the panel")
    }

    /// There is nothing that could be read again.
    static var noPanelFile: Refusal {
        Refusal(.badRequest, "this panel was not read from a file")
    }
}
