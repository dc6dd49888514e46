import PanelProtocol

// The rules of gangs.
extension LinkRequest {
    /// The full ID of the key that selects a control: the one with the name `select` in its strip.
    func key(selecting control: String) -> String? {
        guard let select, let dot = control.lastIndex(of: ".") else { return nil }
        return control[...dot] + select
    }

    /// Why the keys cannot gang the controls, with the field; `nil` if they can, or if the link is
    /// no gang.
    ///
    /// - Parameter isKey: Whether a control is a key; `nil` if it does not exist.
    func problemOfKeys(_ isKey: (String) -> Bool?) -> (field: String, text: String)? {
        guard mode == .gang else {
            let field = select != nil ? "select" : activeKey != nil ? "while" : nil
            return field.map { ($0, "only a link with the mode gang has keys") }
        }
        let selecting = controls.compactMap(key).map { ("select", $0) }
        let keys = selecting + (activeKey.map { [("while", $0)] } ?? [])
        if keys.isEmpty {
            return ("mode", "a gang needs 'select' or 'while': the keys that put it in effect")
        }
        for (field, key) in keys {
            switch isKey(key) {
            case nil: return (field, "no control '\(key)'")
            case false?: return (field, "'\(key)' is not a key")
            case true?: break
            }
        }
        return nil
    }

    /// Why these controls cannot be ganged; `nil` if they can.
    func problemOfGang(_ candidates: [LinkCandidate]) -> String? {
        for candidate in candidates {
            if candidate.converter?.hasTravel == false || candidate.value?.text != nil {
                return "'\(candidate.id)' has no travel: it cannot move with others"
            }
        }
        return nil
    }
}
