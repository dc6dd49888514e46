import CText

/// The outline of an area, from which FreeType computes how much of each pixel it covers. It is a
/// class because FreeType's memory has identity.
///
/// FreeType adds up what the parts of an outline cover of a pixel, also where they overlap: at the
/// edge, such a pixel is covered too much. So each subpath of a line has an outline of its own.
final class Outline {
    private var outline = FT_Outline()

    private let rasterizer: Rasterizer

    /// The most points that an outline can have.
    private static let mostPoints = Int(Int16.max)

    /// The inside of a path by the non-zero winding rule.
    ///
    /// - Precondition: The path has at most 32 767 points when its curves are lines.
    init(filling path: Path, _ rasterizer: Rasterizer) {
        let lines = Polyline.all(of: path)
        let count = lines.reduce(0) { $0 + $1.points.count }
        self.rasterizer = rasterizer
        allocate(pointCount: count, contourCount: lines.count)
        var next = 0
        for (index, line) in lines.enumerated() {
            for point in line.points {
                outline.points[next] = FT_Vector(point)
                outline.tags[next] = numericCast(FT_CURVE_TAG_ON)
                next += 1
            }
            outline.contours[index] = numericCast(next - 1)
        }
    }

    /// A line along a subpath.
    ///
    /// - Precondition: Its outline has at most 32 767 points.
    init(
        stroking line: Polyline, width: Double, cap: LineCap, join: LineJoin,
        _ rasterizer: Rasterizer
    ) {
        var found: FT_Stroker?
        guard FT_Stroker_New(rasterizer.library, &found) == 0, let stroker = found else {
            preconditionFailure("out of memory")
        }
        defer { FT_Stroker_Done(stroker) }
        FT_Stroker_Set(
            stroker, FT_Vector.coordinate(width / 2), cap.freeType, join.freeType,
            Self.miterLimit)
        var corners = line.points.map(FT_Vector.init)
        // FreeType draws no line without a length: a dot is one of a 64th of a pixel.
        let isDot = corners.allSatisfy { $0 == corners[0] }
        if isDot { corners.append(corners[0].right) }
        FT_Stroker_BeginSubPath(stroker, &corners[0], line.isClosed && !isDot ? 0 : 1)
        for index in 1..<corners.count { FT_Stroker_LineTo(stroker, &corners[index]) }
        FT_Stroker_EndSubPath(stroker)
        var (points, contours): (FT_UInt, FT_UInt) = (0, 0)
        FT_Stroker_GetCounts(stroker, &points, &contours)
        self.rasterizer = rasterizer
        allocate(pointCount: Int(points), contourCount: Int(contours))
        // It adds to what the outline has, which is nothing yet.
        (outline.n_points, outline.n_contours) = (0, 0)
        FT_Stroker_Export(stroker, &outline)
    }

    private func allocate(pointCount: Int, contourCount: Int) {
        precondition(pointCount <= Self.mostPoints, "the path has too many points")
        guard
            FT_Outline_New(
                rasterizer.library, FT_UInt(pointCount), FT_Int(contourCount), &outline) == 0
        else { preconditionFailure("out of memory") }
    }

    deinit {
        FT_Outline_Done(rasterizer.library, &outline)
    }

    /// Joins extend by up to 10 times half the width, as in PostScript.
    private static let miterLimit: FT_Fixed = 10 << 16

    /// Applies a transform.
    func apply(_ transform: AffineTransform) {
        func fixed(_ factor: Double) -> FT_Fixed {
            FT_Fixed((factor * 65536).clamped(from: -0x7fff_ffff, to: 0x7fff_ffff))
        }
        var matrix = FT_Matrix(
            xx: fixed(transform.a), xy: fixed(transform.c), yx: fixed(transform.b),
            yy: fixed(transform.d))
        FT_Outline_Transform(&outline, &matrix)
        translateBy(x: transform.tx, y: transform.ty)
    }

    private func translateBy(x: Double, y: Double) {
        FT_Outline_Translate(&outline, FT_Vector.coordinate(x), FT_Vector.coordinate(y))
    }

    /// The pixels that it may cover.
    var pixelBounds: PixelRect {
        var box = FT_BBox()
        FT_Outline_Get_CBox(&outline, &box)
        return Rect(
            x: Double(box.xMin) / 64, y: Double(box.yMin) / 64,
            width: Double(box.xMax - box.xMin) / 64, height: Double(box.yMax - box.yMin) / 64
        ).integral
    }

    /// Writes the coverages of the pixels that are covered, once.
    ///
    /// - Parameters:
    ///   - coverages: The first row, from the top; a byte for each pixel.
    ///   - stride: The distance from one row to the next.
    ///   - frame: The pixels.
    func cover(_ coverages: UnsafeMutablePointer<UInt8>, stride: Int, _ frame: PixelRect) {
        translateBy(x: Double(-frame.x), y: Double(-frame.y))
        // FreeType's y grows upwards: with a negative pitch, its first row is the lowest.
        var bitmap = FT_Bitmap()
        bitmap.rows = UInt32(frame.height)
        bitmap.width = UInt32(frame.width)
        bitmap.pitch = Int32(-stride)
        bitmap.buffer = coverages
        bitmap.num_grays = 256
        bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
        let error = FT_Outline_Get_Bitmap(rasterizer.library, &outline, &bitmap)
        precondition(error == 0, "FreeType cannot draw an outline: error \(error)")
    }
}

extension FT_Vector {
    fileprivate init(_ point: Point) {
        self.init(x: Self.coordinate(point.x), y: Self.coordinate(point.y))
    }

    /// A coordinate in 64ths of a pixel. Those that are far outside of any bitmap are nearer.
    fileprivate static func coordinate(_ coordinate: Double) -> FT_Pos {
        // FreeType takes outlines of up to 262144 pixels.
        let limit = 65536.0
        return coordinate.isNaN
            ? 0 : FT_Pos((coordinate.clamped(from: -limit, to: limit) * 64).rounded())
    }

    fileprivate var right: FT_Vector { FT_Vector(x: x + 1, y: y) }

    fileprivate static func == (one: FT_Vector, other: FT_Vector) -> Bool {
        one.x == other.x && one.y == other.y
    }
}

extension LineCap {
    fileprivate var freeType: FT_Stroker_LineCap {
        switch self {
        case .butt: FT_STROKER_LINECAP_BUTT
        case .round: FT_STROKER_LINECAP_ROUND
        case .square: FT_STROKER_LINECAP_SQUARE
        }
    }
}

extension LineJoin {
    fileprivate var freeType: FT_Stroker_LineJoin {
        switch self {
        case .miter: FT_STROKER_LINEJOIN_MITER_FIXED
        case .round: FT_STROKER_LINEJOIN_ROUND
        case .bevel: FT_STROKER_LINEJOIN_BEVEL
        }
    }
}
