import Drawing
import Foundation

/// Fonts for scripts that the default font lacks, from Debian's packages `fonts-noto-core` and
/// `fonts-wqy-microhei`.
enum ScriptFonts {
    static let fallbackPaths =
        ["Arabic", "Hebrew", "Devanagari"].map {
            "/usr/share/fonts/truetype/noto/NotoSans\($0)-Regular.ttf"
        } + ["/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"]

    static let areInstalled = ([Font.defaultPath] + fallbackPaths).allSatisfy {
        FileManager.default.fileExists(atPath: $0)
    }
}
