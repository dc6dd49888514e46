import Controls

/// What the view of a control is besides a view, looked up once.
struct ViewRoles {
    /// What fingers move; nil for what only shows something.
    let control: Control?
    /// A key that can be in groups.
    let key: Button?
    /// A text that can show the value of another control.
    let label: Label?
    /// What shows and turns the pages of the panel.
    let pageControl: PageControl?
    /// What opens a picker elsewhere in the window.
    let colorWell: ColorWell?

    init(of view: View) {
        control = view as? Control
        key = view as? Button
        label = view as? Label
        pageControl = view as? PageControl
        colorWell = view as? ColorWell
    }
}
