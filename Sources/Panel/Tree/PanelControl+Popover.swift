import Controls

// A popover that a control has opened elsewhere in the window.
extension PanelControl {
    /// Whether a finger is on the control, or its popover is open.
    var isInUse: Bool { isTouched || roles.popoverOwner?.isPopoverPresented ?? false }

    /// Closes the control's popover.
    func dismissPopover() { roles.popoverOwner?.dismissPopover() }

    /// Whether a view is the control's view or popover, or inside one of these.
    func contains(_ other: View) -> Bool {
        roles.popoverOwner?.contains(other) ?? other.isDescendant(of: view)
    }
}
