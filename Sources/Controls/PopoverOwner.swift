/// A control that opens a popover elsewhere in its window.
package protocol PopoverOwner: View {
    /// Whether the popover is open.
    var isPopoverPresented: Bool { get }

    /// Closes the popover.
    func dismissPopover()

    /// Whether a view is the control, its popover, or inside one of these.
    func contains(_ view: View) -> Bool
}
