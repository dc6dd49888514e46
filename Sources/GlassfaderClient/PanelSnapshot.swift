package import PanelProtocol

/// The state of a panel at one moment.
public struct PanelSnapshot: Equatable, Sendable {
    /// The values of the subscribed controls, in the panel's order.
    public var values: [PanelSnapshotEntry]
    /// The ID of the visible page; `nil` if unknown.
    public var page: String?
    /// Whether the panel is locked; `nil` if unknown.
    public var isLocked: Bool?
    /// The master of the VCA whose strips alone are shown; `nil` for all strips.
    public var spilledVCA: String?
    /// Counts the panel files that were loaded: with another one than that of the last list, the
    /// panel may have other controls; `nil` if unknown.
    public var generation: Int64?

    /// A state, of which only the values may be known.
    public init(
        values: [PanelSnapshotEntry] = [], page: String? = nil, isLocked: Bool? = nil,
        spilledVCA: String? = nil, generation: Int64? = nil
    ) {
        self.values = values
        self.page = page
        self.isLocked = isLocked
        self.spilledVCA = spilledVCA
        self.generation = generation
    }

    /// Reads the event `resync`, or the reply to `subscribe`.
    package init(_ object: JSONObject) {
        let state = object["state"]?.object
        self.init(
            values: Self.values(in: object), page: state?["page"]?.string,
            isLocked: state?["locked"]?.boolean, spilledVCA: state?["spill"]?.string,
            generation: object["generation"]?.integer)
    }

    private static func values(in object: JSONObject) -> [PanelSnapshotEntry] {
        object["snapshot"]?.object?.members.compactMap { member in
            member.value.object.flatMap(PanelReading.init).map {
                PanelSnapshotEntry(control: member.key, reading: $0)
            }
        } ?? []
    }

    /// Notes what an event reports of the panel, its values apart.
    mutating func note(_ event: PanelEvent) {
        switch event {
        case .pageChanged(let page): self.page = page
        case .locked(let lock): isLocked = lock.isOn
        case .spillChanged(let vca): spilledVCA = vca
        case .configReloaded(let generation, _, _): self.generation = generation
        default: break
        }
    }
}
