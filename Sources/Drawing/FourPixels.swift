/// Four neighbouring premultiplied pixels, composited at once.
struct FourPixels {
    /// The number of pixels.
    static let count = 4
    /// Their size in memory.
    static let byteCount = 16

    /// Two components in each element: blue and green, or red and alpha. Other element types would
    /// make the compiler move single elements about.
    private typealias Components = SIMD8<UInt16>

    private let components: Components

    @inline(__always)
    private init(_ components: Components) { self.components = components }

    /// Loads a pixel and the three to its right.
    @inline(__always)
    init(at place: UnsafeRawPointer) { components = place.loadUnaligned(as: Components.self) }

    /// The same pixel four times.
    @inline(__always)
    init(repeating pixel: UInt32) {
        components = unsafeBitCast(SIMD4(repeating: pixel), to: Components.self)
    }

    /// Stores a pixel and the three to its right.
    @inline(__always)
    func store(at place: UnsafeMutableRawPointer) {
        place.storeBytes(of: components, as: Components.self)
    }

    /// The leftmost pixel.
    @inline(__always)
    var first: UInt32 { unsafeBitCast(components, to: SIMD4<UInt32>.self)[0] }

    /// Whether all are opaque.
    @inline(__always)
    var isOpaque: Bool {
        unsafeBitCast(components, to: SIMD4<UInt32>.self) | 0x00ff_ffff == SIMD4(repeating: .max)
    }

    /// Factors for each pixel's components, in units of 1/255.
    struct Factors {
        fileprivate let elements: SIMD8<UInt16>

        /// - Parameter bytes: A factor for each pixel; the leftmost one's in the lowest byte.
        @inline(__always)
        init(bytes: UInt32) {
            let each = SIMD4<UInt32>(
                truncatingIfNeeded: unsafeBitCast(bytes.littleEndian, to: SIMD4<UInt8>.self))
            elements = unsafeBitCast(each | each &<< 16, to: SIMD8<UInt16>.self)
        }

        @inline(__always)
        fileprivate init(_ elements: SIMD8<UInt16>) { self.elements = elements }
    }

    /// How opaque each pixel is.
    @inline(__always)
    private var alphas: Components {
        unsafeBitCast(
            unsafeBitCast(components, to: SIMD4<UInt32>.self) &>> 24 &* 0x0001_0001,
            to: Components.self)
    }

    /// These pixels over others, as Porter and Duff define it.
    @inline(__always)
    func over(_ below: Self) -> Self {
        Self(components &+ below.scaled(by: Factors(255 &- alphas)).components)
    }

    /// The leftmost pixel over another one.
    @inline(__always)
    func over(_ below: UInt32) -> UInt32 { over(Self(repeating: below)).first }

    /// All components multiplied by factors.
    @inline(__always)
    func scaled(by factors: Factors) -> Self {
        Self(
            low: (components & 0xff) &* factors.elements,
            high: (components &>> 8) &* factors.elements)
    }

    /// These pixels, which are opaque, over others where they cover them in part.
    ///
    /// - Parameter coverages: How much of each pixel is covered, in units of 1/255; the leftmost
    ///   one's in the lowest byte.
    @inline(__always)
    func over(_ below: Self, covering coverages: UInt32) -> Self {
        let (new, old) = (Factors(bytes: coverages).elements, Factors(bytes: ~coverages).elements)
        return Self(
            low: (components & 0xff) &* new &+ (below.components & 0xff) &* old,
            high: (components &>> 8) &* new &+ (below.components &>> 8) &* old)
    }

    /// The components, in units of 1/255.
    @inline(__always)
    private init(low: Components, high: Components) {
        // For these numbers a division by 255. A multiplication's high half would be faster, but
        // the conversions that it takes become calls of functions.
        let (low, high) = (low &+ 128, high &+ 128)
        components = (low &+ low &>> 8) &>> 8 | (high &+ high &>> 8) & 0xff00
    }
}

extension FourPixels: Equatable {
    @inline(__always)
    static func == (one: Self, other: Self) -> Bool {
        unsafeBitCast(one.components, to: SIMD4<UInt32>.self)
            == unsafeBitCast(other.components, to: SIMD4<UInt32>.self)
    }

    /// Whether two are the same as a third, in one comparison.
    @inline(__always)
    static func areBoth(_ one: Self, _ other: Self, equalTo third: Self) -> Bool {
        Self((one.components ^ third.components) | (other.components ^ third.components))
            == Self(Components())
    }
}
