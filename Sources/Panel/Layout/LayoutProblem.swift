import Drawing
import PanelProtocol
package import TOML

/// Why a page does not fit a size.
package struct LayoutProblem: Hashable, Sendable {
    /// The table in the panel file that does not fit.
    package let position: SourcePosition
    package let message: String
    /// Whether a finger or an eye cannot use the page; otherwise something has less than its least
    /// size.
    package let isError: Bool
    /// The cause that this problem shares with those of other strips at the same position, such as
    /// in banks; `nil` if it shares none.
    var cause: String?

    /// Two problems with the same key are listed once.
    struct Key: Hashable {
        let position: SourcePosition
        let cause: String
    }

    var key: Key { Key(position: position, cause: cause ?? message) }
}

extension PanelLayout {
    /// Controls with less than their least size although the page has space: the file sets their
    /// size, or the size of their row. All controls of a type with the same cause have one line, at
    /// the position of the first.
    static func problems(
        with strip: StripDescription, _ layout: StripLayout, screen: String,
        _ metrics: LayoutMetrics
    ) -> [LayoutProblem] {
        var causes: [(cause: SizeProblem, first: ControlDescription, count: Int)] = []
        for (control, place) in zip(strip.controls, layout.controls) {
            guard
                let cause = SizeProblem(
                    control, at: place.frame, in: layout.frame, metrics)
            else { continue }
            if let index = causes.firstIndex(where: { $0.cause.isLike(cause) }) {
                causes[index].count += 1
            } else {
                causes.append((cause, control, 1))
            }
        }
        return causes.map { cause, first, count in
            let more = count > 1 ? "; \(count - 1) more in this strip lack the same" : ""
            return LayoutProblem(
                position: first.position,
                message: "at \(screen) this \(first.type.typeNoun) \(cause.message)\(more)",
                isError: cause.isError)
        }
    }

    /// What is wrong with the size or place of a control.
    private struct SizeProblem {
        private enum Kind { case useless, outside, small }

        let message: String
        private let kind: Kind
        private let type: String
        private let isNarrow: Bool
        private let isLow: Bool

        var isError: Bool { kind != .small }

        init?(
            _ control: ControlDescription, at frame: PixelRect, in strip: PixelRect,
            _ metrics: LayoutMetrics
        ) {
            let sizing = control.kind.sizing
            let (width, height) = sizing.smallestSize
            let least = sizing.leastSize
            let wanted = (metrics.pixels(least.width), metrics.pixels(least.height))
            var size: String { "is \(frame.width)×\(frame.height) pixels" }
            if frame.width < width || frame.height < height {
                kind = .useless
                message = "\(size), and needs \(width)×\(height)"
            } else if !strip.contains(frame) || control.placement.width ?? 0 > strip.width {
                kind = .outside
                message = "is not inside its strip"
            } else if frame.width < wanted.0 || frame.height < wanted.1 {
                kind = .small
                message =
                    "\(size), and a hand needs \(wanted.0)×\(wanted.1) "
                    + "(\(least.width.formatted)×\(least.height.formatted) mm)"
            } else {
                return nil
            }
            type = control.type
            isNarrow = kind != .outside && frame.width < wanted.0
            isLow = kind != .outside && frame.height < wanted.1
        }

        /// Whether another control has the same problem for the same cause.
        func isLike(_ other: SizeProblem) -> Bool {
            kind == other.kind && type == other.type && isNarrow == other.isNarrow
                && isLow == other.isLow
        }
    }
}

extension Double {
    /// Without decimals that are zero.
    fileprivate var formatted: String {
        self == rounded() ? "\(Int(self))" : "\(self)"
    }
}
