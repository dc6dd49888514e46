public import Drawing

/// Keys to type a number or a PIN, below a field that shows the typed text.
///
/// `valueChanged` is sent when a finger has typed or deleted a character, and
/// `primaryActionTriggered` when the text is complete: by `enter`, or because the text has
/// `fullLength` characters.
public final class Keypad: Control {
    /// What a key does.
    public enum Key: Hashable, Sendable {
        /// Types these characters, such as a digit, a sign or a point.
        case text(String)
        /// Adds a minus sign before the number, or removes it.
        case sign
        /// Replaces the text by -∞.
        case silence
        /// Deletes the last character.
        case delete
        /// Discards the text, and calls `onCancel`.
        case cancel
        /// Completes the text.
        case enter
    }

    /// The keys of a PIN: ten digits, `cancel` and `delete`.
    public static let digits: [[Key]] =
        [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]].map { $0.map(Key.text) }
        + [[.cancel, .text("0"), .delete]]

    /// The typed text. Setting it sends no action.
    public var text = "" {
        didSet { if text != oldValue { showText() } }
    }
    /// The text after the typed one, such as a unit; empty by default.
    public var unit = "" {
        didSet { field.unit = unit }
    }
    /// The number of characters that complete the text; `nil`, the default, for any number.
    public let fullLength: Int?
    /// Whether the field shows a dot for each character; off by default.
    public var isSecure = false {
        didSet { field.isSecure = isSecure }
    }
    /// A message in place of the text, until the next key; `nil` (the default) for none.
    public var message: String? {
        didSet { field.message = message }
    }
    /// Whether the last text was wrong, which the field shows until the next key.
    public var isRejected = false {
        didSet {
            field.isRejected = isRejected
            heading.isRejected = isRejected
        }
    }
    /// The control for which a person types: its name, its present value and its range, shown above
    /// the field; `nil` (the default) for none.
    package var subject: Subject? {
        didSet {
            heading.name = subject?.name ?? ""
            heading.value = subject?.value ?? ""
            heading.range = subject?.range ?? ""
            if (subject == nil) != (oldValue == nil) { setNeedsLayout() }
        }
    }

    /// The control for which a person types a number.
    package struct Subject: Equatable, Sendable {
        /// The name of the control.
        package var name: String
        /// The present value, with its unit.
        package var value: String
        /// The valid values.
        package var range: String

        /// Creates a subject.
        package init(name: String, value: String, range: String) {
            (self.name, self.value, self.range) = (name, value, range)
        }
    }
    /// Called when a finger has pressed the key `cancel`, or landed beside the pad.
    public var onCancel: (() -> Void)?

    private let rows: [[Key]]
    private let field: KeypadField
    private let heading = KeypadHeading()
    private var keys: [[KeypadKey]] = []
    private var popover: Popover?

    /// The most characters of a text without a `fullLength`.
    private static let longestText = 16
    /// The height of the field, as a share of a key's side.
    private static let fieldShare = 0.75
    /// The height of the lines above the field, as a share of a key's side.
    private var headingShare: Double { subject == nil ? 0 : 1 }
    private static let silence = "-∞"

    /// A pad with rows of keys.
    public init(rows: [[Key]] = Keypad.digits, fullLength: Int? = nil) {
        self.rows = rows
        self.fullLength = fullLength
        field = KeypadField(fullLength: fullLength)
        super.init(frame: .zero)
        addSubview(heading)
        addSubview(field)
        for row in rows {
            keys.append(
                row.map { meaning in
                    let key = KeypadKey(meaning)
                    key.addAction(for: .primaryActionTriggered) { [unowned self] _, touch in
                        press(meaning, touch)
                    }
                    addSubview(key)
                    return key
                })
        }
    }

    // MARK: Layout

    /// The size of a pad whose keys have this side, in pixels.
    private func size(withKeys side: Double) -> Size {
        Size(
            width: side * Double(rows.map(\.count).max() ?? 0),
            height: side * (Double(rows.count) + Self.fieldShare + headingShare))
    }

    /// The greatest side of a key, in millimetres.
    private static let greatestSide = 13.0

    /// The largest size that fits, with keys of at most 13 mm.
    private func size(fitting room: Size, pixelsPerMillimetre: Double) -> Size {
        let unit = size(withKeys: 1)
        let side = min(
            room.width / max(unit.width, 1), room.height / max(unit.height, 1),
            Self.greatestSide * pixelsPerMillimetre)
        return size(withKeys: max(side.rounded(.down), 1))
    }

    public override func sizeThatFits(_ size: Size) -> Size {
        self.size(fitting: size, pixelsPerMillimetre: pixelsPerMillimetre)
    }

    public override func layoutSubviews() {
        let unit = size(withKeys: 1)
        let side = Size(
            width: bounds.width / max(unit.width, 1), height: bounds.height / max(unit.height, 1))
        let fieldHeight = (side.height * Self.fieldShare).rounded()
        let headingHeight = (side.height * headingShare).rounded()
        let width = max(bounds.width - 4, 0)
        heading.frame = Rect(x: 4, y: 0, width: max(width - 4, 0), height: headingHeight)
        field.frame = Rect(x: 2, y: headingHeight, width: width, height: fieldHeight - 2)
        for (row, keys) in keys.enumerated() {
            for (column, key) in keys.enumerated() {
                let (x, y) = (Double(column) * side.width, Double(row) * side.height)
                key.frame = Rect(
                    x: x.rounded(), y: (headingHeight + fieldHeight + y).rounded(),
                    width: side.width.rounded(.down), height: side.height.rounded(.down))
                key.show(font)
            }
        }
    }

    public override func fontDidChange() {
        for key in keys.joined() { key.show(font) }
        field.font = font
        heading.font = font.map { $0.withSize(($0.size * 0.7).rounded()) }
    }

    /// Disables the keys, except `cancel`.
    public override func stateChanged(from oldState: State) {
        for key in keys.joined() { key.isEnabled = isEnabled || key.meaning == .cancel }
    }

    /// The key with this meaning; `nil` if the pad has none.
    package func key(_ meaning: Key) -> View? { keys.joined().first { $0.meaning == meaning } }

    // MARK: Typing

    private func press(_ key: Key, _ touch: Touch?) {
        switch key {
        case .cancel:
            onCancel?()
            return
        case .enter:
            sendActions(for: .primaryActionTriggered, touch: touch)
            return
        case .text(let characters):
            guard text.count < fullLength ?? Self.longestText else { return }
            (message, isRejected) = (nil, false)
            text = (text == Self.silence ? "" : text) + characters
        case .sign:
            (message, isRejected) = (nil, false)
            text =
                text == Self.silence
                ? "-" : text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text
        case .silence:
            (message, isRejected) = (nil, false)
            text = Self.silence
        case .delete:
            (message, isRejected) = (nil, false)
            guard !text.isEmpty else { return }
            text = text == Self.silence ? "" : String(text.dropLast())
        }
        sendActions(for: .valueChanged, touch: touch)
        if key != .delete, text.count == fullLength {
            sendActions(for: .primaryActionTriggered, touch: touch)
        }
    }

    private func showText() {
        field.text = text
        updateReadouts()
    }

    /// The text, or the number of characters of a PIN.
    public override var valueText: String? { isSecure ? "\(text.count)" : text }

    // MARK: The popover

    /// Shows the pad above everything in a window, near `anchor` in the window's coordinates. The
    /// pad takes all touches.
    public func present(in window: Window, near anchor: Rect) {
        present(in: window, near: anchor, isModal: true)
    }

    /// Shows the pad above everything in a window.
    ///
    /// - Parameter isModal: Whether the pad takes all touches. Otherwise it takes only those on
    ///   itself.
    package func present(in window: Window, near anchor: Rect, isModal: Bool) {
        dismiss()
        let popover = Popover(self, theme: theme, hasCloseButton: false)
        popover.isModal = isModal
        popover.onDismissal = { [weak self] in self?.onCancel?() }
        let room = Size(
            width: window.bounds.width - 2 * Popover.margin,
            height: window.bounds.height - 2 * Popover.margin)
        frame = Rect(
            origin: .zero,
            size: size(fitting: room, pixelsPerMillimetre: window.pixelsPerMillimetre))
        popover.present(in: window, near: anchor)
        // A finger may land before the next frame.
        layoutIfNeeded()
        self.popover = popover
    }

    /// Removes the pad from its window.
    public func dismiss() {
        popover?.removeFromSuperview()
        popover = nil
    }

    /// Whether a view is the pad, its popover, or inside one of these.
    package func contains(_ view: View) -> Bool {
        view.isDescendant(of: self) || popover.map { view.isDescendant(of: $0) } ?? false
    }
}
