import PanelProtocol

/// The strips that are shown while a VCA is spilled: those of its members, and that of its master,
/// so that a key there leads back.
struct Spill: Equatable {
    /// The master as the request named it: its full ID, or the ID of its strip.
    let master: String
    /// The full IDs of the masters.
    private let masters: Set<String>
    /// The IDs of the strips.
    let strips: Set<String>

    /// Finds the strips in a panel with these links; `nil` if `master` is not the master of a VCA.
    init?(_ master: String, in description: PanelDescription, links: [LinkRequest]) {
        let vcas = links.filter { $0.mode == .vca }
        if vcas.isEmpty { return nil }
        let homes = description.stripsOfControls
        let spilled = vcas.filter { link in
            link.controls.first.map { $0 == master || homes[$0] == master } ?? false
        }
        if spilled.isEmpty { return nil }
        self.master = master
        masters = Set(spilled.compactMap(\.controls.first))
        strips = Set(spilled.flatMap(\.controls).compactMap { homes[$0] })
    }

    /// Whether both are of the same VCA, perhaps by different names.
    func isOfSameVCA(as other: Spill) -> Bool { masters == other.masters }
}

extension PanelDescription {
    /// The panel without the strips that a spill leaves out.
    func spilling(_ spill: Spill?) -> PanelDescription {
        guard let spill else { return self }
        var panel = self
        for index in panel.pages.indices where panel.pages[index].hasStrips(of: spill) {
            panel.pages[index].strips.removeAll { !spill.strips.contains($0.id) }
        }
        return panel
    }

    /// The ID of the strip of each control, by the control's full ID.
    fileprivate var stripsOfControls: [String: String] {
        var homes: [String: String] = [:]
        for strip in allPages.flatMap(\.strips) {
            for control in strip.controls { homes[control.id] = strip.id }
        }
        return homes
    }
}

extension PageDescription {
    /// Whether a spill changes the page: it has some of the strips, and is not an area. Strips that
    /// a key chooses do not count: the chosen one is visible, in a spill or not.
    func hasStrips(of spill: Spill) -> Bool {
        !isArea && strips.contains { $0.selector == nil && spill.strips.contains($0.id) }
    }
}
