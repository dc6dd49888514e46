import CText
import Files

/// An open font file, for all sizes. HarfBuzz shapes with it; FreeType rasterises.
final class FontFile {
    let path: String

    /// HarfBuzz's face, from which the fonts of each size are created.
    let face: OpaquePointer

    private let blob: OpaquePointer
    private let library: FT_Library
    private let rasterFace: FT_Face

    /// The maximum size of a file, in bytes: fonts with all Chinese characters have up to 26 MB.
    private static let largestSize = 32_000_000

    init(path: String) throws(FontError) {
        let blob = try Self.blob(of: path)
        do throws(FontError) {
            (library, rasterFace) = try Self.openRasterFace(path, blob)
        } catch {
            hb_blob_destroy(blob)
            throw error
        }
        self.path = path
        self.blob = blob
        face = hb_face_create(blob, 0)
    }

    deinit {
        hb_face_destroy(face)
        FT_Done_Face(rasterFace)
        FT_Done_FreeType(library)
        hb_blob_destroy(blob)
    }

    /// Rasterises a glyph, and calls `body` with its coverages.
    ///
    /// - Parameters:
    ///   - size: The size, in pixels per em.
    ///   - phase: The distance of the glyph from a pixel's left edge, in 64ths of a pixel.
    ///   - body: Not called if the glyph is blank, or damaged in the file.
    func rasterize(
        glyph: UInt32, size: Double, phase: Int,
        _ body: (FT_Bitmap, _ left: Int, _ top: Int) -> Void
    ) {
        var delta = FT_Vector(x: phase, y: 0)
        FT_Set_Transform(rasterFace, nil, &delta)
        // At 72 dots per inch, a point is a pixel.
        guard FT_Set_Char_Size(rasterFace, 0, FT_F26Dot6((size * 64).rounded()), 72, 72) == 0,
            FT_Load_Glyph(rasterFace, glyph, Self.loadFlags) == 0,
            let slot = rasterFace.pointee.glyph,
            FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0,
            slot.pointee.bitmap.width > 0, slot.pointee.bitmap.rows > 0,
            slot.pointee.bitmap.buffer != nil
        else { return }
        body(slot.pointee.bitmap, Int(slot.pointee.bitmap_left), Int(slot.pointee.bitmap_top))
    }

    /// Outlines only, with light hinting: heights snap to pixels, and widths stay as designed.
    ///
    /// The value of `FT_LOAD_TARGET_LIGHT`, a macro that Swift does not import.
    private static let loadFlags = Int32(FT_LOAD_NO_BITMAP) | 1 << 16

    /// The bytes of the file. They are read, not mapped: if a mapped file is truncated, the process
    /// dies.
    private static func blob(of path: String) throws(FontError) -> OpaquePointer {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try RegularFile(path, atMost: largestSize).bytes
        } catch {
            throw FontError(path: path, reason: error.reason)
        }
        let blob = bytes.withUnsafeBytes { buffer in
            hb_blob_create_or_fail(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(buffer.count),
                HB_MEMORY_MODE_DUPLICATE, nil, nil)
        }
        guard let blob else { throw FontError(path: path, reason: "there is not enough memory") }
        return blob
    }

    private static func openRasterFace(
        _ path: String, _ blob: OpaquePointer
    ) throws(FontError) -> (FT_Library, FT_Face) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else {
            throw FontError(path: path, reason: "FreeType cannot be initialised")
        }
        var length: UInt32 = 0
        let data = hb_blob_get_data(blob, &length)
        var face: FT_Face?
        let error = data?.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
            FT_New_Memory_Face(library, $0, FT_Long(length), 0, &face)
        }
        guard error == 0, let face else {
            FT_Done_FreeType(library)
            throw FontError(path: path, reason: "it is not a font that FreeType can read")
        }
        // FT_FACE_FLAG_SCALABLE, a macro that Swift does not import.
        guard face.pointee.face_flags & 1 != 0 else {
            FT_Done_Face(face)
            FT_Done_FreeType(library)
            throw FontError(path: path, reason: "it has no outlines")
        }
        return (library, face)
    }
}
