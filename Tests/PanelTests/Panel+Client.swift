import PanelProtocol

@testable import Panel

// A panel without a socket, as a client asks it.
extension Panel {
    func show(page: String) {
        show(page: page, from: .client("c1", name: nil), at: .zero)
    }

    @discardableResult
    func set(
        _ control: String, _ value: Double, over fade: Duration = .zero, at milliseconds: Int = 0
    ) throws -> SetResult {
        var request = SetRequest(control: control, change: .value(.number(value)))
        request.fade = fade
        return try apply(
            request, from: .client("c1", name: nil), at: .milliseconds(milliseconds))
    }
}

extension PanelControl {
    /// Performs a client's request for this control alone.
    func apply(
        _ change: SetRequest.Change, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> SetResult {
        let wanted = try wanted(change)
        let obstacle = obstacle(to: wanted, from: source, at: time)
        if obstacle == nil {
            put(wanted)
        } else {
            deferValue(RemoteValue(value: wanted, source: source, time: time))
        }
        guard let state else { throw RequestError(.internal, "\(id) has no value") }
        return SetResult(control: id, state: state, reason: obstacle?.rawValue)
    }
}
