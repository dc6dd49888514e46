/// One control in the reply to `list`, with all that a client needs to copy the panel.
package struct ControlInfo: Equatable, Sendable {
    /// What a client may do with the control.
    package enum Access: String, Sendable {
        /// Read and set.
        case readWrite = "rw"
        /// Read only.
        case readOnly = "r"
        /// Set only, such as a meter.
        case writeOnly = "w"
    }

    /// The description of a control for assistive software.
    package struct Accessibility: Equatable, Sendable {
        /// The spoken name.
        package var label: String
        /// The traits of the control, such as `adjustable` or `updatesFrequently`.
        package var traits: [String]
        /// The spoken value, if there is one.
        package var value: String?
        /// What the control does, if the panel file says it.
        package var hint: String?
        /// The part that the actions adjust, such as `low` or `both`; `nil` for a control with one
        /// value.
        package var part: String?

        /// Describes a control to assistive software.
        package init(
            label: String, traits: [String] = [], value: String? = nil, hint: String? = nil,
            part: String? = nil
        ) {
            self.label = label
            self.traits = traits
            self.value = value
            self.hint = hint
            self.part = part
        }
    }

    /// An option of the panel file with the value in effect.
    package struct Setting: Equatable, Sendable {
        /// The key in the file.
        package var key: String
        /// The value in the file, or the default.
        package var value: Value

        /// The value of an option.
        package enum Value: Equatable, Sendable {
            case number(Double)
            case flag(Bool)
            case text(String)
        }

        /// An option with its value.
        package init(_ key: String, _ value: Value) {
            self.key = key
            self.value = value
        }

        /// Writes addresses as the member `bind`, if there are any.
        static func write(_ bind: [Setting], to writer: inout JSONWriter) {
            guard !bind.isEmpty else { return }
            writer.object("bind") { writer in
                for text in bind { text.write(to: &writer) }
            }
        }

        /// Writes the option as a member of an object.
        package func write(to writer: inout JSONWriter) {
            switch value {
            case .number(let number): writer.member(.text(key), number)
            case .flag(let flag): writer.member(.text(key), flag)
            case .text(let text): writer.member(.text(key), text)
            }
        }
    }

    /// A value with a name.
    package struct NamedValue: Equatable, Sendable {
        /// The value.
        package var value: ControlValue
        /// The text that a person reads.
        package var label: String

        /// Names a value.
        package init(_ value: ControlValue, label: String) {
            self.value = value
            self.label = label
        }
    }

    /// The control's name.
    package var control: String
    /// `knob`, `slider`, `range`, `label`…
    package var type: String
    /// The text beside the control, or that of its strip; may be empty.
    package var label: String
    /// The page that shows it.
    package var page: String?
    /// Left, top, width and height, in pixels of the panel.
    package var frame: [Double]?
    /// What a client may do.
    package var access: Access
    /// The unit, such as `dB` or `Hz`.
    package var unit: String?
    /// The least value.
    package var minimum: Double?
    /// The greatest value.
    package var maximum: Double?
    /// Whether the least value means silence, -∞ dB.
    package var minimumIsOff: Bool?
    /// The value of a control that was never moved, and after a double tap.
    package var defaultValue: ControlValue?
    /// The distance between values, counted from the least one.
    package var step: Double?
    /// The name of the taper.
    package var taper: String?
    /// How its text is written: `pan` for L, C and R; `nil` for a number with the unit.
    package var format: String?
    /// The values at which the control snaps.
    package var detents: [Double]?
    /// The names of the parts of a control that has several values.
    package var parts: [String]?
    /// The parts with their own scales, in order.
    package var axes: [AxisInfo] = []
    /// The meter that the control is or contains.
    package var meter: MeterInfo?
    /// The words of the value, in the order of travel.
    package var options: [String]?
    /// The named values, in the order of travel.
    package var values: [NamedValue]?
    /// Options of the panel file that clients need, such as the `orientation` of a slider.
    package var settings: [Setting] = []
    /// Its addresses in other programs, by the name of the bridge.
    package var bind: [Setting] = []
    /// The groups that contain a key.
    package var groups: [String]?
    /// The link that contains the control.
    package var group: String?
    /// The gang that contains the control.
    package var gang: String?
    /// The VCAs that the control is a member of; `nil` for none.
    package var vcas: [String]?
    /// The VCAs whose master the control is; `nil` for none.
    package var masteredVCAs: [String]?
    /// The name of the icon on or beside it.
    package var icon: String?
    /// `#rrggbb`.
    package var color: String?
    /// Whether fingers may move it.
    package var isEnabled: Bool?
    /// Whether it is visible.
    package var isVisible: Bool?
    /// Whether recalling a scene leaves it unchanged.
    package var isRecallSafe: Bool?
    /// The control whose value a label shows.
    package var shows: String?
    /// The text of a label; that of other controls is in `state`.
    package var text: String?
    /// Who holds it: a finger, or a client; `nil` for nobody.
    package var holder: ValueChanged.Source?
    /// The present value; `nil` if it cannot be read.
    package var state: ControlState?
    /// The description for assistive software.
    package var accessibility: Accessibility?

    /// Describes a control. The other properties are `nil` until they are set.
    package init(control: String, type: String, label: String, access: Access) {
        self.control = control
        self.type = type
        self.label = label
        self.access = access
    }

    /// Writes the members of the control's object.
    func write(to writer: inout JSONWriter) {
        writer.member("control", control)
        writer.member("type", type)
        writer.member("label", label)
        if let page { writer.member("page", page) }
        if let frame { writer.member("frame", frame) }
        writer.member("access", access.rawValue)
        if let unit { writer.member("unit", unit) }
        if let minimum { writer.member("min", minimum) }
        if let maximum { writer.member("max", maximum) }
        if let minimumIsOff { writer.member("min_is_off", minimumIsOff) }
        if let defaultValue { writer.member("default", defaultValue) }
        if let step { writer.member("step", step) }
        if let taper { writer.member("taper", taper) }
        if let format { writer.member("format", format) }
        if let detents { writer.member("detents", detents) }
        for setting in settings { setting.write(to: &writer) }
        Setting.write(bind, to: &writer)
        if let parts { writer.member("parts", parts) }
        if !axes.isEmpty {
            writer.object("axes") { writer in
                for axis in axes { writer.object(.text(axis.part)) { axis.write(to: &$0) } }
            }
        }
        meter?.write(to: &writer)
        if let options { writer.member("options", options) }
        if let values {
            writer.objects("values", values) { writer, value in
                writer.member("value", value.value)
                writer.member("label", value.label)
            }
        }
        if let groups { writer.member("groups", groups) }
        if let group { writer.member("group", group) }
        if let gang { writer.member("gang", gang) }
        if let vcas { writer.member("vcas", vcas) }
        if let masteredVCAs { writer.member("vca_master", masteredVCAs) }
        if let icon { writer.member("icon", icon) }
        if let color { writer.member("color", color) }
        if let isEnabled { writer.member("enabled", isEnabled) }
        if let isVisible { writer.member("visible", isVisible) }
        if let isRecallSafe { writer.member("recall_safe", isRecallSafe) }
        if let shows { writer.member("shows", shows) }
        if let state {
            state.write(to: &writer)
            if let holder { writer.object("held") { holder.write(to: &$0) } }
        } else if let text {
            writer.member("text", text)
        }
        if let accessibility {
            writer.object("accessibility") { writer in
                writer.member("label", accessibility.label)
                writer.member("traits", accessibility.traits)
                if let value = accessibility.value { writer.member("value", value) }
                if let hint = accessibility.hint { writer.member("hint", hint) }
                if let part = accessibility.part { writer.member("part", part) }
            }
        }
    }
}
