import CText

/// FreeType's rasteriser and its memory, for outlines. It is a class because the memory has
/// identity.
final class Rasterizer {
    let library: FT_Library

    init() {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else {
            preconditionFailure("FreeType cannot be initialised")
        }
        self.library = library
    }

    deinit { FT_Done_FreeType(library) }
}
