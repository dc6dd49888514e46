@testable import GlassfaderDaemon

extension Daemon {
    /// The display in memory that shows the panel, upright or turned.
    var memoryDisplay: MemoryDisplay? {
        let display = screen?.display
        return (display as? TurnedDisplay)?.display as? MemoryDisplay ?? display as? MemoryDisplay
    }
}
