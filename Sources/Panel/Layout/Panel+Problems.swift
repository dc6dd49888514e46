import Drawing

extension Panel {
    /// Why the panel file does not fit the screen, as
    /// `PanelDescription.problems(atWidth:height:millimetres:)` finds for its size.
    package var layoutProblems: [LayoutProblem] {
        let (width, height) = (Int(window.bounds.width), Int(window.bounds.height))
        let placed = pages + areas
        let layouts = placed.compactMap(\.layout)
        // Clients may have changed the present layout.
        guard styles.all.isEmpty, selected.isEmpty, layouts.count == placed.count,
            !placed.contains(where: \.isLayoutOutdated)
        else { return file.problems(atWidth: width, height: height, millimetres: millimetres) }
        return file.problems(dividedInto: description, as: layouts, at: "\(width)×\(height)")
    }
}
