import TestVectors

/// What a seed decides beside the script: the machine, and the panel at the start.
struct Plan {
    /// The size of the screen in pixels.
    let width: Int
    let height: Int
    let refreshInterval: Duration
    /// How many buffers the screen has, and whether frames are drawn right into them.
    let bufferCount: Int
    let isDrawnInto: Bool
    /// Whether clients are still there when the daemon ends.
    let endsWithClients: Bool
    /// What work costs on this machine.
    let handlerCost: Duration
    let readingCost: Duration
    /// Which panel file there is at the start.
    let panel: PanelText

    init(_ random: inout SeededGenerator) {
        (width, height) = random.pick([(320, 240), (480, 272), (240, 320)])
        refreshInterval = random.pick([.microseconds(16_667), .microseconds(33_333)])
        bufferCount = random.int(1...3)
        isDrawnInto = random.oneIn(2)
        endsWithClients = random.oneIn(2)
        handlerCost = .microseconds(random.pick([1, 10, 100]))
        readingCost = .microseconds(random.pick([1, 25]))
        panel = PanelText(size: random.pick(weighted: [(6, 3), (1, 16)]), variant: 0)
    }
}
