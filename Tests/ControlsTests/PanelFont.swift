import Drawing
import Foundation

/// The font that the README has users install.
enum PanelFont {
    static var isInstalled: Bool { FileManager.default.fileExists(atPath: Font.defaultPath) }

    static func font(size: Double) throws -> Font { try FontCollection().font(size: size) }
}
