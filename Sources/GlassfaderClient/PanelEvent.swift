package import PanelProtocol

/// An event of the panel.
public enum PanelEvent: Equatable, Sendable {
    /// A control was moved, touched or released.
    case valueChanged(Change)
    /// The level in effect of a member of a VCA changed because a master moved. Its own value did
    /// not.
    case effectiveChanged(control: String, PanelReading.Level)
    /// Another page is visible; `page` is its ID.
    case pageChanged(page: String)
    /// Only the strips of the VCA with this master are shown; all strips again for `nil`.
    case spillChanged(vca: String?)
    /// The panel was locked, its lock changed, or it was unlocked.
    case locked(Lock)
    /// A scene was recalled; its changes have this transaction number. `missing` are up to 100
    /// controls that it names and the panel does not have now, or not of this type.
    case sceneRecalled(name: String, transaction: Int64, missing: [String] = [])
    /// A key of the panel performed its action, or could not.
    case action(Action)
    /// A person typed a wrong PIN on the panel.
    case pinRejected(PINRejection)
    /// Another panel file is in effect. `added` and `removed` are controls. The ranges of others
    /// may have changed: list them again.
    case configReloaded(generation: Int64, added: [String], removed: [String])
    /// The style of a control changed.
    case styleChanged(Style)
    /// The style of a strip changed. Controls without a label are listed with that of their strip.
    case stripChanged(StripStyle)
    /// Another client set levels, by control: in dB relative to full scale, starting with the first
    /// channel. Only subscriptions that name `meters` in `events` receive it.
    case meters([String: [Double]])
    /// Another client set points of plots, by control. Only subscriptions that name `plot` in
    /// `events` receive it.
    case plot([String: [Double]])
    /// Events were lost because they were not read in time; this is the present state.
    /// Gestures that were in progress may continue without their beginning.
    case resync(PanelSnapshot)
    /// The daemon closes the connection, for this reason.
    case bye(reason: String)
    /// An event that this version does not know, by its name.
    case other(String)

    /// Reads an event; `nil` if a member is missing.
    package init?(_ object: JSONObject) {
        guard let name = object["event"]?.string, let event = Self.named(name, object) else {
            return nil
        }
        self = event
    }

    private static func named(_ name: String, _ object: JSONObject) -> PanelEvent? {
        guard let kind = EventKind(rawValue: name) else {
            return switch name {
            case "resync": .resync(PanelSnapshot(object))
            case "bye": .bye(reason: object["reason"]?.string ?? "")
            default: .other(name)
            }
        }
        return switch kind {
        case .valueChanged: Change(object).map { .valueChanged($0) }
        case .effectiveChanged: effective(object)
        case .pageChanged: object["page"]?.string.map { .pageChanged(page: $0) }
        case .spillChanged: .spillChanged(vca: object["spill"]?.string)
        case .locked: Lock(object).map { .locked($0) }
        case .sceneRecalled: scene(object)
        case .action: Action(object).map { .action($0) }
        case .pinRejected: PINRejection(object).map { .pinRejected($0) }
        case .configReloaded: reload(object)
        case .styleChanged: Style(object).map { .styleChanged($0) }
        case .stripChanged: StripStyle(object).map { .stripChanged($0) }
        case .meters: numbers(object).map { .meters($0) }
        case .plot: numbers(object).map { .plot($0) }
        }
    }

    private static func effective(_ object: JSONObject) -> PanelEvent? {
        guard let control = object["control"]?.string, let level = PanelReading.Level(object) else {
            return nil
        }
        return .effectiveChanged(control: control, level)
    }

    private static func scene(_ object: JSONObject) -> PanelEvent? {
        guard let name = object["scene"]?.string, let transaction = object["txn"]?.integer else {
            return nil
        }
        return .sceneRecalled(
            name: name, transaction: transaction,
            missing: object["missing"]?.array?.compactMap(\.string) ?? [])
    }

    private static func reload(_ object: JSONObject) -> PanelEvent? {
        guard let generation = object["generation"]?.integer, let added = object["added"]?.array,
            let removed = object["removed"]?.array
        else { return nil }
        return .configReloaded(
            generation: generation, added: added.compactMap(\.string),
            removed: removed.compactMap(\.string))
    }

    private static func numbers(_ object: JSONObject) -> [String: [Double]]? {
        guard let members = object["v"]?.object?.members else { return nil }
        let numbers = members.map { ($0.key, $0.value.array?.compactMap(\.number) ?? []) }
        return Dictionary(numbers, uniquingKeysWith: { $1 })
    }
}
