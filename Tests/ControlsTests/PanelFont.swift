import Drawing
import Foundation

/// The font of the package `fonts-inter`.
enum PanelFont {
    static var isInstalled: Bool { FileManager.default.fileExists(atPath: Font.defaultPath) }

    static func font(size: Double) throws -> Font { try FontCollection().font(size: size) }
}
