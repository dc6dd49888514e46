import Panel
import PanelProtocol

/// What the publisher asks of the panel on behalf of clients.
///
/// The closures read, and none but `set`, `perform` and `showLevels` changes anything. What they
/// change is posted by whoever publishes the panel.
struct PublishedPanel {
    /// The panel's name.
    var name: () -> String
    /// A number that changes with the panel file.
    var generation: () -> Int64
    /// The id of the page that is shown.
    var page: () -> String
    /// The names of all controls, in the order of the panel.
    var controls: () -> [String]
    /// All about one control; nil if there is none of this name.
    var info: (String) -> ControlInfo?
    /// The value of a control; nil if there is none, or it has no value to be read.
    var state: (String) -> ControlState?
    /// Gives a control a value on behalf of a client, unless a finger decides.
    var set: (SetRequest, ValueChanged.Source, _ time: Duration) throws(Refusal) -> SetResult
    /// Shows levels on meters; refuses what is for no meter, and shows the rest.
    var showLevels: ([MeterLevels], _ time: Duration) throws(Refusal) -> Void
    /// Whether a control has a meter with so many channels.
    var hasMeter: (MeterLevels) -> Bool = { _ in true }
    /// The pages, in their order.
    var pages: () -> [PageInfo] = { [] }
    /// Whether the panel is locked.
    var isLocked: () -> Bool = { false }
    /// Does anything else that a client asks for.
    var perform:
        (Request.Command, ValueChanged.Source, _ time: Duration) throws(Refusal) -> PanelReply =
            { _, _, _ throws(Refusal) in throw Refusal(.badRequest, "this panel cannot do that") }
    /// Reads the panel file again on behalf of a client, which gets the answer later.
    var reload: (ValueChanged.Source, @escaping ReloadTaker) -> Void = {
        $1(.failure(.noPanelFile))
    }
    /// Makes a picture of the panel, which may take a while.
    var picture: (@escaping PictureTaker) -> Void = { $0(.failure(.noPicture)) }
}

extension PublishedPanel {
    /// Publishes a panel.
    init(_ panel: Panel, services: PanelServices = PanelServices()) {
        self.init(
            name: { panel.description.name },
            generation: { panel.generation },
            page: { panel.page },
            controls: { panel.controls.map(\.id) },
            info: { panel[$0]?.info },
            state: { panel[$0]?.state },
            set: { request, source, time throws(Refusal) in
                try panel.apply(request, from: source, at: time)
            },
            showLevels: { levels, time throws(Refusal) in try panel.show(levels, at: time) },
            hasMeter: { levels in
                panel[levels.control]?.info.meter.map { levels.decibels.count <= $0.channels }
                    ?? false
            },
            pages: { panel.pageNames },
            isLocked: { panel.lock != nil },
            perform: { command, source, time throws(Refusal) in
                try panel.perform(command, with: services, from: source, at: time)
            },
            reload: { services.reload($0, $1) },
            picture: { services.picture($0) })
    }
}
