/// A bitmap, and how it is drawn: stretched between caps, in one colour, or mirrored.
///
/// The names are UIImage's. An image is a value over a bitmap that must not change any more. Two
/// images are equal if they draw the same bitmap in the same way.
public struct Image: Hashable {
    /// The pixels.
    public let bitmap: Bitmap
    /// The margins that are not stretched when the image is drawn larger or smaller, in pixels.
    public private(set) var capInsets = EdgeInsets.zero
    /// The colour of a template: it replaces all colours of the bitmap, whose opacity alone counts.
    /// `nil` draws the bitmap's own colours.
    public private(set) var tintColor: Color?
    /// Whether the image is mirrored in right-to-left layouts.
    public private(set) var flipsForRightToLeftLayoutDirection = false
    /// Whether the image is drawn mirrored horizontally.
    public private(set) var isMirrored = false

    /// An image of a bitmap, which must not change from now on.
    public init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
    }

    /// An image that `draw` draws once, into a transparent bitmap. The size is in pixels, rounded
    /// up and limited to that of a bitmap.
    public init(size: Size, draw: (Context) -> Void) {
        func side(_ length: Double) -> Int {
            length > 0 ? Int(min(length.rounded(.up), Double(Bitmap.maximumSide))) : 0
        }
        bitmap = Bitmap(width: side(size.width), height: side(size.height))
        draw(Context(bitmap))
    }

    /// Reads a PNG file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mostPixels: The maximum number of pixels; by default more than a screen of 3840×2160
    ///     has.
    /// - Throws: `ImageError`, with the path, if the file cannot be read, is not a PNG, or has too
    ///   many bytes or pixels.
    public init(contentsOfFile path: String, mostPixels: Int = 8 << 20) throws(ImageError) {
        let data = try ImageFile.data(of: path)
        if let header = PNGHeader(data),
            // A division, because the product of two 32-bit numbers may overflow.
            header.width > mostPixels / max(header.height, 1)
        {
            throw ImageError(
                path: path,
                reason: "it has \(header.width)×\(header.height) pixels: at most "
                    + "\(mostPixels) in all")
        }
        do {
            bitmap = try Bitmap(pngData: data)
        } catch {
            throw ImageError(path: path, reason: error.description)
        }
    }

    /// The width and the height, in pixels.
    public var size: Size { Size(width: Double(bitmap.width), height: Double(bitmap.height)) }

    // MARK: Variants

    /// This image, with only its middle stretched. The corners keep their size, and the edges are
    /// stretched lengthwise.
    ///
    /// - Parameter capInsets: The margins that are not stretched. They are limited to the image's
    ///   size.
    public func resizableImage(withCapInsets capInsets: EdgeInsets) -> Image {
        var image = self
        image.capInsets = capInsets.fitted(to: size)
        return image
    }

    /// This image as a template: its opaque parts are drawn in `color`.
    public func withTintColor(_ color: Color?) -> Image {
        var image = self
        image.tintColor = color
        return image
    }

    /// This image, mirrored in right-to-left layouts.
    public func imageFlippedForRightToLeftLayoutDirection() -> Image {
        var image = self
        image.flipsForRightToLeftLayoutDirection = true
        return image
    }

    /// This image, mirrored horizontally.
    public func withHorizontallyFlippedOrientation() -> Image {
        var image = self
        image.isMirrored.toggle()
        return image
    }

    /// This image for a layout direction: mirrored if that is right to left, and if the image flips
    /// for it.
    public func flipped(forRightToLeft isRightToLeft: Bool) -> Image {
        isRightToLeft && flipsForRightToLeftLayoutDirection
            ? withHorizontallyFlippedOrientation() : self
    }

    // MARK: Equality

    /// Whether two images share their pixels, and are drawn in the same way.
    public static func == (one: Image, other: Image) -> Bool {
        one.bitmap === other.bitmap && one.capInsets == other.capInsets
            && one.tintColor == other.tintColor && one.isMirrored == other.isMirrored
            && one.flipsForRightToLeftLayoutDirection == other.flipsForRightToLeftLayoutDirection
    }

    /// Adds the properties that make two images equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(bitmap))
        hasher.combine(capInsets)
        hasher.combine(tintColor)
        hasher.combine(isMirrored)
        hasher.combine(flipsForRightToLeftLayoutDirection)
    }
}
