/// A picture and how it is drawn: stretched between caps, in one colour, or mirrored.
///
/// The names are UIImage's. An image is a value over a bitmap that nobody changes any more; two
/// images are equal if they show the same bitmap in the same way.
public struct Image: Hashable {
    /// The pixels.
    public let bitmap: Bitmap
    /// What is not stretched at each edge, in pixels, when the image is drawn larger or smaller.
    public private(set) var capInsets = EdgeInsets.zero
    /// The colour that stands for all colours of the picture, of which only the opacity counts
    /// then: a template. `nil` draws the picture's own colours.
    public private(set) var tintColor: Color?
    /// Whether the image is to be drawn mirrored where people read from right to left.
    public private(set) var flipsForRightToLeftLayoutDirection = false
    /// Whether the image is drawn with left and right exchanged.
    public private(set) var isMirrored = false

    /// An image of a bitmap, which must not change from now on.
    public init(_ bitmap: Bitmap) {
        self.bitmap = bitmap
    }

    /// An image that `draw` draws once, into a transparent bitmap. The size is in pixels; it is
    /// rounded up, and cut to what a bitmap may have.
    public init(size: Size, draw: (Context) -> Void) {
        func side(_ length: Double) -> Int {
            length > 0 ? Int(min(length.rounded(.up), Double(Bitmap.maximumSide))) : 0
        }
        bitmap = Bitmap(width: side(size.width), height: side(size.height))
        draw(Context(bitmap))
    }

    /// How many pixels a PNG file may have: more than a screen of 3840×2160.
    private static let mostPixels = 8 << 20

    /// Reads a PNG file.
    ///
    /// - Throws: `ImageError`, which names the file, if it cannot be read, is no PNG, or has too many
    ///   bytes or pixels.
    public init(contentsOfFile path: String) throws(ImageError) {
        let data = try ImageFile.data(of: path)
        if let header = PNGHeader(data),
            // Both have 32 bits.
            header.width > Self.mostPixels / max(header.height, 1)
        {
            throw ImageError(
                path: path,
                reason: "it has \(header.width)×\(header.height) pixels: at most "
                    + "\(Self.mostPixels) in all")
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

    /// This image, of which only the middle is stretched: the corners keep their size, and the
    /// edges are stretched along themselves.
    ///
    /// - Parameter capInsets: What is not stretched. What does not fit into the image is cut.
    public func resizableImage(withCapInsets capInsets: EdgeInsets) -> Image {
        var image = self
        image.capInsets = capInsets.fitted(to: size)
        return image
    }

    /// This image as a template: what is opaque in it is drawn in `color`.
    public func withTintColor(_ color: Color?) -> Image {
        var image = self
        image.tintColor = color
        return image
    }

    /// This image, to be mirrored where people read from right to left.
    public func imageFlippedForRightToLeftLayoutDirection() -> Image {
        var image = self
        image.flipsForRightToLeftLayoutDirection = true
        return image
    }

    /// This image with left and right exchanged.
    public func withHorizontallyFlippedOrientation() -> Image {
        var image = self
        image.isMirrored.toggle()
        return image
    }

    /// This image as it is to be drawn for a direction of reading: mirrored, if that is from right
    /// to left and the image flips for it.
    public func flipped(forRightToLeft isRightToLeft: Bool) -> Image {
        isRightToLeft && flipsForRightToLeftLayoutDirection
            ? withHorizontallyFlippedOrientation() : self
    }

    // MARK: Equality

    public static func == (one: Image, other: Image) -> Bool {
        one.bitmap === other.bitmap && one.capInsets == other.capInsets
            && one.tintColor == other.tintColor && one.isMirrored == other.isMirrored
            && one.flipsForRightToLeftLayoutDirection == other.flipsForRightToLeftLayoutDirection
    }

    /// Adds what makes two images equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(bitmap))
        hasher.combine(capInsets)
        hasher.combine(tintColor)
        hasher.combine(isMirrored)
        hasher.combine(flipsForRightToLeftLayoutDirection)
    }
}
