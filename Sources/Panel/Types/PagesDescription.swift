import Controls
import PanelProtocol

/// The options of what shows the panel's pages and changes them: its value is the id of the page
/// that is seen.
struct PagesDescription: ControlKind {
    private enum Style: String, CaseIterable {
        case dots
        case tabs
    }

    private let style: Style
    private var pages: [PageName]
    var conduct: ConductDescription

    init(_ fields: inout TableFields, at place: ControlPlace) {
        style = fields.choice("style", of: Style.self) ?? .dots
        pages = place.pages
        conduct = ConductDescription(ofDiscrete: &fields)
    }

    var law: (any ValueLaw)? {
        pages.isEmpty ? nil : ChoiceLaw(options: pages.map(\.id), labels: pages.map(\.label))
    }

    var texts: [String] { pages.map(\.label) }

    var room: ControlRoom {
        var room = ControlRoom(
            lines: 1.6, targets: (width: style == .tabs ? max(pages.count, 1) : 1, height: 1))
        room.leastWidthOfValue = .infinity
        return room
    }

    var withoutLooks: Self {
        var other = self
        other.pages = pages.map { PageName(id: $0.id, label: $0.id) }
        return other
    }

    func makeView(_ surroundings: ControlStyle) -> PublishedView {
        let control = surroundings.view(PageControl(frame: .zero))
        control.theme = surroundings.theme
        control.currentPageIndicatorTintColor = surroundings.accent
        control.numberOfPages = pages.count
        let labels = pages.map(\.label)
        if style == .tabs { control.titles = labels }
        let ids = pages.map(\.id)
        return PublishedView(
            view: control,
            value: {
                ids.indices.contains(control.currentPage) ? .text(ids[control.currentPage]) : nil
            },
            assign: { value in
                guard let index = value.text.flatMap(ids.firstIndex(of:)) else { return }
                control.currentPage = index
            },
            paint: { control.currentPageIndicatorTintColor = $0 },
            fit: { fontSize in
                guard style == .tabs else { return }
                let width = control.bounds.width / Double(max(pages.count, 1)) - 13
                control.font = surroundings.font.withSize(
                    surroundings.font.size(for: labels, in: width, atMost: fontSize))
            },
            isDiscrete: true)
    }
}
