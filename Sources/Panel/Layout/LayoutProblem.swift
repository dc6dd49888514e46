import PanelProtocol

/// Why a page does not fit a size.
package struct LayoutProblem: Hashable, Sendable {
    /// The table in the panel file that does not fit.
    package let position: SourcePosition
    package let message: String
    /// Whether a finger or an eye cannot use the page; otherwise something has less than its least
    /// size.
    package let isError: Bool
}

extension PanelLayout {
    /// What has less than its least size though the page has space: a control whose size is
    /// written in the file.
    static func problems(
        with strip: StripDescription, _ layout: StripLayout, screen: String,
        _ metrics: LayoutMetrics
    ) -> [LayoutProblem] {
        zip(strip.controls, layout.controls).compactMap { control, place in
            let name = "at \(screen) this \(control.type.typeNoun)"
            let frame = place.frame
            func problem(_ message: String, isError: Bool) -> LayoutProblem {
                LayoutProblem(
                    position: control.position, message: "\(name) \(message)", isError: isError)
            }
            let (width, height) = control.kind.sizing.smallestSize
            guard frame.width >= width, frame.height >= height else {
                return problem(
                    "is \(frame.width)×\(frame.height) pixels, and needs \(width)×\(height)",
                    isError: true)
            }
            guard layout.frame.contains(frame) else {
                return problem("is not inside its strip", isError: true)
            }
            let least = control.kind.sizing.leastSize
            let wanted = (metrics.pixels(least.width), metrics.pixels(least.height))
            guard frame.width < wanted.0 || frame.height < wanted.1 else { return nil }
            return problem(
                "is \(frame.width)×\(frame.height) pixels, and a hand needs \(wanted.0)×\(wanted.1)"
                    + " (\(least.width.formatted)×\(least.height.formatted) mm)", isError: false)
        }
    }
}

extension Double {
    /// Without decimals that are zero.
    fileprivate var formatted: String {
        self == rounded() ? "\(Int(self))" : "\(self)"
    }
}
