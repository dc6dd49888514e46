extension Request.Command {
    /// Whether it changes the panel, or what it shows: a client that may only look may not.
    package var changesPanel: Bool {
        switch self {
        case .hello, .list, .get, .subscribe, .ping: false
        case .set, .meters: true
        }
    }
}
