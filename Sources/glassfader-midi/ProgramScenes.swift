import GlassfaderBridge
import GlassfaderClient
import PanelProtocol

/// Program changes recall scenes of the panel, and a recalled scene sends its program.
final class ProgramScenes {
    private unowned let bridge: Bridge
    private var scenes: [UInt8: String] = [:]
    private var channel: UInt8 = 0
    /// The scenes that programs are recalling.
    private var recalled: [String] = []
    private static let mostRecalled = 16

    init(_ bridge: Bridge) { self.bridge = bridge }

    /// Takes the settings of a panel file.
    func configure(_ settings: MIDISettings) {
        scenes = settings.programs
        channel = settings.programChannel
    }

    /// The events that are needed.
    var events: [String] { scenes.isEmpty ? [] : [EventKind.sceneRecalled.rawValue] }

    /// What is served.
    var entries: [Bindings.Entry] {
        scenes.sorted { $0.key < $1.key }.map { program, scene in
            .init(
                "scene '\(scene)'", "program \(program) channel \(channel + 1) as scene",
                origin: "programs")
        }
    }

    /// Recalls the scene of a program. Returns whether the message is a program.
    func receive(_ message: MIDIMessage) -> Bool {
        guard case .program(channel, let number) = message else { return false }
        guard let scene = scenes[number] else { return true }
        guard recalled.count < Self.mostRecalled else {
            bridge.log.logOnce("scenes not recalled", "program \(number): the panel is too slow")
            return true
        }
        recalled.append(scene)
        let request = PanelRequest("scene") { writer in
            writer.member("op", "recall")
            writer.member("name", scene)
        }
        bridge.send(request) { [unowned self] reply in
            guard case .failure(let error) = reply else { return }
            // Those of a connection that is lost are not recalled any more.
            guard !error.isConnectionFailure else { return recalled.removeAll() }
            forget(scene)
            bridge.log.logOnce("scenes not recalled", "program \(number): \(error)")
        }
        return true
    }

    /// Forgets that a program is recalling a scene. The result is whether one was.
    @discardableResult
    private func forget(_ scene: String) -> Bool {
        guard let index = recalled.firstIndex(of: scene) else { return false }
        recalled.remove(at: index)
        return true
    }

    /// The message after an event of the panel; `nil` for none.
    func message(after event: PanelEvent) -> MIDIMessage? {
        guard case .sceneRecalled(let name, _, _) = event else { return nil }
        if forget(name) { return nil }
        return scenes.filter { $0.value == name }.keys.min().map {
            .program(channel: channel, number: $0)
        }
    }
}
