import ArgumentParser
import Drawing
import Panel

/// The size of a screen, as the command line names it: `800x480`.
enum ScreenSize {
    /// Reads a size in pixels; nil for anything else.
    static func pixels(_ text: String) -> (width: Int, height: Int)? {
        sides(text, in: 1...8192)
    }

    /// Reads a size in millimetres; nil for anything else.
    static func millimetres(_ text: String) -> Size? {
        sides(text, in: DisplayDescription.lengths).map { Size(width: $0.width, height: $0.height) }
    }

    /// Checks the value of `--mm`.
    static func check(mm text: String) throws {
        guard millimetres(text) == nil else { return }
        throw ValidationError(
            "--mm needs a width and a height in millimetres, each "
                + "\(Int(DisplayDescription.lengths.lowerBound)) to "
                + "\(Int(DisplayDescription.lengths.upperBound)), such as 154x86")
    }

    private static func sides<Number: LosslessStringConvertible & Comparable>(
        _ text: String, in range: ClosedRange<Number>
    ) -> (width: Number, height: Number)? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        let numbers = sides.compactMap { Number(String($0)) }
        guard sides.count == 2, numbers.count == 2, numbers.allSatisfy(range.contains) else {
            return nil
        }
        return (numbers[0], numbers[1])
    }
}
