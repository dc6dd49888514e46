import Panel
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

extension Panel {
    /// Does what a client asks for, besides what concerns one value.
    func perform(
        _ command: Request.Command, with services: PanelServices,
        from source: ValueChanged.Source, at time: Duration
    ) throws(Refusal) -> PanelReply {
        switch command {
        case .batch(let batch): return try apply(batch, from: source, at: time)
        case .link(let request): return try link(request, from: source, at: time)
        case .unlink(let name): return try unlink(name, from: source, at: time)
        case .page(let page): return try perform(page: page, from: source, at: time)
        case .lock(let request): return try perform(request, from: source, at: time)
        case .scene(let request): return try perform(request, from: source, at: time)
        case .style(let request): return try perform(request, from: source, at: time)
        case .display(let request): return .display(try services.display(request))
        case .reload, .hello, .list, .get, .set, .meters, .subscribe, .unsubscribe, .ping, .version,
            .clients, .screenshot, .bye:
            throw Refusal(.internal, "what concerns no panel was asked of it")
        }
    }
}
