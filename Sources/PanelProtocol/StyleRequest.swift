/// A request to change the style of a control or a strip while the panel runs.
package struct StyleRequest: Equatable, Sendable {
    /// The owner of the style.
    package enum Target: Equatable, Sendable {
        case control(String)
        case strip(String)

        /// The ID of the control or strip.
        package var id: String {
            switch self {
            case .control(let id), .strip(let id): id
            }
        }
    }

    /// A property that is set, or reset to the panel file's setting.
    package enum Setting: Equatable, Sendable {
        /// It is not in the request.
        case kept
        /// It is `null`: reset to the panel file's setting.
        case panelFile
        /// It has a new value.
        case other(String)
    }

    /// The control or strip.
    package var target: Target
    /// Whether everything is reset to the panel file's settings, before the rest is set.
    package var resets = false
    /// `#rrggbb`, or the name of a colour of the theme.
    package var color = Setting.kept
    /// The text on or beside it.
    package var label = Setting.kept
    /// The name of an icon, or `none`.
    package var icon = Setting.kept
    /// Whether fingers may move it; `nil` for no change.
    package var isEnabled: Bool?
    /// Whether it is visible; `nil` for no change.
    package var isVisible: Bool?

    /// Creates a request without changes to a control.
    package init(control: String) {
        target = .control(control)
    }

    /// Creates a request without changes to a strip.
    package init(strip: String) {
        target = .strip(strip)
    }

    init(_ fields: Fields) throws(RequestError) {
        if let strip = try fields.string("strip") {
            guard try fields.string("control") == nil else {
                throw RequestError(
                    .badRequest, "expected one of control and strip, found both", field: "strip")
            }
            target = .strip(strip)
        } else {
            target = .control(try fields.requiredString("control"))
        }
        resets = try fields.boolean("reset") ?? false
        color = try fields.setting("color")
        label = try fields.setting("label")
        if case .other(let text) = label, let problem = Limit.label.problem(with: text.utf8.count) {
            throw RequestError(.badRequest, "label: \(problem)", field: "label")
        }
        icon = try fields.setting("icon")
        isEnabled = try fields.boolean("enabled")
        isVisible = try fields.boolean("visible")
        let isEmpty =
            !resets && color == .kept && label == .kept && icon == .kept && isEnabled == nil
            && isVisible == nil
        if isEmpty {
            throw RequestError(
                .badRequest,
                "expected at least one of color, label, icon, enabled, visible and reset",
                field: "color")
        }
    }
}
