import Controls
import EventLoop
import StateStore

/// The environment of the daemon: the real clock, memory display and disk, or simulated ones for
/// tests.
struct Machine {
    /// A simulated clock; nil for the kernel's.
    var clock: VirtualClock?
    /// Reads the local time of day.
    var readClock: (EventLoop) -> ClockReading = { $0.readClock() }
    /// Makes a memory display of a size in pixels.
    var memoryDisplay: (EventLoop, _ width: Int, _ height: Int) throws -> any Display = {
        try MemoryDisplay(loop: $0, width: $1, height: $2)
    }
    /// Makes the object that saves the state, which takes over the folder.
    var stateSaver: (EventLoop, sending StateFolder) throws(StateError) -> any StateSaving = {
        _, folder throws(StateError) in try StateWriter(folder)
    }
}
