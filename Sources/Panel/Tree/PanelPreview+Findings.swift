import Controls
import Drawing
import PanelProtocol
import TOML

// Problems with texts and handles, which only the views can find.
extension PanelPreview {
    /// Texts that are cut or too small, and handles that are too small for a finger, on all pages;
    /// one for each cause. Controls have their defaults.
    package func findings() -> [LayoutProblem] {
        let bounds = panel.window.bounds
        var found = Findings(
            screen: "\(Int(bounds.width))×\(Int(bounds.height))",
            hasOwnSize: panel.description.theme.fontSize != nil)
        for page in pages {
            _ = panel.turn(to: page)
            update()
            for page in [panel.visiblePage].compactMap(\.self) + panel.areas {
                // A page that does not fit is reported as a whole.
                guard let layout = page.layout, layout.isLargeEnough else { continue }
                let known = Set(layout.problems.map(\.position))
                page.forEachShown { view, position in
                    guard !known.contains(position) else { return }
                    found.note(view, at: position, leastText: layout.metrics.legibleFontSize)
                }
                for label in page.missingLabels where !known.contains(label.position) {
                    found.noteMissing(label.text, at: label.position)
                }
            }
        }
        if let bar = panel.pageBar, let page = panel.description.pages.first {
            let least = panel.visiblePage?.layout?.metrics.legibleFontSize ?? 0
            found.note(bar.view, at: page.position, leastText: least)
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

    /// Problems with texts and handles, by position in the file: strips of one template share a
    /// line.
    private struct Findings {
        let screen: String
        /// Whether the file sets the size of texts.
        let hasOwnSize: Bool
        private var places: [(position: SourcePosition, cause: Cause)] = []
        private var texts: [Key: [String]] = [:]

        init(screen: String, hasOwnSize: Bool) {
            self.screen = screen
            self.hasOwnSize = hasOwnSize
        }

        private enum Cause: Hashable {
            case cut
            case missing
            case small(pixels: Int, least: Int)
            case handle(pixels: Int, least: Int)
            case tab(pixels: Int, least: Int)
            case image(OversizedImage)
        }

        private struct Key: Hashable {
            let position: SourcePosition
            let cause: Cause
        }

        var problems: [LayoutProblem] {
            places.map { position, cause in
                let texts = texts[Key(position: position, cause: cause)] ?? []
                let more = texts.count > 1 ? " and \(texts.count - 1) more" : ""
                let name = "'\(texts.first ?? "")'\(more)"
                let message =
                    switch cause {
                    case .cut: "the text \(name) is cut: it needs more room"
                    case .missing: "the text \(name) is missing: it needs more room"
                    case .small(let pixels, let least):
                        "the text \(name) has \(pixels) pixels, and eyes need \(least): "
                            + (hasOwnSize
                                ? "'font_px' under [theme] says so" : "it needs more room")
                    case .handle(let pixels, let least):
                        "the handle has \(pixels) pixels, and a finger needs \(least)"
                    case .tab(let pixels, let least):
                        "a tab has \(pixels) pixels in width, and a finger needs \(least): "
                            + "fewer pages or larger banks have wider ones"
                    case .image(let image): image.message
                    }
                return LayoutProblem(
                    position: position, message: "at \(screen) \(message)", isError: false)
            }
        }

        mutating func noteMissing(_ text: String, at position: SourcePosition) {
            add(text, .missing, at: position)
        }

        mutating func note(_ view: View, at position: SourcePosition, leastText: Double) {
            guard !view.isHidden else { return }
            let least = Int(leastText.rounded(.down))
            for text in view.shownTexts {
                if text.isMissing {
                    add(text.text, .missing, at: position)
                } else if text.isCut {
                    add(text.text, .cut, at: position)
                } else if Int(text.size) < least {
                    add(text.text, .small(pixels: Int(text.size), least: least), at: position)
                }
            }
            if let slider = view as? Slider, slider.isEnabled {
                let handle = slider.thumbRect
                let width = Int(slider.isVertical ? handle.width : handle.height)
                let least = Int(slider.pixelsPerMillimetre * LayoutRules.handle)
                if width < least {
                    add("", .handle(pixels: width, least: least), at: position)
                }
            }
            for image in OversizedImage.images(of: view) {
                add("", .image(image), at: position)
            }
            if let tabs = view as? PageControl, tabs.hasTabs, tabs.isEnabled {
                let width = Int(tabs.rectForPage(at: 0).width)
                let least = Int(tabs.pixelsPerMillimetre * LayoutRules.target)
                if width < least { add("", .tab(pixels: width, least: least), at: position) }
            }
            for view in view.subviews { note(view, at: position, leastText: leastText) }
        }

        private mutating func add(_ text: String, _ cause: Cause, at position: SourcePosition) {
            let key = Key(position: position, cause: cause)
            if texts[key] == nil { places.append((position, cause)) }
            if texts[key]?.contains(text) != true { texts[key, default: []].append(text) }
        }
    }
}
