/// The room that a type of control takes in its strip, where the file says nothing about it.
struct ControlRoom: Sendable {
    /// The share of the height among the strip's controls.
    var weight = 1.0
    /// The way it lies, for what is longer than wide; nil for what is not.
    var orientation: Orientation?
    /// Whether height beyond its width is of no use, as to a knob.
    var isSquare = false
    /// The height in lines of text, for what does not grow with the strip; nil for what does.
    var lines: Int?
    /// The least width and height, in the smallest targets that a finger can hit; 0 for what no
    /// finger is meant to hit.
    var targets = (width: 1, height: 1)
    /// Whether its caption and its value are written above and below it.
    var hasTexts = true
    /// How wide it must be for its value to be written, in heights of the text.
    var leastWidthOfValue = 0.0

    /// The room of what a finger moves along its length, with so many thumbs on it.
    static func track(_ orientation: Orientation, weight: Double) -> ControlRoom {
        let isVertical = orientation == .vertical
        return ControlRoom(
            weight: weight, orientation: orientation,
            targets: isVertical ? (width: 1, height: 2) : (width: 2, height: 1))
    }

}
