public import Drawing

/// A sign for a key, a title or a label. It is drawn in one colour, and sharp at any size.
///
/// The raw value is the name in panel files.
public enum Icon: String, CaseIterable, Sendable {
    // MARK: Transport

    /// A triangle to the right.
    case play
    /// Two bars.
    case pause
    /// A square.
    case stop
    /// A disc.
    case record
    /// Two triangles to the left.
    case rewind
    /// Two triangles to the right.
    case forward
    /// A triangle to the left, at a bar.
    case previous
    /// A triangle to the right, at a bar.
    case next
    /// Two arrows, one after the other.
    case loop

    // MARK: Sound

    /// A loudspeaker with its waves.
    case speaker
    /// A loudspeaker with a cross.
    case muted
    /// A microphone on a stand.
    case microphone
    /// Headphones.
    case headphones
    /// Two notes of music.
    case note
    /// A waveform.
    case wave
    /// Three vertical faders.
    case fader
    /// Three horizontal faders.
    case equalizer

    // MARK: The panel

    /// A padlock.
    case lock
    /// An open padlock.
    case unlock
    /// Layers, one over the other.
    case scene
    /// An arrow that turns back.
    case undo
    /// An arrow that turns forward.
    case redo
    /// A toothed wheel.
    case gear
    /// Lines with dots before them.
    case list
    /// A house.
    case home

    // MARK: Signs

    /// An arrow up.
    case up
    /// An arrow down.
    case down
    /// An arrow to the left.
    case left
    /// An arrow to the right.
    case right
    /// A plus sign.
    case plus
    /// A minus sign.
    case minus
    /// A tick.
    case check
    /// A diagonal cross.
    case close
    /// A bin.
    case trash
    /// A star with five points.
    case star
    /// A clock with two hands.
    case clock
    /// An eye.
    case eye

    // MARK: The room

    /// A circle, open at a line at its top.
    case power
    /// A sun with rays.
    case sun
    /// A crescent.
    case moon
    /// A light bulb.
    case lamp
    /// A screen on a foot.
    case screen
    /// A film camera.
    case camera

    /// Draws the icon in the middle of a rectangle, as large as fits.
    public func draw(in rect: Rect, color: Color, context: Context) {
        let side = min(rect.width, rect.height)
        guard side > 0 else { return }
        let scale = side / IconShapes.side
        let place = AffineTransform.translation(
            x: rect.midX - side / 2, y: rect.midY - side / 2
        ).scaledBy(x: scale, y: scale)
        let shapes = self.shapes
        if !shapes.areas.isEmpty { context.fill(shapes.areas.applying(place), color) }
        if !shapes.lines.isEmpty {
            context.stroke(
                shapes.lines.applying(place), color, width: IconShapes.lineWidth * scale,
                cap: .round, join: .round)
        }
    }
}
