import Drawing

/// The values that the properties of a layer are set to, without animations.
struct LayerModel {
    var bounds = Rect.zero
    var position = Point.zero
    var anchorPoint = Point(x: 0.5, y: 0.5)
    var transform = AffineTransform.identity
    var opacity = 1.0
    var isHidden = false
    var zPosition = 0.0
    var backgroundColor: Color?
    var contents: Bitmap?
    var cornerRadius = 0.0
    var borderWidth = 0.0
    var borderColor: Color?
    var masksToBounds = false
}
