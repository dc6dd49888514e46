import Drawing

/// The values that the properties of a layer are set to, without animations.
///
/// A desk has a thousand layers, and most of them have never been turned, bordered or given a bitmap:
/// what is rarely set takes memory only in the layers where it is.
struct LayerModel {
    var bounds = Rect.zero
    var position = Point.zero
    var opacity = 1.0
    var cornerRadius = 0.0
    var backgroundColor: Color?
    var isHidden = false
    var masksToBounds = false
    /// `nil` while all have their defaults.
    private var rare: RareProperties?

    var anchorPoint: Point {
        get { rare?.anchorPoint ?? RareProperties.middle }
        set { change { $0.anchorPoint = newValue } }
    }
    var transform: AffineTransform {
        get { rare?.transform ?? .identity }
        set { change { $0.transform = newValue } }
    }
    var zPosition: Double {
        get { rare?.zPosition ?? 0 }
        set { change { $0.zPosition = newValue } }
    }
    var contents: Bitmap? {
        get { rare?.contents }
        set { change { $0.contents = newValue } }
    }
    var borderWidth: Double {
        get { rare?.borderWidth ?? 0 }
        set { change { $0.borderWidth = newValue } }
    }
    var borderColor: Color? {
        get { rare?.borderColor }
        set { change { $0.borderColor = newValue } }
    }

    private mutating func change(_ set: (RareProperties) -> Void) {
        if !isKnownUniquelyReferenced(&rare) { rare = RareProperties(rare) }
        if let rare { set(rare) }
    }
}

/// The properties of a layer that are rarely set.
private final class RareProperties {
    static let middle = Point(x: 0.5, y: 0.5)

    var anchorPoint = middle
    var transform = AffineTransform.identity
    var zPosition = 0.0
    var contents: Bitmap?
    var borderWidth = 0.0
    var borderColor: Color?

    /// A copy, or the defaults.
    init(_ other: RareProperties?) {
        guard let other else { return }
        anchorPoint = other.anchorPoint
        transform = other.transform
        zPosition = other.zPosition
        contents = other.contents
        borderWidth = other.borderWidth
        borderColor = other.borderColor
    }
}
