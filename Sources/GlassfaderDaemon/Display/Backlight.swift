import Files
import Glibc
import Panel

/// The backlight of a screen: a folder in `/sys/class/backlight`.
final class Backlight {
    private let path: String
    private let maximum: Int

    /// Opens the backlight that the panel file requests; `nil` if there is none, or if the file
    /// disables it. `card` is the name of the card that shows the panel.
    ///
    /// - Throws: if the named backlight is missing or cannot be read.
    init?(
        _ wanted: DisplayDescription.Backlight, card: String? = nil,
        in folder: String = BacklightFolder.path
    ) throws(FileError) {
        let name: String
        switch wanted {
        case .none: return nil
        case .named(let given): name = given
        case .automatic:
            guard let best = BacklightFolder.best(in: folder, card: card) else { return nil }
            name = best
        }
        path = "\(folder)/\(name)"
        let maximum = try Self.number(in: "\(path)/max_brightness")
        guard maximum > 0 else {
            throw FileError("use", path, "it has no brightness that can be set")
        }
        self.maximum = maximum
    }

    /// Whether the present brightness is the one that `setPercent(_:)` sets for `percent`.
    func has(percent: Double) throws(FileError) -> Bool {
        try Self.number(in: "\(path)/brightness") == Self.level(percent, maximum: maximum)
    }

    /// The present brightness in percent.
    func percent() throws(FileError) -> Double {
        Double(try Self.number(in: "\(path)/brightness")) * 100 / Double(maximum)
    }

    /// Sets the brightness in percent, but at least to the lowest that software sets.
    func setPercent(_ percent: Double) throws(FileError) {
        let file = "\(path)/brightness"
        let descriptor = open(file, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", file, errno: errno) }
        defer { close(descriptor) }
        var text = String(Self.level(percent, maximum: maximum))
        let count = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw FileError("write", file, errno: errno) }
    }

    /// The kernel's level for a brightness in percent: at least 1, and at least the lowest that
    /// software sets.
    static func level(_ percent: Double, maximum: Int) -> Int {
        let lowest = DisplayDescription.brightnesses.lowerBound
        let darkest = max(1, (Double(maximum) * lowest / 100).rounded(.up))
        let level = (Double(maximum) * percent / 100).rounded()
        return Int(max(min(level, Double(maximum)), darkest))
    }

    private static func number(in path: String) throws(FileError) -> Int {
        guard let number = Int(try text(in: path)) else {
            throw FileError("read", path, "it does not hold a number")
        }
        return number
    }

    private static func text(in path: String) throws(FileError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path, errno: errno) }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { throw FileError("read", path, errno: errno) }
        return String(decoding: buffer[..<count].prefix { $0 != 0x0a }, as: UTF8.self)
    }
}
