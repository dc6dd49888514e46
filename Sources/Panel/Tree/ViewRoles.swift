import Controls

/// The further types of a control's view, looked up once.
struct ViewRoles {
    /// A control that fingers move; `nil` for a view that only shows something.
    let control: Control?
    /// A key that can be in groups.
    let key: Button?
    /// A label that can show another control's value.
    let label: Label?
    /// A control that shows and changes the pages.
    let pageControl: PageControl?
    /// A control whose value changes by itself, as time passes.
    let stopwatch: Stopwatch?
    /// A control that opens a popover in the window.
    let popoverOwner: (any PopoverOwner)?
    /// A list of scenes.
    let sceneList: SceneList?

    init(of view: View) {
        control = view as? Control
        key = view as? Button
        label = view as? Label
        pageControl = view as? PageControl
        stopwatch = view as? Stopwatch
        sceneList = view as? SceneList
        let well: (any PopoverOwner)? = view as? ColorWell
        popoverOwner = well ?? sceneList
    }
}
