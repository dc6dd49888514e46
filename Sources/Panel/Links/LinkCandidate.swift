import PanelProtocol

/// The properties that decide whether a control can be in a link.
struct LinkCandidate {
    /// The full ID.
    let id: String
    /// The rules of its value; `nil` if it has none.
    let converter: (any ValueConverter)?
    /// A valid value.
    let value: ControlValue?
    /// Whether clients and links may set it.
    let access: ControlDescription.Access
    /// The name of the other link of the same kind that contains it and moves its value, if any.
    let otherLink: String?

    /// The level of the value in dB; `nil` if the value is not a level.
    var level: Double? { value.flatMap { converter?.level(of: $0) } }

    /// Whether its least value is silence.
    var canBeSilent: Bool { described.minimumIsOff ?? false }

    fileprivate var shape: [String] {
        guard case .parts(let parts) = value else { return [] }
        return parts.map(\.name)
    }

    private var described: ControlInfo {
        var info = ControlInfo(control: id, type: "", label: "", access: .readWrite)
        converter?.describe(in: &info)
        return info
    }

    fileprivate var unit: String {
        let info = described
        return info.axes.isEmpty ? info.unit ?? "" : info.axes.map(\.unit).joined(separator: "/")
    }
}

extension LinkRequest {
    /// Why this request cannot link these controls; `nil` if it can.
    ///
    /// A control is in at most one link that moves its value, so that no movement returns to its
    /// origin.
    ///
    /// - Parameter others: The other links.
    func problem(with candidates: [LinkCandidate], among others: [LinkRequest]) -> String? {
        guard candidates.count >= 2 else { return "a link needs two controls" }
        var ids: Set<String> = []
        for candidate in candidates {
            let id = candidate.id
            guard ids.insert(id).inserted else { return "'\(id)' is named twice" }
            guard candidate.converter != nil, candidate.value != nil else {
                return "'\(id)' has no value"
            }
            switch candidate.access {
            case .readWrite: break
            case .readOnly: return "'\(id)' is read only"
            case .writeOnly: return "'\(id)' has access = \"w\": no finger moves it"
            }
            if mode != .vca, let link = candidate.otherLink {
                return mode == .gang
                    ? "'\(id)' is in the gang '\(link)'"
                    : "'\(id)' is in the link '\(link)': a second one could lead back to it"
            }
            guard candidate.shape == candidates[0].shape else {
                return "'\(id)' and '\(candidates[0].id)' do not have the same parts"
            }
        }
        return switch mode {
        case .vca: problemOfVCA(candidates, among: others)
        case .gang: problemOfGang(candidates)
        case .relative, .absolute:
            measure == .norm ? problemOfTravel(candidates) : problemOfUnits(candidates)
        }
    }

    private func problemOfTravel(_ candidates: [LinkCandidate]) -> String? {
        candidates.first { $0.converter?.hasTravel == false }.map {
            "'\($0.id)' has no travel: link it with mode = \"absolute\" and in = \"value\""
        }
    }

    private func problemOfUnits(_ candidates: [LinkCandidate]) -> String? {
        let unit = candidates[0].unit
        if let other = candidates.first(where: { $0.unit != unit }) {
            return "'\(other.id)' is in \(Self.text(ofUnit: other.unit)) and "
                + "'\(candidates[0].id)' in \(Self.text(ofUnit: unit)): "
                + "link them with in = \"norm\""
        }
        guard mode == .relative else { return nil }
        return candidates.first { $0.value?.text != nil }.map {
            "the value of '\($0.id)' is a word: link it with mode = \"absolute\" or in = \"norm\""
        }
    }
    private static func text(ofUnit unit: String) -> String { unit.isEmpty ? "no unit" : unit }
}
