import GlassfaderBridge
import GlassfaderClient

/// The engine's side of the bridge: a device whose controllers follow the panel and move it.
final class RawMIDI: BridgeEngine {
    private unowned let bridge: Bridge
    private let mode: BridgeMode

    private var settings: Settings?
    private var assignments: [String: Assignment] = [:]
    private var device: Device?
    private var source: BridgeSource?
    private var retry: EngineRetry?
    private var parser = MIDIParser()
    /// The upper seven bits of 14-bit controllers, by controller.
    private var coarse: [UInt8: Int] = [:]

    init(_ bridge: Bridge, _ mode: BridgeMode) throws {
        self.bridge = bridge
        self.mode = mode
        retry = try EngineRetry(bridge) { [unowned self] in connect() }
    }

    // MARK: The panel file

    func configure(_ panel: BridgePanel) throws(BridgeProblem) -> Bindings {
        let settings = try Settings(panel.settings)
        var report = Bindings()
        assignments = [:]
        for control in panel.controls {
            guard let text = control.bind["rawmidi"] else { continue }
            do throws(BridgeProblem) {
                assignments[control.name] = try Assignment(text, of: control)
                report.controls.append(.init(control.name, "controller \(text)", origin: "bind"))
            } catch {
                report.problems.append(error)
            }
        }
        let isSame = settings.device == self.settings?.device
        self.settings = settings
        switch mode {
        case .check: break
        case .dryRun: bridge.engineConnected()
        case .run where isSame && device != nil: break
        case .run: retry?.start()
        }
        return report
    }

    // MARK: The device

    private func connect() {
        guard let settings else { return }
        disconnect()
        do {
            let device = try Device(settings.device)
            source = try bridge.whenReadable(device.descriptor) { [unowned self] in receive() }
            self.device = device
            retry?.succeeded(settings.device)
            bridge.engineConnected()
        } catch {
            retry?.failed(settings.device, "\(error)")
        }
    }

    private func lost(_ error: any Error) {
        disconnect()
        retry?.failed(settings?.device ?? "", "\(error)")
    }

    private func disconnect() {
        source = nil
        device = nil
        parser = MIDIParser()
        bridge.engineLost()
    }

    func close() { disconnect() }

    func panelLost() {}

    // MARK: To the device

    func send(_ value: BridgeValue, of control: String) {
        guard let assignment = assignments[control], let number = assignment.number(value),
            let channel = settings?.channel
        else { return }
        let messages = assignment.messages(number, channel: channel)
        if mode == .dryRun { return bridge.printLine("\(messages)") }
        do {
            // A line that is too slow gets the newest value in a later frame.
            if try device?.send(messages) == false { bridge.sendAgain(control) }
        } catch {
            lost(error)
        }
    }

    func endFrame() {}

    /// MIDI cannot ask.
    func readAll() {}

    // MARK: From the device

    private func receive() {
        do {
            for change in parser.parse(try device?.receive() ?? [])
            where change.channel == settings?.channel {
                coarse[change.controller] = Int(change.value)
                for (control, assignment) in assignments {
                    guard let number = assignment.number(in: change, coarse: coarse) else {
                        continue
                    }
                    take(number, control, assignment)
                }
            }
        } catch {
            lost(error)
        }
    }

    private func take(_ number: Int, _ control: String, _ assignment: Assignment) {
        // A confirmation moves nothing.
        if let panel = bridge.value(of: control), assignment.number(panel) == number { return }
        if let value = assignment.value(number) { bridge.controllerChanged(value, of: control) }
    }
}
