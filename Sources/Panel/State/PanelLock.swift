package import PanelProtocol

/// How a panel is locked: against fingers, and perhaps against clients.
package struct PanelLock: Equatable, Sendable {
    /// The patterns of the controls that are as free as ever.
    package var exceptions: [Glob] = []
    /// Whether clients may not change anything either, but for what engines confirm and measure.
    package var coversClients = false

    /// A lock against fingers on every control.
    package init(except exceptions: [Glob] = [], coversClients: Bool = false) {
        self.exceptions = exceptions
        self.coversClients = coversClients
    }

    /// Whether a control is as free as without the lock.
    package func spares(_ control: String) -> Bool {
        exceptions.contains { $0.matches(control) }
    }
}
