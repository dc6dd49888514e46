import PanelProtocol

@testable import GlassfaderDaemon
@testable import Panel

/// What must be so of controls that clients hold.
extension Simulation {
    /// Only clients that are there hold controls, and those that they have touched.
    func checkHolders() throws {
        for control in daemon.panel.controls {
            guard let name = control.holder?.client else { continue }
            let holder = clients.first { $0.presentName == name }
            guard let holder, holder.hasTouched(control.id) else {
                throw Failure(
                    "a client that holds a control has touched it, and is there",
                    "\(control.id) is held by \(holder?.name ?? "\(name), who is not there")")
            }
            let isLocked = daemon.panel.lock.map { !daemon.panel.isFree(control, under: $0) }
            guard control.isEnabled, !(isLocked ?? false) else {
                throw Failure(
                    "nobody holds what is locked or disabled",
                    "\(control.id) is held by \(holder.name)")
            }
        }
        try checkTalkback()
    }

    /// A momentary key that nobody holds is off.
    func checkTalkback() throws {
        guard let key = daemon.panel[PanelText.talkback], key.isOn, !key.isTouched else { return }
        throw Failure("a momentary key is on while it is held", "\(key.id) is on")
    }

    /// A client that hears everything knows who holds what.
    func checkHolders(in view: PanelView, of client: String) throws {
        guard view.values != nil, !view.isOld else { return }
        let truth = Holders.names(in: holders)
        let known = view.holders.names
        for control in Set(truth.keys).union(known.keys).sorted()
        where truth[control] != known[control] && !view.holders.isUnsure(control) {
            throw Failure(
                "a client knows who holds what",
                "\(client) has \(known[control] ?? "nobody") at \(control), "
                    + "and it is \(truth[control] ?? "nobody")")
        }
    }

    /// Who holds controls, as the protocol writes it.
    private var holders: [String: JSONObject] {
        PanelView.holders(in: line(of: daemon.server.snapshot))
    }

    /// Every client knows why it does not hold any more what it held.
    func checkLosses(of client: Client) throws {
        guard let loss = client.conversation.view.holders.unexplained.min(by: { $0.key < $1.key })
        else { return }
        throw Failure("a client hears that it has lost a control", "\(client.name): \(loss.value)")
    }

    /// A cancelled touch puts a control back that is set to revert, except if a finger has taken
    /// it.
    func checkReverting(_ news: PanelView.News, _ control: String) throws {
        guard let gesture = news.event["gesture"]?.integer else { return }
        switch news.event["phase"]?.string {
        case "began": memory.valuesBefore[gesture] = news.before
        case "changed" where PanelText.reportsReleases(control):
            throw Failure("only the release is reported", control)
        case "cancelled" where PanelText.reverts(control):
            guard let before = memory.valuesBefore[gesture],
                news.event["reason"]?.string != "touch", news.event["value"] != before
            else { return }
            throw Failure(
                "a cancelled touch reverts",
                "\(control) was at \(before.text), and is at \(news.event["value"]?.text ?? "")")
        default: break
        }
    }

    /// All clients hold what they can, and leave in the middle of it. Only the witness stays.
    func checkLeavingHolders() throws {
        let holders = clients.filter { $0 !== witness }
        for client in holders { try client.perform("hold", "") }
        try run(until: clock.now + .milliseconds(200))
        try checkAfterStep()
        for client in holders { try client.perform("vanish", "") }
        try run(until: clock.now + .seconds(1))
        try checkAfterStep()
        try checkTouches()
        guard let view = witness?.conversation.view, view.holders.names.isEmpty else {
            throw Failure("every gesture ends", "the witness knows of some")
        }
    }
}
