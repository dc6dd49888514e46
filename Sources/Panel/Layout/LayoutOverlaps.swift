import Drawing
import TOML

// Overlaps: `at` may place a strip or control on another one. Without `at`, each has its own place.
extension PanelDescription {
    /// The strips and controls that overlap on every screen: those that `at` places.
    package var overlaps: [LayoutProblem] {
        allPages.flatMap { page in
            let strips = page.strips.filter(\.isVisible)
            let places = strips.map { strip in
                strip.placement.at.map {
                    StripLayout(id: strip.id, frame: $0, title: nil, controls: [], lines: [])
                }
            }
            return LayoutProblem.overlaps(of: strips, at: places, screen: nil)
                + strips.flatMap { strip in
                    LayoutProblem.overlaps(
                        of: strip,
                        at: strip.controls.map { control in
                            control.placement.at.map {
                                ControlLayout(id: control.id, frame: $0, caption: nil, value: nil)
                            }
                        }, title: nil, screen: nil)
                }
        }
    }
}

extension PanelDescription {
    /// Strips and controls that no page shows, and pages that nothing on the panel can show.
    var unseen: [LayoutProblem] {
        let hidden = allPages.flatMap(\.strips).filter { !$0.isBorrowed }.flatMap { strip in
            guard strip.isVisible else { return [(name: "strip", position: strip.position)] }
            return strip.controls.filter { !$0.isVisible }
                .map { (name: $0.type, position: $0.position) }
        }
        return hidden.map { name, position in
            LayoutProblem(
                position: position,
                message: "no page shows this \(name): 'visible' is false, until a client shows it",
                isError: false)
        } + unreachablePages
    }

    private var unreachablePages: [LayoutProblem] {
        guard !display.hasPageBar, let page = pages.dropFirst().first else { return [] }
        let hasWay = controls.contains { control in
            if control.kind.showsPages { return true }
            if case .page = control.kind.action?.kind { return true }
            return false
        }
        if hasWay { return [] }
        return [
            LayoutProblem(
                position: page.position,
                message: "no control shows this page, and page_bar is false: only clients show it",
                isError: false)
        ]
    }
}

extension LayoutProblem {
    /// The strips that `at` places on another strip. A strip with only pictures may be behind
    /// others.
    ///
    /// - Parameters:
    ///   - places: The layout of each strip; strips without a layout are skipped.
    ///   - screen: The size of the screen.
    static func overlaps(
        of strips: [StripDescription], at places: [StripLayout?], screen: String?
    ) -> [LayoutProblem] {
        strips.indices.compactMap { index in
            guard strips[index].placement.at != nil, strips[index].takesItsPlace,
                let frame = places[index]?.frame
            else { return nil }
            let other = strips.indices.first { other in
                other != index && strips[other].takesItsPlace
                    && places[other]?.frame.intersects(frame) == true
                    && (other < index || strips[other].placement.at == nil)
            }
            return other.map { other in
                LayoutProblem(
                    overlapOf: "strip", at: strips[index].position,
                    with: "the strip '\(strips[other].id)'",
                    screen: strips[other].placement.at == nil ? screen : nil)
            }
        }
    }

    /// The controls of a strip that `at` places on another control, or on the title. Hidden
    /// controls, pictures, and cards that share a place may overlap.
    static func overlaps(
        of strip: StripDescription, at places: [ControlLayout?], title: PixelRect?, screen: String?
    ) -> [LayoutProblem] {
        let controls = strip.controls
        return controls.indices.compactMap { index in
            let control = controls[index]
            guard control.placement.at != nil, control.takesItsPlace,
                let place = places[index]?.bounds
            else { return nil }
            if let title, title.intersects(place) {
                return LayoutProblem(
                    overlapOf: control.type, at: control.position, with: nil, screen: screen)
            }
            let other = controls.indices.first { other in
                let isEarlier = other < index || controls[other].placement.at == nil
                return other != index && isEarlier && controls[other].takesItsPlace
                    && !control.alternates(with: controls[other])
                    && places[other]?.bounds.intersects(place) == true
            }
            return other.map { other in
                LayoutProblem(
                    overlapOf: control.type, at: control.position,
                    with: "the \(controls[other].type) '\(controls[other].ownID)'",
                    screen: controls[other].placement.at == nil ? screen : nil)
            }
        }
    }

    /// - Parameter other: The strip or control below it; `nil` for the label of the strip.
    private init(
        overlapOf name: String, at position: SourcePosition, with other: String?, screen: String?
    ) {
        let moved = other == nil ? "it" : "one of them"
        self.init(
            position: position,
            message: (screen.map { "at \($0) " } ?? "")
                + "this \(name) overlaps \(other ?? "the label of its strip"): "
                + "move \(moved), or make it smaller",
            isError: true)
    }
}

extension ControlLayout {
    /// The rectangle of the control with its texts.
    fileprivate var bounds: PixelRect {
        [caption, value].compactMap(\.self).reduce(frame) { $0.union($1) }
    }
}

extension ControlDescription {
    /// The ID in its strip.
    fileprivate var ownID: Substring { id.split(separator: ".", maxSplits: 1).last ?? "" }

    /// Whether the control may overlap no other: it is visible and not a picture.
    fileprivate var takesItsPlace: Bool { isVisible && !(kind is ImageDescription) }

    /// Whether at most one of the two is visible at a time.
    fileprivate func alternates(with other: ControlDescription) -> Bool {
        guard let card, let otherCard = other.card else { return false }
        return card.chooser == otherCard.chooser && card.word != otherCard.word
    }
}

extension StripDescription {
    /// Whether the strip may overlap no other: it is empty, or has a visible control besides
    /// pictures.
    fileprivate var takesItsPlace: Bool {
        controls.isEmpty || controls.contains(where: \.takesItsPlace)
    }
}
