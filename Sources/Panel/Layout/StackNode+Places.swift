import Drawing

extension StackNode {
    /// The result of a layout.
    struct Places {
        /// The places of the strip's controls, by index; `nil` for those that are not in the stack.
        var controls: [ControlLayout?]
        /// The lines between controls.
        var lines: [PixelRect] = []

        /// Adds places, with left and right exchanged in a rectangle.
        mutating func add(_ others: Places, mirroredIn rect: PixelRect) {
            let width = rect.x + rect.maxX
            for (index, control) in others.controls.enumerated() {
                if let control { controls[index] = control.mirrored(in: width) }
            }
            lines += others.lines.map { $0.mirrored(in: width) }
        }
    }
}
