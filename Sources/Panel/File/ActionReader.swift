import PanelProtocol
import TOML

/// Checks the actions of keys, and lists of scenes, against the rest of a panel, after reading all
/// of it.
struct ActionReader {
    let pages: [PageName]
    let scenes: [PanelScene]
    let controls: [ControlDescription]
    let links: [LinkDescription]
    let notes: PanelFileNotes

    /// Checks the actions of all controls.
    func check() {
        let actions = controls.compactMap(\.kind.action)
        let stored = actions.compactMap { action in
            if case .store(let name) = action.kind { name } else { nil }
        }
        for action in actions { check(action, stored: stored) }
        for list in controls.compactMap(\.kind.scenes) {
            list.check(known: scenes.map(\.name) + stored, notes)
        }
    }

    private func check(_ action: KeyAction, stored: [String]) {
        guard let position = action.positions.first else { return }
        switch action.kind {
        case .page(let name): checkPage(name, at: position)
        case .scene(let name, _):
            if !(scenes.map(\.name) + stored).contains(name) {
                let near = notes.question(for: name, among: scenes.map(\.name) + stored)
                notes.warning(
                    "'scene': no scene '\(name)' in [[scenes]], and no key stores it: "
                        + "it does nothing until a client does\(near)", at: position)
            }
        case .set(let settings):
            for (setting, position) in zip(settings, action.positions) {
                check(setting, at: position)
            }
        case .reset(let pattern):
            let found = matching(pattern, "reset", at: position)
            if !found.isEmpty, !found.contains(where: { $0.kind.defaultValue != nil }) {
                notes.error("'reset': '\(pattern.pattern)' has no default", at: position)
            }
        case .spill(let master): checkSpill(of: master, at: position)
        case .store, .lock, .unlock, .blank, .undo, .redo, .run: break
        }
    }

    private func checkSpill(of master: String, at position: SourcePosition) {
        let masters = links.filter { $0.request.mode == .vca }
            .compactMap(\.request.controls.first)
        let strips = masters.map { String($0.prefix { $0 != "." }) }
        if (masters + strips).contains(master) { return }
        let near = notes.question(for: master, among: masters + strips)
        notes.error("'spill': no VCA in [[links]] has the master '\(master)'\(near)", at: position)
    }

    private func checkPage(_ name: String, at position: SourcePosition) {
        let ids = pages.map(\.id)
        if ids.contains(name) || ids.contains(where: { $0.hasPrefix(name + "/") }) { return }
        if name == "next" || name == "prev" {
            if ids.count == 1 {
                notes.warning("'page' is not in effect: the panel has one page", at: position)
            }
            return
        }
        let near = notes.question(for: name, among: ids + ["next", "prev"])
        notes.error("'page': no page '\(name)'\(near)", at: position)
    }

    private func check(_ setting: KeyAction.Setting, at position: SourcePosition) {
        let found = matching(setting.pattern, "set", at: position)
        if found.isEmpty { return }
        let settable = found.filter { $0.kind.converter != nil && $0.access == .readWrite }
        if settable.isEmpty {
            notes.error(
                "'set': '\(setting.pattern.pattern)' has no value that can be set", at: position)
        }
        for control in settable {
            guard let converter = control.kind.converter else { continue }
            if let excess = converter.excess(of: setting.value) {
                notes.error("'set': '\(control.id)' is \(excess)", at: position)
                return
            }
            let present = control.kind.defaultValue ?? setting.value
            if converter.value(.value(setting.value), from: present) == nil {
                notes.error("'set': '\(control.id)': expected \(converter.expected)", at: position)
                return
            }
        }
    }

    /// The controls whose IDs match; none is an error.
    private func matching(
        _ pattern: Glob, _ key: String, at position: SourcePosition
    ) -> [ControlDescription] {
        let found = controls.filter { pattern.matches($0.id) }
        if found.isEmpty {
            let near = notes.question(for: pattern.pattern, among: controls.map(\.id))
            notes.error("'\(key)': no control '\(pattern.pattern)'\(near)", at: position)
        }
        return found
    }
}
