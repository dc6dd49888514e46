import Controls
import Drawing
import PanelProtocol

/// A view with access to its value.
///
/// The view holds the only copy of the value; everything else reads it from here.
struct PublishedView {
    /// The view.
    let view: View
    /// Reads the value; `nil` if there is none.
    var value: () -> ControlValue? = { nil }
    /// Sets the nearest valid value, or some of its parts.
    var assign: (ControlValue) -> Void = { _ in }
    /// Sets a value that an engine confirms; `nil` to use `assign`.
    var confirm: ((ControlValue) -> Void)?
    /// The control's own value, if the reported value also depends on others; `nil` if it does not.
    var ownValue: (() -> ControlValue?)?
    /// Shows the value in effect by a second mark, or none for `nil`; `nil` if the view has no such
    /// mark.
    var showEffective: ((Double?) -> Void)?
    /// Sets the colour of the parts that show the value; `nil` if it cannot be changed.
    var paint: ((Color) -> Void)?
    /// Restores the colours of the file, if these are not a single colour.
    var unpaint: (() -> Void)?
    /// Changes a label that is on the control itself.
    var relabel: (String) -> Void = { _ in }
    /// Changes the icon that is on the control itself; `nil` if it shows none.
    var showIcon: ((Icon?) -> Void)?
    /// The name of the part that a finger moves; `nil` if there is one part, or if it moves all.
    var part: (Touch) -> String? = { _ in nil }
    /// The part that assistive software adjusts; `nil` for a control that has one value.
    var adjustedPart: AdjustedPart?
    /// The meter for levels from clients: the view or a part of it; `nil` if there is none.
    var meter: Meter?
    /// The levels that it shows besides a meter; `nil` if it shows none.
    var levels: LevelDisplay?
    /// The plot of points from clients; `nil` if there is none.
    var plot: PlotDisplay?
    /// Adapts fixed sizes to those of the view and of the text.
    var fit: (_ fontSize: Double) -> Void = { _ in }
    /// Shows the value on the control itself, because there is no space for it below; `nil` if the
    /// control cannot.
    var showValueInside: ((Bool) -> Void)?
    /// Whether each change is reported at once as an event of its own, as for a key, and not as
    /// part of a gesture.
    var isDiscrete = false

    /// The part that assistive software adjusts, of a control with several values.
    struct AdjustedPart {
        /// The names of the parts, and of all together.
        let names: [String]
        /// The name of the selected one; `nil` if none is.
        let name: () -> String?
        /// Selects the part with one of the names.
        let select: (String) -> Void

        /// Names the values of a view's property.
        init<Part: Equatable>(
            _ parts: KeyValuePairs<String, Part>, get: @escaping () -> Part,
            set: @escaping (Part) -> Void
        ) {
            names = parts.map(\.key)
            name = { parts.first { $0.value == get() }?.key }
            select = { name in
                if let part = parts.first(where: { $0.key == name }) { set(part.value) }
            }
        }
    }

    /// Something that shows levels from clients, as a meter does.
    struct LevelDisplay {
        /// The number of levels.
        let count: Int
        /// Shows levels in dB, and the time of their measurement.
        let show: ([Double], Duration) -> Void
    }

    /// Something that shows points from clients.
    struct PlotDisplay {
        /// The axes in the reply to `list`.
        let axes: [AxisInfo]
        /// The view that shows them.
        let view: Plot
    }
}
