import GlassfaderClient
import PanelProtocol

/// The title that an engine reports for one of its strips; `nil` for parts that it does not report.
struct StripTitle {
    var label: String?
    var color: String?
}

// The names and colours of the engine's strips.
extension Bridge {
    /// The name and the colour (`#rrggbb`) of the engine's strip; `nil` for unknown. Where the name
    /// is empty, the panel shows its own.
    public func engineReportedTitle(of strip: String, label: String? = nil, color: String? = nil) {
        if let label, label.utf8.count > Limit.label.most {
            return log.logOnce(
                "long names",
                "dropped the name of strip '\(strip)': it has \(label.utf8.count) bytes")
        }
        guard strips[strip] != nil else { return }
        if let label {
            let isNews = engineTitles[strip]?.label != label
            engineTitles[strip, default: StripTitle()].label = label
            if label.isEmpty, isNews { restoreLabel(of: strip) }
        }
        if let color { engineTitles[strip, default: StripTitle()].color = color }
        showTitle(of: strip)
    }

    /// Shows the title from the panel file, because the engine has none.
    private func restoreLabel(of strip: String) {
        send(
            PanelRequest("style") { writer in
                writer.member("strip", strip)
                writer.member(null: "label")
            })
    }

    func showTitle(of strip: String) {
        guard let shown = strips[strip], var title = engineTitles[strip] else { return }
        if title.label == shown.label || title.label == "" { title.label = nil }
        if title.color == shown.color { title.color = nil }
        titles[strip] = title.label == nil && title.color == nil ? nil : title
        attempt { try scheduleFrame() }
    }

    func sendTitles() throws {
        for (strip, title) in titles {
            try link.send(
                PanelRequest("style") { writer in
                    writer.member("strip", strip)
                    if let label = title.label { writer.member("label", label) }
                    if let color = title.color { writer.member("color", color) }
                })
            if let label = title.label { strips[strip]?.label = label }
            if let color = title.color { strips[strip]?.color = color }
        }
        titles.removeAll()
    }
}
