import Controls
import Drawing
import PanelProtocol
import TOML

// Problems with texts and handles, which only the views can find.
extension PanelPreview {
    /// The greatest number of states in which a page is examined.
    private static let mostStates = 128

    /// Texts that are cut or too small, missing icons, and handles that are too small for a finger,
    /// on all pages, with each card and each strip that a key chooses; one for each cause. Controls
    /// have their defaults.
    package func findings() -> [LayoutProblem] {
        let bounds = panel.window.bounds
        var found = Findings(
            screen: "\(Int(bounds.width))×\(Int(bounds.height))",
            hasOwnSize: panel.description.theme.fontSize != nil)
        for (index, page) in pages.enumerated() {
            _ = panel.turn(to: page)
            let visible = [panel.visiblePage].compactMap(\.self)
            // One page is enough for the cards of the areas.
            forEachChoice(on: visible + (index == 0 ? panel.areas : []), atMost: Self.mostStates) {
                update()
                for page in visible + panel.areas { found.note(page) }
            }
        }
        if let bar = panel.pageBar, let page = panel.description.pages.first {
            let least = panel.visiblePage?.layout?.metrics.legibleFontSize ?? 0
            found.note(bar.view, at: page.position, page.position, leastText: least)
        }
        return found.problems
    }

    /// Texts with characters that no font of the panel has, in one line.
    package func missingGlyphs() -> [LayoutProblem] {
        let missing = panel.placedIllegibleTexts
        guard let first = missing.first else { return [] }
        let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
        return [
            LayoutProblem(
                position: first.position,
                message: "the fonts lack characters of '\(first.text)'\(more): "
                    + "name a font that has them as 'fallback' in [theme]", isError: false)
        ]
    }

    /// Problems with texts and handles, by cause: strips of one template share a line, and so do
    /// controls that differ by their texts.
    private struct Findings {
        let screen: String
        /// Whether the file sets the size of texts.
        let hasOwnSize: Bool
        private var causes: [Cause] = []
        private var found: [Cause: Finding] = [:]

        init(screen: String, hasOwnSize: Bool) {
            self.screen = screen
            self.hasOwnSize = hasOwnSize
        }

        private enum Problem: Hashable {
            case cut
            case missing
            case icon
            case small(least: Int)
            case handle(least: Int)
            case tab(least: Int)
            case image(option: String)
        }

        private struct Cause: Hashable {
            let position: SourcePosition
            let problem: Problem
        }

        /// The worst place with a problem, and how many places there are.
        private struct Finding {
            var position: SourcePosition
            var text: String
            /// The size at the worst place.
            var pixels: Int
            var places: Set<Place> = []
        }

        private struct Place: Hashable {
            let position: SourcePosition
            let text: String
        }

        var problems: [LayoutProblem] {
            causes.compactMap { cause in
                guard let finding = found[cause] else { return nil }
                return LayoutProblem(
                    position: finding.position,
                    message: "at \(screen) \(message(cause.problem, finding))", isError: false)
            }
        }

        private func message(_ problem: Problem, _ finding: Finding) -> String {
            let count = finding.places.count
            let more = count > 1 ? " and \(count - 1) more" : ""
            let (name, pixels) = ("'\(finding.text)'\(more)", finding.pixels)
            return switch problem {
            case .cut: "the text \(name) is cut: it needs more room"
            case .missing: "the text \(name) is missing: it needs more room"
            case .icon: "the icon \(name) is missing: it needs more room"
            case .small(let least):
                "the text \(name) has \(pixels) pixels, and eyes need \(least): "
                    + (hasOwnSize ? "'font_px' under [theme] says so" : "it needs more room")
            case .handle(let least):
                "the handle\(more) has \(pixels) pixels, and a finger needs \(least)"
            case .tab(let least):
                "a tab has \(pixels) pixels in width, and a finger needs \(least): "
                    + "fewer pages or larger banks have wider ones"
            case .image: finding.text
            }
        }

        mutating func note(_ page: PageView) {
            // A page that does not fit is reported as a whole.
            guard let layout = page.layout, layout.isLargeEnough else { return }
            let known = Set(layout.problems.map(\.position))
            page.forEachShown { view, position, first in
                guard !known.contains(position) else { return }
                note(view, at: position, first, leastText: layout.metrics.legibleFontSize)
            }
            for label in page.missingLabels where !known.contains(label.position) {
                add(label.text, .missing, at: label.position, label.position)
            }
        }

        /// - Parameter first: The position of the first control that may have the same cause.
        mutating func note(
            _ view: View, at position: SourcePosition, _ first: SourcePosition, leastText: Double
        ) {
            guard !view.isHidden else { return }
            let least = Int(leastText.rounded(.down))
            for text in view.shownTexts {
                let size = Int(text.size)
                if text.isMissing {
                    add(text.text, .missing, at: position, first)
                } else if text.isCut {
                    add(text.text, .cut, at: position, first)
                } else if size < least {
                    add(text.text, .small(least: least), pixels: size, at: position, first)
                }
            }
            if let icon = (view as? Label)?.missingIcon {
                add(icon.rawValue, .icon, at: position, first)
            }
            if let slider = view as? Slider, slider.isEnabled {
                let handle = slider.thumbRect
                let width = Int(slider.isVertical ? handle.width : handle.height)
                let least = Int(slider.pixelsPerMillimetre * LayoutRules.handle)
                if width < least {
                    add("", .handle(least: least), pixels: width, at: position, first)
                }
            }
            for image in OversizedImage.images(of: view) {
                add(
                    image.message, .image(option: image.option), pixels: image.breadth,
                    at: position, position)
            }
            if let tabs = view as? PageControl, tabs.hasTabs, tabs.isEnabled {
                let width = Int(tabs.rectForPage(at: 0).width)
                let least = Int(tabs.pixelsPerMillimetre * LayoutRules.target)
                if width < least {
                    add("", .tab(least: least), pixels: width, at: position, first)
                }
            }
            for view in view.subviews { note(view, at: position, first, leastText: leastText) }
        }

        private mutating func add(
            _ text: String, _ problem: Problem, pixels: Int = 0, at position: SourcePosition,
            _ first: SourcePosition
        ) {
            let cause = Cause(position: first, problem: problem)
            if found[cause] == nil { causes.append(cause) }
            var finding =
                found[cause] ?? Finding(position: position, text: text, pixels: pixels)
            if pixels < finding.pixels {
                (finding.position, finding.text, finding.pixels) = (position, text, pixels)
            }
            finding.places.insert(Place(position: position, text: text))
            found[cause] = finding
        }
    }
}
