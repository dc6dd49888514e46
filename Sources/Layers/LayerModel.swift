import Drawing

/// The values to which the properties of a layer are set, without animations.
///
/// A desk has a thousand layers, and most of them have never been turned, filled, bordered or given
/// a bitmap: rarely set properties take memory only in the layers that set them.
struct LayerModel {
    var bounds = Rect.zero
    var position = Point.zero
    var opacity = 1.0
    var cornerRadius = 0.0
    var isHidden = false
    var masksToBounds = false
    /// The rarely set properties; `nil` while all have their defaults.
    private var rare: RareBox?

    var anchorPoint: Point {
        get { rare?.properties.anchorPoint ?? RareProperties.middle }
        set { change { $0.anchorPoint = newValue } }
    }
    var transform: AffineTransform {
        get { rare?.properties.transform ?? .identity }
        set { change { $0.transform = newValue } }
    }
    var zPosition: Double {
        get { rare?.properties.zPosition ?? 0 }
        set { change { $0.zPosition = newValue } }
    }
    var backgroundColor: Color? {
        get { rare?.properties.backgroundColor }
        set { change { $0.backgroundColor = newValue } }
    }
    var contents: Bitmap? {
        get { rare?.properties.contents }
        set { change { $0.contents = newValue } }
    }
    var borderWidth: Double {
        get { rare?.properties.borderWidth ?? 0 }
        set { change { $0.borderWidth = newValue } }
    }
    var borderColor: Color? {
        get { rare?.properties.borderColor }
        set { change { $0.borderColor = newValue } }
    }

    /// Whether all rarely set properties have their defaults, as in most layers. Faster than
    /// reading each.
    var isPlain: Bool { rare == nil }

    private mutating func change(_ set: (inout RareProperties) -> Void) {
        if !isKnownUniquelyReferenced(&rare) {
            rare = RareBox(rare?.properties ?? RareProperties())
        }
        if let rare { set(&rare.properties) }
    }
}

/// The properties of a layer that are rarely set.
private struct RareProperties {
    static let middle = Point(x: 0.5, y: 0.5)

    var anchorPoint = middle
    var transform = AffineTransform.identity
    var zPosition = 0.0
    var backgroundColor: Color?
    var contents: Bitmap?
    var borderWidth = 0.0
    var borderColor: Color?
}

/// The rarely set properties in memory of their own.
private final class RareBox {
    var properties: RareProperties

    init(_ properties: RareProperties) { self.properties = properties }
}
