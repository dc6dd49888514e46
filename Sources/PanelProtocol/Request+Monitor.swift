extension Request.Command {
    /// Whether it changes the panel. Read-only clients may not send such commands.
    package var changesPanel: Bool {
        switch self {
        case .hello, .list, .get, .subscribe, .unsubscribe, .ping, .version, .clients,
            .screenshot, .bye, .scene(.list):
            false
        case .display(let request):
            request != DisplayRequest()
        case .set, .meters, .plot, .batch, .touch, .link, .unlink, .page, .spill, .lock, .scene,
            .history,
            .style,
            .accessibility, .reload:
            true
        }
    }
}
