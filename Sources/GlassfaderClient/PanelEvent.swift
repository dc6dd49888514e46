package import PanelProtocol

/// Something that happened on the panel.
public enum PanelEvent: Equatable, Sendable {
    /// A control was moved, touched or let go.
    case valueChanged(Change)
    /// Another page is shown, by its id.
    case pageChanged(page: String)
    /// The panel was locked, otherwise than before or for the first time, or unlocked.
    case locked(Lock)
    /// A scene was recalled; its changes have the number of the transaction.
    case sceneRecalled(name: String, transaction: Int64)
    /// Another panel file is in effect. The controls that have come and gone are named, and others
    /// may have other ranges: ask for them again.
    case configReloaded(generation: Int64, added: [String], removed: [String])
    /// A control looks otherwise.
    case styleChanged(Style)
    /// Another client shows levels, in dB relative to full scale, by control; the first channel's
    /// first. It is told only to whoever names `meters` among the events of the subscription.
    case meters([String: [Double]])
    /// Events were lost because they were not read in time: these are the values now. Gestures
    /// that were open may go on without their beginning.
    case resync(Resync)
    /// The daemon closes the connection, and says why.
    case farewell(reason: String)
    /// An event that this version does not know, by its name.
    case other(String)

    /// Reads an event; nil if something is missing.
    package init?(_ object: JSONObject) {
        guard let name = object["event"]?.string, let event = Self.named(name, object) else {
            return nil
        }
        self = event
    }

    private static func named(_ name: String, _ object: JSONObject) -> PanelEvent? {
        guard let kind = EventKind(rawValue: name) else {
            return switch name {
            case "resync": .resync(Resync(object))
            case "bye": .farewell(reason: object["reason"]?.string ?? "")
            default: .other(name)
            }
        }
        return switch kind {
        case .valueChanged: Change(object).map { .valueChanged($0) }
        case .pageChanged: object["page"]?.string.map { .pageChanged(page: $0) }
        case .locked: Lock(object).map { .locked($0) }
        case .sceneRecalled: scene(object)
        case .configReloaded: reload(object)
        case .styleChanged: Style(object).map { .styleChanged($0) }
        case .meters: levels(object)
        }
    }

    private static func scene(_ object: JSONObject) -> PanelEvent? {
        guard let name = object["scene"]?.string, let transaction = object["txn"]?.integer else {
            return nil
        }
        return .sceneRecalled(name: name, transaction: transaction)
    }

    private static func reload(_ object: JSONObject) -> PanelEvent? {
        guard let generation = object["generation"]?.integer, let added = object["added"]?.array,
            let removed = object["removed"]?.array
        else { return nil }
        return .configReloaded(
            generation: generation, added: added.compactMap(\.string),
            removed: removed.compactMap(\.string))
    }

    private static func levels(_ object: JSONObject) -> PanelEvent? {
        guard let members = object["v"]?.object?.members else { return nil }
        let levels = members.map { ($0.key, $0.value.array?.compactMap(\.number) ?? []) }
        return .meters(Dictionary(levels, uniquingKeysWith: { $1 }))
    }

    /// The controls of a snapshot, in the order of the panel.
    package static func readings(_ object: JSONObject) -> [PanelSnapshotEntry] {
        object["snapshot"]?.object?.members.compactMap { member in
            member.value.object.flatMap(PanelReading.init).map {
                PanelSnapshotEntry(control: member.key, reading: $0)
            }
        } ?? []
    }
}
