import Panel
import PanelProtocol

/// What the publisher asks of the panel on behalf of clients.
///
/// The closures read, and none but `set` changes anything.
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
}

extension PublishedPanel {
    /// Publishes the controls of a panel.
    init(_ panel: Panel) {
        self.init(
            name: { panel.description.name },
            generation: { 1 },
            page: { panel.page },
            controls: { panel.controls.map(\.id) },
            info: { panel[$0]?.info },
            state: { panel[$0]?.state },
            set: { request, source, time throws(Refusal) in
                try panel.apply(request, from: source, at: time)
            })
    }
}
