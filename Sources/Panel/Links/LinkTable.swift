import PanelProtocol

/// The links of a panel, and the gestures of the controls that follow others.
struct LinkTable {
    /// The links in effect.
    private(set) var all: [ControlLink] = []
    /// The links of clients that are not valid with the present panel file. They are kept for
    /// another file.
    private(set) var absent: [LinkRequest] = []
    /// The names of the links in the panel file.
    private var namesInFile: Set<String> = []
    /// The gestures of controls that follow others.
    var holds: [LinkHold] = []
    /// Holds that ended while the gesture that caused them continues.
    var formerHolds: [LinkHold] = []

    /// The links in effect, as requests.
    var requests: [LinkRequest] { all.map(\.request) }

    /// The links that clients created and that outlive another panel file.
    var ofClients: [LinkRequest] { presentOfClients + absent }

    /// The links in effect that clients created, except those that replace a link of the panel
    /// file.
    var presentOfClients: [LinkRequest] { requests.filter { !isInFile($0) } }

    /// Whether the panel file has a link with that name.
    func isInFile(_ link: LinkRequest) -> Bool { namesInFile.contains(link.name) }

    /// The link in effect with a name; `nil` if there is none.
    func link(named name: String) -> ControlLink? { all.first { $0.request.name == name } }

    /// The link with a name, also one that waits for another panel file; `nil` if there is none.
    func request(named name: String) -> LinkRequest? {
        link(named: name)?.request ?? absent.first { $0.name == name }
    }

    // MARK: Changes

    /// Records which links the panel file has.
    mutating func noteFile(_ links: [LinkDescription]) {
        namesInFile = Set(links.map(\.request.name))
    }

    /// Links controls.
    mutating func add(_ request: LinkRequest, of controls: [PanelControl]) {
        all.append(ControlLink(request, of: controls))
    }

    /// Keeps a link for another panel file, unless there are too many.
    mutating func keepAbsent(_ request: LinkRequest) {
        if absent.count < Limit.links.most { absent.append(request) }
    }

    /// Forgets the links that wait for another panel file.
    mutating func removeAbsent() { absent = [] }

    /// Removes a link. Returns whether one in effect had that name.
    mutating func remove(named name: String) -> Bool {
        absent.removeAll { $0.name == name }
        guard let index = all.firstIndex(where: { $0.request.name == name }) else { return false }
        all.remove(at: index).dissolve()
        return true
    }

    /// Removes all links in effect.
    mutating func removeAll() {
        for link in all { link.dissolve() }
        all = []
    }

    // MARK: Gestures of followers

    /// The gesture of a follower that another gesture causes; `nil` without one.
    func gesture(of follower: PanelControl, causedBy gesture: Int64) -> Int64? {
        holds.first { $0.follower === follower && $0.causingGesture == gesture }?.gesture
    }

    /// Whether a finger, perhaps a client's, moves a control by a link.
    func isMovedByFinger(_ follower: PanelControl) -> Bool {
        holds.contains { $0.follower === follower && $0.isByFinger }
    }

    /// Whether a gesture has ended for a follower before. A reload may have replaced the control.
    func isFormer(_ follower: PanelControl, causedBy gesture: Int64) -> Bool {
        formerHolds.contains {
            $0.follower.id == follower.id && $0.causingGesture == gesture
        }
    }
}
