extension Request.Command {
    /// Whether it changes the panel, or what it shows: a client that may only look may not.
    package var changesPanel: Bool {
        switch self {
        case .hello, .list, .get, .subscribe, .unsubscribe, .ping, .version, .clients,
            .screenshot, .bye, .scene(.list):
            false
        case .display(let request):
            request != DisplayRequest()
        case .set, .meters, .batch, .link, .unlink, .page, .lock, .scene, .style, .reload:
            true
        }
    }
}
