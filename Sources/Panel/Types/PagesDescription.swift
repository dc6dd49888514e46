import Controls
import PanelProtocol

/// The options of a page control, which shows and changes the panel's pages. Its value is the ID of
/// the visible page.
struct PagesDescription: BuiltInKind {
    static let table = OptionTable(of: PageControl(frame: .zero)) {
        PanelOption(
            "style", .choice([Style.dots: "a dot for each page", .tabs: "a name for each page"]),
            otherwise: .value("\"dots\""), "What the pages look like.")
        PanelOption.tint(
            "dot_color", \.pageIndicatorTintColor, "The colour of the pages that are not shown."
        ).onlyWhen("style", is: "\"dots\"")
    }

    static var options: [OptionEntry] {
        BehaviorDescription.discreteTable.entries + table.entries
    }

    private enum Style: String, CaseIterable, Sendable {
        case dots
        case tabs
    }

    private let options: OptionValues<PageControl>
    /// All pages of the panel.
    var pages: [PageName]
    let behavior: BehaviorDescription

    private var showsTabs: Bool { options.value("style") == Style.tabs }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = Self.table.read(&fields)
        pages = place.pages
        behavior = BehaviorDescription(&fields, BehaviorDescription.discreteTable)
        if !showsTabs, place.label.isEmpty {
            fields.noteNotInEffect(["text_scale", "bold"], because: "dots have no text")
        }
    }

    var showsPages: Bool { true }
    var converter: (any ValueConverter)? {
        pages.isEmpty ? nil : ChoiceConverter(options: pages.map(\.id), labels: pages.map(\.label))
    }

    var texts: [String] { pages.map(\.label) }

    var sizing: ControlSizing {
        var sizing = ControlSizing(
            lines: 1.6, targets: (width: showsTabs ? max(pages.count, 1) : 1, height: 1))
        // In a row, each tab is as wide as one of the other controls.
        if showsTabs { sizing.widthWeight = Double(max(pages.count, 1)) }
        sizing.minimumValueWidth = .infinity
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool {
        pages.map(\.id) == other.pages.map(\.id) && behavior == other.behavior
            && options.isEquivalent(to: other.options)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let control = style.view(PageControl(frame: .zero))
        options.apply(to: control, style) { PageControl(frame: .zero) }
        control.theme = style.theme
        control.currentPageIndicatorTintColor = style.accent
        control.numberOfPages = pages.count
        let labels = pages.map(\.label)
        if showsTabs { control.titles = labels }
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
                guard showsTabs else { return }
                let width = control.bounds.width / Double(max(pages.count, 1)) - 13
                control.font = style.font.withSize(
                    style.font.size(for: labels, in: width, atMost: fontSize))
            },
            isDiscrete: true)
    }
}
