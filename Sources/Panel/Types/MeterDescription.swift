import Controls
import Drawing
import PanelProtocol

/// The options of a meter.
struct MeterDescription: ControlKind {
    var levels: LevelsDescription
    var orientation: Orientation
    var direction: Direction

    init(_ fields: inout TableFields, at place: ControlPlace) {
        levels = LevelsDescription(&fields)
        orientation = fields.choice("orientation", of: Orientation.self) ?? .vertical
        direction = fields.choice("direction", of: Direction.self) ?? .leftToRight
    }

    var room: ControlRoom {
        var room = ControlRoom.track(orientation, weight: 1.5)
        room.targets = (width: 1, height: 1)
        // The bars say it.
        room.leastWidthOfValue = .infinity
        return room
    }

    func standardColor(_ style: ControlStyle) -> Color {
        style.ownColor ?? style.theme.levelNormal
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let meter = levels.makeMeter(isVertical: orientation == .vertical, style)
        meter.isRightToLeft = direction == .rightToLeft
        func paint(_ color: Color) {
            meter.theme = style.theme
            meter.theme.levelNormal = color
        }
        paint(standardColor(style))
        return PublishedView(
            view: meter, paint: paint, meter: meter,
            fit: { meter.fitText(to: $0) })
    }

    func describe(in info: inout ControlInfo) {
        info.orientation = orientation.rawValue
    }
}
