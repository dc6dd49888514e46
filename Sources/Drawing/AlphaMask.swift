import CCairo
import Glibc

/// A rectangle of coverages, one byte for each pixel: what shadows are made of.
final class AlphaMask {
    /// The pixels of the target that are covered.
    let frame: PixelRect

    let surface: OpaquePointer
    private let coverages: UnsafeMutablePointer<UInt8>
    private let stride: Int

    /// A mask that covers nothing of a part of a target.
    ///
    /// - Parameter frame: At most `Bitmap.maximumSide` in each direction, and not empty.
    init(frame: PixelRect) {
        self.frame = frame
        guard
            let surface = cairo_image_surface_create(
                CAIRO_FORMAT_A8, Int32(frame.width), Int32(frame.height)),
            let coverages = cairo_image_surface_get_data(surface)
        else { preconditionFailure("no memory for a mask, or a bad size") }
        self.surface = surface
        self.coverages = coverages
        stride = Int(cairo_image_surface_get_stride(surface))
    }

    deinit {
        cairo_surface_destroy(surface)
    }

    /// Covers the inside of a path given in the target's pixels.
    func fill(_ path: Path) {
        guard let cairo = cairo_create(surface) else { preconditionFailure("out of memory") }
        cairo_translate(cairo, -Double(frame.x), -Double(frame.y))
        path.trace(in: cairo)
        cairo_fill(cairo)
        cairo_destroy(cairo)
        cairo_surface_flush(surface)
    }

    /// Covers what a glyph covers.
    ///
    /// - Parameter rect: Where the glyph lies, in the target's pixels.
    func add(_ glyph: AtlasGlyph, in rect: PixelRect) {
        let visible = rect.intersection(frame)
        for y in visible.minY..<visible.maxY {
            let row = coverages + (y - frame.y) * stride - frame.x
            let glyphRow =
                glyph.page.coverages + (glyph.y + y - rect.y) * glyph.page.side + glyph.x - rect.x
            for x in visible.minX..<visible.maxX {
                let (sum, overflow) = row[x].addingReportingOverflow(glyphRow[x])
                row[x] = overflow ? 255 : sum
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Covers what was not covered, and the other way round.
    func invert() {
        for index in 0..<stride * frame.height {
            coverages[index] = 255 - coverages[index]
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Blurs almost as a Gaussian of a standard deviation would, by averaging three times.
    ///
    /// The box sizes are those of the SVG 1.1 specification, 15.17 (feGaussianBlur).
    func blur(standardDeviation: Double) {
        let size = Int(standardDeviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5)
        guard size > 1 else { return }
        let half = size / 2
        let boxes: [(before: Int, after: Int)] =
            size % 2 == 1
            ? [(half, half), (half, half), (half, half)]
            : [(half, half - 1), (half - 1, half), (half, half)]
        let length = max(frame.width, frame.height)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { line in
            guard let line = line.baseAddress else { return }
            for box in boxes {
                for y in 0..<frame.height {
                    Self.average(coverages + y * stride, step: 1, frame.width, box, line)
                }
                for x in 0..<frame.width {
                    Self.average(coverages + x, step: stride, frame.height, box, line)
                }
            }
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Replaces each of some coverages by the average of those around it; those at the ends go on.
    private static func average(
        _ coverages: UnsafeMutablePointer<UInt8>, step: Int, _ count: Int,
        _ box: (before: Int, after: Int), _ line: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count { line[index] = coverages[index &* step] }
        let size = box.before + box.after + 1
        var sum = size / 2
        for index in -box.before...box.after {
            sum += Int(line[min(max(index, 0), count - 1)])
        }
        for index in 0..<count {
            coverages[index &* step] = UInt8(truncatingIfNeeded: sum / size)
            sum += Int(line[min(index + box.after + 1, count - 1)])
            sum -= Int(line[max(index - box.before, 0)])
        }
    }
}
