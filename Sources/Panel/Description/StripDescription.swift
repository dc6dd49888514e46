package import Drawing
package import TOML

/// One strip: a name, and a stack of controls.
package struct StripDescription: Sendable {
    /// The first part of its controls' full IDs: `ch1`.
    package var id: String
    /// The name on the strip; empty for none.
    package var label: String
    /// The colour of the strip and of controls without one; `nil` for the theme's accent.
    package var accent: Color?
    /// The colour behind the title; `nil` for none.
    package var color: Color?
    /// Its addresses in other programs.
    var bind = BindOptions()
    /// The icon and the letters of the title.
    package var textStyle = TextStyle()
    /// Whether it is visible. A hidden strip leaves no gap.
    package var isVisible = true
    /// The radio group that chooses which of the strips with this group is visible; `nil` if this
    /// strip is always visible.
    package var selector: String?
    /// Whether a wider gap separates the strip from the one before it, as for a master.
    package var isSetApart: Bool
    /// The controls, in the order of the file.
    package var controls: [ControlDescription]
    /// The arrangement of the controls; `nil` if all are one below the other.
    package var stack: StackDescription?
    package var placement: PlacementDescription
    package var position: SourcePosition
    /// Whether another page describes this strip. Both pages show the same controls.
    var isBorrowed = false

    /// The controls and their parts, in the order of the file.
    package var allControls: [ControlDescription] {
        // Most strips have no parts, so they need no second array.
        guard controls.contains(where: { !$0.parts.isEmpty }) else { return controls }
        return controls.flatMap { [$0] + $0.parts }
    }

    /// For each control, the position of the first one of its type in the same row, column or grid
    /// of the strip: their own, for controls that are in none.
    var positionsOfFirstAlike: [SourcePosition] {
        var positions = controls.map(\.position)
        func visit(_ stack: StackDescription) {
            var firsts: [String: SourcePosition] = [:]
            for element in stack.elements {
                switch element {
                case .control(let index): note(index, &firsts)
                case .cards(let indices): for index in indices { note(index, &firsts) }
                case .stack(let inner): visit(inner)
                case .space, .line: break
                }
            }
        }
        func note(_ index: Int, _ firsts: inout [String: SourcePosition]) {
            let first = firsts[controls[index].type] ?? positions[index]
            firsts[controls[index].type] = first
            positions[index] = first
        }
        for case .stack(let inner) in stack?.elements ?? [] { visit(inner) }
        return positions
    }

    /// The position of the first table with bold text, of the strip or a control; `nil` if there is
    /// none.
    var boldText: SourcePosition? {
        if textStyle.isBold == true { return position }
        return controls.first { $0.textStyle.isBold == true }?.position
    }

    /// Whether there is a line for the title above the controls.
    var hasTitle: Bool { !label.isEmpty || color != nil || textStyle.icon != nil }
}
