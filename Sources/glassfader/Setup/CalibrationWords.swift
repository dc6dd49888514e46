/// What a matrix of `calibration` does to touches: in words if it only rotates or mirrors.
enum CalibrationWords {
    private static let known: [[Double]: String] = [
        [1, 0, 0, 0, 1, 0]: "none is needed",
        [0, -1, 1, 1, 0, 0]: "rotated by 90°", [-1, 0, 1, 0, -1, 1]: "rotated by 180°",
        [0, 1, 0, -1, 0, 1]: "rotated by 270°", [-1, 0, 1, 0, 1, 0]: "mirrored left to right",
        [1, 0, 0, 0, -1, 1]: "mirrored top to bottom", [0, 1, 0, 1, 0, 0]: "swapped axes",
        [0, -1, 1, -1, 0, 1]: "swapped axes, rotated by 180°",
    ]

    /// The words for a matrix, or else its numbers.
    static func of(_ matrix: [Double]) -> String {
        let numbers = matrix.map(MachineSettings.written).joined(separator: ", ")
        return known[matrix] ?? "[\(numbers)]"
    }
}
