import Drawing

// The drawing of a list of scenes. Only visible rows are drawn.
extension SceneList {
    private var tint: Color { shown(accentColor) }

    private func face(isLit: Bool) -> KeyFace {
        KeyFace(
            theme: bodyTheme, tint: accentColor, isLit: isLit, isHeld: isHighlighted,
            isEnabled: looksEnabled)
    }

    // MARK: Rows

    func drawRows(in context: Context) {
        let frame = bounds.insetBy(dx: 1, dy: 1)
        face(isLit: false).drawRecess(frame, in: context)
        context.saveState()
        context.clip(to: listRect)
        for index in visibleRows { drawRow(index, in: context) }
        context.restoreState()
        if isScrollable { drawBar(in: context) }
    }

    private func drawRow(_ index: Int, in context: Context) {
        let row = rows[index]
        let rect = rectForRow(at: index)
        let isCurrent = row.name == current
        let isLit = isCurrent && isCurrentExact
        let plate = plate(in: rect)
        let path = Path(roundedRect: plate, cornerRadius: shownTheme.smallRadius)
        var color = row.isStored ? shownTheme.text : shownTheme.secondaryText.withAlpha(0.6)
        if isLit {
            context.fill(path, tint)
            color = face(isLit: true).captionColor
        } else if row.name == held {
            context.fill(path, shownTheme.held(shownTheme.bodyTop, by: 0.1))
        } else {
            context.fill(path, shownTheme.bodyBottom)
        }
        if isCurrent, !isLit {
            let width = shownTheme.thickLineWidth
            context.stroke(
                Path(
                    roundedRect: plate.insetBy(dx: width / 2, dy: width / 2),
                    cornerRadius: shownTheme.smallRadius), tint, width: width)
        }
        let room = nameRect(in: rect)
        if row.name == stored {
            let side = min(plate.height * 0.36, Self.signSpace - 4)
            let x = isRightToLeft ? plate.minX + 6 : plate.maxX - side - 6
            drawTick(
                Rect(x: x, y: room.midY - side / 2, width: side, height: side), color, in: context)
        }
        if let line = lines[row.name] { draw(line, color, in: room, in: context) }
    }

    /// The drawn part of a row, beside the scroll bar.
    func plate(in row: Rect) -> Rect {
        Rect(
            x: row.minX + 1, y: row.minY + 1, width: max(row.width - barSpace - 2, 0),
            height: max(row.height - 2, 0))
    }

    /// The space for the name in a row. The sign for a stored scene is beside the name.
    func nameRect(in row: Rect) -> Rect {
        let x = row.minX + 9 + (isRightToLeft ? Self.signSpace : 0)
        return Rect(
            x: x, y: row.minY, width: row.width - 18 - Self.signSpace - barSpace,
            height: row.height)
    }

    private static let signSpace = 18.0

    private func draw(_ line: TextLine, _ color: Color, in room: Rect, in context: Context) {
        let x = isRightToLeft ? room.maxX - line.width : room.minX
        context.draw(
            line,
            at: Point(x: x.rounded(), y: (room.midY + line.font.capHeight / 2).rounded()),
            color: color)
    }

    private func drawTick(_ rect: Rect, _ color: Color, in context: Context) {
        var path = Path()
        path.move(to: Point(x: rect.minX, y: rect.midY))
        path.addLine(to: Point(x: rect.minX + rect.width * 0.36, y: rect.maxY))
        path.addLine(to: Point(x: rect.maxX, y: rect.minY))
        context.stroke(path, color, width: shownTheme.thickLineWidth, cap: .round)
    }

    /// The width beside the rows that the scroll bar needs.
    private var barSpace: Double { isScrollable ? 8 : 0 }

    /// Draws a bar that shows which part of the list is visible.
    private func drawBar(in context: Context) {
        let list = listRect
        let whole = Double(rows.count) * rowHeight
        let height = max(list.height * list.height / whole, 12)
        let y = list.minY + (list.height - height) * offset / (whole - list.height)
        context.fill(
            Path(
                roundedRect: Rect(x: list.maxX - 5, y: y, width: 4, height: height),
                cornerRadius: 2), shownTheme.tick)
    }

    // MARK: The key

    /// Draws a key with the name of the current scene, and a sign that it opens a list.
    func drawKey(in context: Context) {
        let face = KeyFace(
            theme: bodyTheme, tint: accentColor, isLit: false,
            isHeld: isHighlighted || isPopoverPresented, isEnabled: looksEnabled)
        let cap = bounds.insetBy(dx: KeyFace.inset, dy: KeyFace.inset)
        face.draw(cap, in: context)
        var room = face.captionRect(in: cap).insetBy(dx: 4, dy: 0)
        let side = min(max(cap.height * 0.16, 5), 10)
        let sign = Rect(
            x: isRightToLeft ? room.minX : room.maxX - 2 * side, y: room.midY - side / 2,
            width: 2 * side, height: side)
        var path = Path()
        path.move(to: sign.origin)
        path.addLine(to: Point(x: sign.midX, y: sign.maxY))
        path.addLine(to: Point(x: sign.maxX, y: sign.minY))
        context.stroke(
            path, shownTheme.secondaryText, width: shownTheme.thickLineWidth, cap: .round)
        if isRightToLeft { room.origin.x += sign.width + 6 }
        room.size.width = max(room.width - sign.width - 6, 0)
        guard let font else { return }
        guard let current else {
            let none = TextLine("–", font: font)
            return draw(none, shownTheme.secondaryText, in: room, in: context)
        }
        drawDot(beside: &room, in: context)
        let line = TextLine(current, font: font).truncatedInMiddle(to: max(room.width, 0))
        draw(line, shownTheme.text, in: room, in: context)
    }

    /// Draws a dot in the colour of the list, which is hollow if a value differs from the scene's.
    private func drawDot(beside room: inout Rect, in context: Context) {
        let radius = min(bounds.height * 0.1, 5)
        let center = Point(
            x: isRightToLeft ? room.maxX - radius : room.minX + radius, y: room.midY)
        let dot = Path(
            ellipseIn: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)))
        if isCurrentExact {
            context.fill(dot, tint)
        } else {
            context.stroke(dot, tint, width: shownTheme.thickLineWidth)
        }
        if !isRightToLeft { room.origin.x += 2 * radius + 6 }
        room.size.width = max(room.width - 2 * radius - 6, 0)
    }
}
