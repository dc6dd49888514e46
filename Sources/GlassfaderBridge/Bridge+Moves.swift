import GlassfaderClient
import PanelProtocol

/// Movements by a hand at the engine's side: on a controller beside the panel.
///
/// The panel handles them like those of a finger, and other engines receive them.
extension Bridge {
    /// Sets a control to where a fader or a key without a sense of touch was moved.
    public func controllerChanged(_ value: EngineValue, of control: String) {
        guard let bound = bound[control] else { return }
        // Each value of a key is sent.
        guard !bound.sendsEveryValue else { return attempt { try sendSet(value, control) } }
        moves.set(value, control)
        attempt { try scheduleFrame() }
    }

    /// A hand is on the fader of a control. Until ``controllerReleased(_:)``, the panel keeps
    /// values of others.
    public func controllerTouched(_ control: String) {
        guard bound[control] != nil, moves.begin(control) else { return }
        attempt { try sendTouch(.began, [(control, nil)]) }
    }

    /// The hand has moved the fader.
    public func controllerMoved(_ control: String, to value: EngineValue) {
        moves.move(value, control)
        attempt { try scheduleFrame() }
    }

    /// The hand has left the fader.
    public func controllerReleased(_ control: String) {
        let (isTouched, last) = moves.end(control)
        guard isTouched else { return }
        attempt { try sendTouch(.ended, [(control, last)]) }
    }

    /// Sends what has moved since the last frame.
    func sendMoves() throws {
        guard !moves.isEmpty else { return }
        guard link.isConnected else {
            moves = MoveQueue()
            return
        }
        // The panel does not read now.
        guard !link.isCongested else { return }
        let frame = moves.takeFrame()
        for (control, value) in frame.sets { try sendSet(value, control) }
        if !frame.touches.isEmpty { try sendTouch(.changed, frame.touches.map { ($0, $1) }) }
    }

    private func sendSet(_ engineValue: EngineValue, _ control: String) throws {
        guard let value = panelValue(engineValue, control) else { return }
        let request = PanelRequest.setting(control, .value(value), over: .zero, isFeedback: false)
        willSendToPanel(control)
        try link.send(request) { [unowned self] reply in
            switch reply {
            case .success(let result) where result["applied"]?.boolean == true: break
            case .success: sendAgain(control)
            case .failure(let error) where error.isConnectionFailure: break
            case .failure(let error):
                log.logOnce("rejected values", "\(control): \(error)", control: control)
                // A motor goes back to what the panel has.
                sendAgain(control)
            }
        }
    }

    private func sendTouch(
        _ phase: TouchRequest.Phase, _ items: [(control: String, value: EngineValue?)]
    ) throws {
        for item in items { willSendToPanel(item.control) }
        let changes = items.map { item in
            (item.control, item.value.flatMap { panelValue($0, item.control) })
        }
        let request = PanelRequest("touch") { writer in
            writer.member("phase", phase.rawValue)
            writer.object("controls") { writer in
                for (control, value) in changes {
                    writer.object(.text(control)) { writer in
                        if let value { writer.member("value", value.asControlValue) }
                    }
                }
            }
        }
        try link.send(request) { [unowned self] reply in
            // The panel may have rejected what the hand did: a motor then goes back.
            guard phase == .ended else { return }
            if case .failure(let error) = reply, error.isConnectionFailure { return }
            for item in items { sendAgain(item.control) }
        }
    }
}
