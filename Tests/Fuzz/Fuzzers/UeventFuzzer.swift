@testable import DRM
@testable import GlassfaderDaemon

/// What the kernel and udev say: a message about some device, and the calibration of a touchscreen.
struct UeventFuzzer: Fuzzer {
    static let name = "uevents"

    func check(_ bytes: ArraySlice<UInt8>) throws {
        let isAboutCard = CardUevents.change(in: bytes) != nil
        try require(isAboutCard == Self.isAboutCard(bytes), "the message is misunderstood")
        let text = String(decoding: bytes, as: UTF8.self)
        if let matrix = CalibrationMatrix(text) {
            let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
            try require(numbers.allSatisfy(\.isFinite), "\(matrix) is no calibration")
        }
    }

    /// The same question, asked more slowly: of each line that begins behind a zero byte.
    private static func isAboutCard(_ bytes: ArraySlice<UInt8>) -> Bool {
        let wanted = Array("SUBSYSTEM=drm".utf8)
        var isFirst = true
        var line: [UInt8] = []
        for byte in Array(bytes) + [0] {
            guard byte == 0 else {
                line.append(byte)
                continue
            }
            if line == wanted, !isFirst { return true }
            // Empty lines count for nothing.
            if !line.isEmpty { isFirst = false }
            line = []
        }
        return false
    }
}
