package import PanelProtocol

/// The lock of a panel: against fingers, and optionally against clients.
package struct PanelLock: Equatable, Sendable {
    /// The patterns of the controls that are not locked.
    package var exceptions: [Glob] = []
    /// Whether the lock also applies to clients. They may still send feedback and data to show,
    /// such as meter levels, reload the panel file, and control the display.
    package var coversClients = false

    /// Whether a key of the panel has locked it. Then a key unlocks it, too.
    package var isByKey = false

    /// A lock of all controls against fingers.
    package init(
        except exceptions: [Glob] = [], coversClients: Bool = false, isByKey: Bool = false
    ) {
        self.exceptions = exceptions
        self.coversClients = coversClients
        self.isByKey = isByKey
    }

    /// Whether a control is not locked.
    package func excludes(_ control: String) -> Bool {
        exceptions.matches(control)
    }
}
