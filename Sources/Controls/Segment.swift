import Drawing

/// One of the keys of a segmented control.
struct Segment {
    var title: String?
    var image: Image?
    var value: Double
    var isEnabled = true
}
