import PanelProtocol

// The rules of VCAs.
extension LinkRequest {
    /// Why these controls cannot be a VCA beside other links; `nil` if they can. The first is the
    /// master.
    func problemOfVCA(_ candidates: [LinkCandidate], among others: [LinkRequest]) -> String? {
        if let other = candidates.first(where: { $0.level == nil }) {
            return "'\(other.id)' is not in dB: a VCA moves levels"
        }
        let master = candidates[0]
        if master.canBeSilent, let member = candidates.first(where: { !$0.canBeSilent }) {
            return "'\(master.id)' can be at -∞ dB and '\(member.id)' cannot: "
                + "give it min_is_off = true"
        }
        let members = Set(controls.dropFirst())
        let vcas = others.filter { $0.mode == .vca }
        for other in vcas where other.controls.first == master.id {
            guard let member = other.controls.dropFirst().first(where: members.contains) else {
                continue
            }
            return "'\(member)' follows '\(master.id)' already in the link '\(other.name)'"
        }
        guard let path = Self.path(from: master.id, to: members, in: vcas) else { return nil }
        let steps = ([master.id] + path).map { "'\($0)'" }.joined(separator: ", which follows ")
        return "'\(path[path.count - 1])' cannot follow \(steps)"
    }

    /// The masters from a control up to one of `ends`; `nil` if none of these is above it.
    private static func path(
        from control: String, to ends: Set<String>, in vcas: [LinkRequest]
    ) -> [String]? {
        var paths: [String: [String]] = [control: []]
        var open = [control]
        while let next = open.popLast() {
            let path = paths[next] ?? []
            for vca in vcas where vca.controls.dropFirst().contains(next) {
                guard let master = vca.controls.first, paths[master] == nil else { continue }
                if ends.contains(master) { return path + [master] }
                paths[master] = path + [master]
                open.append(master)
            }
        }
        return nil
    }
}
