import GlassfaderBridge
import GlassfaderClient
import PanelProtocol

/// Finds the addresses of a panel's controls and strips: those of their binds, or else of the
/// dialect.
struct OSCMap {
    let panel: BridgePanel
    let dialect: Dialect

    /// The controls with their addresses.
    private(set) var bindings: [String: OSCBinding] = [:]
    private(set) var receivers = OSCReceivers()
    private(set) var report = Bindings()
    /// The messages that request the levels of the bound meters.
    private(set) var meterRequests: [String] = []
    /// The `bind` of a control or a strip that the engine does not have.
    private static let none = "none"
    private var blobs: [String: MeterBlob] = [:]
    /// The meters with a message of their own.
    private var meters: Set<String> = []

    init(_ panel: BridgePanel, dialect: Dialect) {
        self.panel = panel
        self.dialect = dialect
    }

    /// Finds all.
    mutating func bind() {
        for control in panel.controls {
            do throws(BridgeProblem) { try bind(control) } catch { report.problems.append(error) }
        }
        for strip in panel.strips {
            do throws(BridgeProblem) { try bind(strip) } catch { report.problems.append(error) }
        }
        for (address, blob) in blobs.sorted(by: { $0.key < $1.key }) {
            receivers.add(.blob(blob), at: address)
            request(address)
        }
    }

    /// Reports the hosts in the settings that are unknown now. This waits for the name server.
    mutating func report(unknownHostsOf settings: OSCSettings) {
        let listen = settings.listen.map { [$0] } ?? []
        for endpoint in listen + settings.endpoints where endpoint.lookUp().isEmpty {
            report.problems.append(
                BridgeProblem("[bridges.osc]: there is no host of '\(endpoint)' now"))
        }
    }

    private mutating func bind(_ control: PanelControl) throws(BridgeProblem) {
        let isMeter = control.reading == nil && control.channels > 0
        let binding: OSCBinding
        let origin: String
        if let text = control.bind["osc"] {
            if text == Self.none { return }
            if let absence = dialect.absence(of: text.splittingScale.address) {
                throw BridgeProblem("\(control.name): bind.osc = \"\(text)\": \(absence)")
            }
            binding = try OSCBinding(
                text, of: control, dialect: dialect, scale: isMeter ? .value : nil)
            origin = "bind"
        } else if let (address, scale) = dialect.address(ofControl: control.name) {
            guard isMeter || control.reading != nil else { return }
            binding = try OSCBinding(
                address, of: control, dialect: dialect, scale: isMeter ? .value : scale)
            origin = dialect.name
        } else {
            if control.bind.isEmpty, let absence = dialect.absence(of: control.name) {
                throw BridgeProblem("\(control.name): \(absence)")
            }
            return
        }
        if isMeter {
            bind(binding, origin: origin)
        } else if control.reading != nil {
            bindings[control.name] = binding
            receivers.add(.value(control.name), at: binding.address)
            report.controls.append(
                .init(control.name, "\(binding.text) as \(binding.scale)", origin: origin))
        } else {
            throw BridgeProblem("\(control.name): bind.osc: the control has no value and no meter")
        }
    }

    private mutating func bind(_ meter: OSCBinding, origin: String) {
        let rule =
            dialect.meters.first { $0.address == meter.address }
            ?? Dialect.MeterRule(address: meter.address, scale: .decibels(silence: -200))
        receivers.add(.meter(meter.control.name, meter, rule), at: meter.address)
        report.others.append(.init(meter.control.name, meter.text + " as levels", origin: origin))
        meters.insert(meter.control.name)
        request(meter.address)
    }

    private mutating func request(_ address: String) {
        guard let request = dialect.meters.first(where: { $0.address == address })?.request,
            !meterRequests.contains(request)
        else { return }
        meterRequests.append(request)
    }

    private mutating func bind(_ strip: PanelStrip) throws(BridgeProblem) {
        let bind = strip.bind["osc"]
        if bind == Self.none { return }
        guard let (rule, address, number) = dialect.strip(strip.name, bind: bind) else {
            guard let bind else { return }
            if let absence = dialect.absence(of: bind) {
                throw BridgeProblem("\(strip.name): bind.osc = \"\(bind)\": \(absence)")
            }
            throw BridgeProblem(
                "\(strip.name): bind.osc = \"\(bind)\": the dialect '\(dialect.name)' has no strip "
                    + "with this address"
                    + (dialect.strips.first.map {
                        ": expected one such as \($0.address.numbered(1))"
                    }
                        ?? ""))
        }
        let origin = bind == nil ? dialect.name : "bind"
        if let title = message(rule.label, address) {
            receivers.add(.label(strip.name, title.arguments), at: title.address)
            receivers.titles.append(title.text)
            report.others.append(.init(strip.name, title.text + " as title", origin: origin))
        }
        if let title = message(rule.color, address) {
            receivers.add(.color(strip.name, title.arguments, dialect.colors), at: title.address)
            receivers.titles.append(title.text)
            report.others.append(.init(strip.name, title.text + " as colour", origin: origin))
        }
        for control in panel.meters(of: strip) where !meters.contains(control.name) {
            try bindMeter(of: control, rule, address, number, origin)
        }
    }

    private mutating func bindMeter(
        of control: PanelControl, _ rule: Dialect.StripRule, _ address: String, _ number: Int,
        _ origin: String
    ) throws(BridgeProblem) {
        if let text = rule.meter?.substituting("{address}", address) {
            bind(
                try OSCBinding(text, of: control, dialect: dialect, scale: .value), origin: origin)
        } else if let blob = rule.blob, let format = dialect.format(of: blob) {
            let offset = max(number - 1, 0) * (rule.name.contains("{") ? rule.blobPlaces.count : 0)
            var places = rule.blobPlaces.map { $0 + offset }
            while places.count < control.channels { places.append(places[places.count - 1]) }
            blobs[blob, default: MeterBlob(format: format)].meters.append(
                .init(control: control.name, places: Array(places.prefix(control.channels))))
            report.others.append(
                .init(control.name, "\(blob) [\(places[0])] as levels", origin: origin))
        }
    }

    private func message(_ text: String?, _ address: String) -> OSCMessage? {
        text.flatMap { OSCMessage(words: $0.substituting("{address}", address)) }
    }
}
