import Controls
import PanelProtocol

/// The changes that clients made to the style of a control or a strip. The rest is as in the panel
/// file.
package struct StyleChange: Equatable, Sendable {
    /// `#rrggbb`, or the name of a colour of the theme; `nil` for the panel file's.
    package var color: String?
    /// The text on or beside it; `nil` for the panel file's.
    package var label: String?
    /// The name of the icon, or `none`; `nil` for the panel file's.
    package var icon: String?
    /// Whether fingers may move it; `nil` for the panel file's setting.
    package var isEnabled: Bool?
    /// Whether it is visible; `nil` for the panel file's setting.
    package var isVisible: Bool?

    /// No change.
    package init() {}

    var isEmpty: Bool { self == StyleChange() }

    /// The changes with those of another request.
    func changed(by request: StyleRequest) -> StyleChange {
        var result = request.resets ? StyleChange() : self
        result.color = request.color.replacing(result.color)
        result.label = request.label.replacing(result.label)
        result.icon = request.icon.replacing(result.icon)
        result.isEnabled = request.isEnabled ?? result.isEnabled
        result.isVisible = request.isVisible ?? result.isVisible
        return result
    }

    /// Reads what `write(to:)` wrote; `nil` if a member is not valid.
    init?(_ object: JSONObject) {
        for member in object.members {
            switch member.key {
            case "color": color = member.value.string
            case "label": label = member.value.string
            case "icon": icon = member.value.string
            case "enabled": isEnabled = member.value.boolean
            case "visible": isVisible = member.value.boolean
            default: return nil
            }
        }
        let found = [
            color != nil, label != nil, icon.map(Self.isIcon) ?? false, isEnabled != nil,
            isVisible != nil,
        ]
        let isShort = Limit.label.problem(with: label?.utf8.count ?? 0) == nil
        guard !isEmpty, isShort, found.count(where: \.self) == object.members.count else {
            return nil
        }
    }

    /// The icon that is shown instead of the panel file's.
    func shownIcon(insteadOf own: Icon?) -> Icon? {
        icon.map { Icon(rawValue: $0) } ?? own
    }

    /// Whether a text names an icon, or is the word for none.
    static func isIcon(_ name: String) -> Bool { name == noIcon || Icon(rawValue: name) != nil }

    /// The word for no icon.
    private static let noIcon = "none"

    /// The size of the change in a saved state, in bytes; 0 if it is empty.
    func savedSize(for id: String) -> Int {
        if isEmpty { return 0 }
        var writer = JSONWriter()
        writer.object(.text(id)) { write(to: &$0) }
        return writer.bytes.count + 1
    }

    func write(to writer: inout JSONWriter) {
        if let color { writer.member("color", color) }
        if let label { writer.member("label", label) }
        if let icon { writer.member("icon", icon) }
        if let isEnabled { writer.member("enabled", isEnabled) }
        if let isVisible { writer.member("visible", isVisible) }
    }
}

extension StyleRequest.Setting {
    /// The setting after the request; `nil` for the panel file's.
    fileprivate func replacing(_ old: String?) -> String? {
        switch self {
        case .kept: old
        case .panelFile: nil
        case .other(let text): text
        }
    }
}
