import Drawing

/// The caption of a key: a title, an image or an icon, or a title with one of these.
struct KeyCaption {
    var title: String?
    var image: Image?
    /// The icon, which has no effect with an image.
    var icon: Icon?
    let font: Font?
    let color: Color
    /// Whether the image is on the right of the title.
    var isRightToLeft = false
    /// Whether the image must be dimmed.
    var dimsImage = false

    private static let gap = 6.0

    /// The side of an icon beside a title, as a fraction of the size of the font.
    private static let iconShare = 1.2

    /// The least height of a key with an icon or image above the title, in font sizes.
    private static let stackHeight = 2.4

    /// The largest width of an image beside the title, as a fraction of the width of the rectangle.
    private static let imageShare = 0.5

    /// The width for a title of a key of a height: all of `width`, or what an image of
    /// `imageWidth`, or else an icon, beside the title leaves of it.
    static func titleWidth(
        in width: Double, height: Double, fontSize: Double, imageWidth: Double?,
        hasIcon: Bool = false
    ) -> Double {
        let iconWidth = hasIcon ? fontSize * iconShare : nil
        guard let mark = imageWidth.map({ min($0, width * imageShare) }) ?? iconWidth,
            height - 14 < fontSize * stackHeight
        else { return width }
        return width - mark - gap
    }

    /// The size in which everything fits, with the icon or image beside the title.
    var size: Size {
        let mark = image?.size ?? (icon == nil ? nil : font.map(besideSize)) ?? .zero
        guard let line = titleLine, let font else { return mark }
        let width = line.width.rounded(.up)
        return Size(
            // An image beside a title has at most a part of the width.
            width: mark == .zero
                ? width : max(width + Self.gap + mark.width, mark.width / Self.imageShare),
            height: max(font.lineHeight.rounded(.up), mark.height))
    }

    /// Draws everything in the middle of a rectangle.
    ///
    /// An icon or image is above the title if the title has no space beside it and the rectangle is
    /// high enough.
    func draw(in rect: Rect, _ context: Context) {
        let line = titleLine
        guard image != nil || icon != nil else {
            draw(line, truncatedTo: rect, context)
            return
        }
        guard let line, let font else {
            drawMark(in: rect.center, side: sideWithoutTitle(in: rect), room: rect.size, context)
            return
        }
        let room = Size(width: rect.width * Self.imageShare, height: rect.height)
        let mark = image.map { fitted($0, in: room) } ?? besideSize(font)
        if mark.width + Self.gap + line.width > rect.width,
            rect.height >= font.size * Self.stackHeight
        {
            let height = font.capHeight + Self.gap
            let descent = font.descent.rounded(.up)
            let room = Size(width: rect.width, height: rect.height - height - descent - 2)
            let side = min(room.width, room.height, font.size * 1.7)
            let markHeight = image.map { fitted($0, in: room).height } ?? side
            // Centred, unless this would cut descenders.
            let top = min(
                rect.midY - (markHeight + height) / 2,
                rect.maxY - descent - height - markHeight)
            let center = Point(x: rect.midX, y: (top + markHeight / 2).rounded())
            drawMark(in: center, side: side, room: room, context)
            var below = rect
            below.origin.y = top + markHeight + Self.gap
            below.size.height = font.capHeight
            draw(line, truncatedTo: below, context)
        } else {
            draw(line, beside: mark, in: rect, font, context)
        }
    }

    private var titleLine: TextLine? {
        guard let title, !title.isEmpty, let font else { return nil }
        return TextLine(title, font: font)
    }

    /// The side of an icon without a title.
    private func sideWithoutTitle(in rect: Rect) -> Double {
        min(min(rect.width, rect.height) * 0.66, (font?.size ?? .infinity) * 2.2)
    }

    private func besideSize(_ font: Font) -> Size {
        let side = (font.size * Self.iconShare).rounded()
        return Size(width: side, height: side)
    }

    private func draw(_ line: TextLine?, truncatedTo rect: Rect, _ context: Context) {
        guard let font, let line = line?.truncated(to: rect.width), line.width > 0 else { return }
        context.draw(
            line,
            at: Point(
                x: (rect.midX - line.width / 2).rounded(), y: rect.midY + font.capHeight / 2),
            color: color)
    }

    private func draw(
        _ line: TextLine, beside mark: Size, in rect: Rect, _ font: Font, _ context: Context
    ) {
        let line = line.truncated(to: rect.width - mark.width - Self.gap)
        let between = line.width > 0 ? Self.gap : 0
        let width = line.width + between + mark.width
        let left = rect.midX - width / 2
        let markLeft = isRightToLeft ? left + width - mark.width : left
        let center = Point(x: markLeft.rounded() + mark.width / 2, y: rect.midY)
        drawMark(in: center, side: mark.width, room: mark, context)
        if line.width > 0 {
            let x = isRightToLeft ? left : left + mark.width + between
            context.draw(
                line, at: Point(x: x.rounded(), y: rect.midY + font.capHeight / 2), color: color)
        }
    }

    private func drawMark(in center: Point, side: Double, room: Size, _ context: Context) {
        guard let image else {
            icon?.draw(
                in: Rect(center: center, size: Size(width: side, height: side)), color: color,
                context: context)
            return
        }
        let size = fitted(image, in: room)
        context.draw(
            image.flipped(forRightToLeft: isRightToLeft),
            in: Rect(
                x: (center.x - size.width / 2).rounded(),
                y: (center.y - size.height / 2).rounded(), width: size.width,
                height: size.height), opacity: dimsImage ? ShownImage.dimmedOpacity : 1)
    }

    /// The size of an image, scaled down if it does not fit.
    private func fitted(_ image: Image, in room: Size) -> Size {
        let (width, height) = (image.size.width, image.size.height)
        guard width > 0, height > 0 else { return .zero }
        let scale = max(min(1, room.width / width, room.height / height), 0)
        return Size(width: width * scale, height: height * scale)
    }
}
