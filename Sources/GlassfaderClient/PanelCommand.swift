import PanelProtocol

/// What a program has the panel do, apart from values.
public enum PanelCommand: Equatable, Sendable {
    /// Names and colours a strip, as the engine has it.
    case styleStrip(String, PanelStyle)
    /// Changes how a control looks.
    case styleControl(String, PanelStyle)
    /// Stores the present values of the controls that match, as a scene.
    case storeScene(String, controls: [String] = ["*"])
    /// Sets the controls that match to the values of a scene, apart from some.
    case recallScene(
        String, over: Duration = .zero, controls: [String] = ["*"], except: [String] = [])
    /// Deletes a scene that was stored.
    case deleteScene(String)
    /// Shows the page with an ID.
    case showPage(String)
    /// Shows only the strips of the VCA with a master; `nil` shows all strips again.
    case spill(String?)
    /// Locks the panel, apart from the controls that match; for clients too if it `coversClients`.
    case lock(except: [String] = [], coversClients: Bool = false)
    /// Unlocks the panel.
    case unlock

    var request: PanelRequest {
        switch self {
        case .styleStrip(let name, let style): Self.style("strip", name, style)
        case .styleControl(let name, let style): Self.style("control", name, style)
        case .storeScene(let name, let controls):
            Self.scene("store", name) { $0.member("match", controls) }
        case .recallScene(let name, let time, let controls, let exceptions):
            Self.scene("recall", name) {
                $0.member("match", controls)
                if time > .zero { $0.member("over_ms", time.wholeMilliseconds) }
                if !exceptions.isEmpty { $0.member("safe", exceptions) }
            }
        case .deleteScene(let name): Self.scene("delete", name) { _ in }
        case .showPage(let page): PanelRequest("page") { $0.member("page", page) }
        case .spill(let master):
            PanelRequest("spill") { writer in
                if let master { writer.member("vca", master) }
            }
        case .lock(let exceptions, let coversClients):
            PanelRequest("lock") {
                $0.member("except", exceptions)
                $0.member("clients", coversClients)
            }
        case .unlock: PanelRequest("unlock")
        }
    }

    private static func style(
        _ target: JSONKey, _ name: String, _ style: PanelStyle
    ) -> PanelRequest {
        PanelRequest("style") {
            $0.member(target, name)
            style.write(to: &$0)
        }
    }

    private static func scene(
        _ operation: String, _ name: String,
        _ members: @escaping @Sendable (inout JSONWriter) -> Void
    ) -> PanelRequest {
        PanelRequest("scene") { writer in
            writer.member("op", operation)
            writer.member("name", name)
            members(&writer)
        }
    }
}
