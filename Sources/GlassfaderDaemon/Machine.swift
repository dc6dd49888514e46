import EventLoop
import StateStore

/// What a daemon runs on: the machine's own clock, memory and disk, or those of a simulation.
struct Machine {
    /// The clock of a simulation; nil for the kernel's.
    var clock: VirtualClock?
    /// What stands for a screen where the panel is to be shown in memory, of a size in pixels.
    var memoryDisplay: (EventLoop, _ width: Int, _ height: Int) throws -> any Display = {
        try MemoryDisplay(loop: $0, width: $1, height: $2)
    }
    /// What saves the state, and has the folder from then on.
    var stateSaver: (EventLoop, sending StateFolder) throws(StateError) -> any StateSaving = {
        _, folder throws(StateError) in try StateWriter(folder)
    }
}
