import DRM
import EventLoop

/// Keeps a card's descriptor with the service manager, so that the picture stays on the screen when
/// this process crashes or is started again: it is the next one's from the start.
final class CardKeeper {
    private static let name = "drm-card"

    private let manager: ServiceManager
    private let log: (String) -> Void
    private var stored: Int32?
    /// What a process before this one has left.
    private var inherited: Int32?

    /// Takes what a process before this one has left among the descriptors that were passed.
    init(_ manager: ServiceManager, log: @escaping (String) -> Void) {
        self.manager = manager
        self.log = log
        let passed = (try? manager.listenDescriptors) ?? []
        inherited = passed.last { $0.name == Self.name }?.descriptor
    }

    /// Whether the service manager was given a card. It may have declined.
    var keeps: Bool { manager.isThere && stored != nil }

    /// The descriptors that were passed for something else.
    var otherDescriptors: [ServiceManager.PassedDescriptor] {
        get throws { try manager.listenDescriptors.filter { $0.name != Self.name } }
    }

    /// The card that a process before this one has left, once; `nil` if there is none, or it is of
    /// no use any more.
    func adoptCard() -> Card? {
        guard let descriptor = inherited else { return nil }
        inherited = nil
        do throws(DRMError) {
            let card = try Card(adopting: descriptor)
            stored = descriptor
            log("taking over \(card.node) with its picture")
            return card
        } catch {
            log("cannot take over the last picture: \(error)")
            remove()
            return nil
        }
    }

    /// Has the service manager keep a card, which shows a picture.
    func keep(_ card: Card) {
        guard stored != card.descriptor else { return }
        forget()
        stored = card.descriptor
        // Who has none to ask needs none.
        try? manager.store(card.descriptor, as: Self.name)
    }

    /// Has the service manager close what it keeps: the card is gone.
    func forget() {
        guard stored != nil else { return }
        remove()
    }

    private func remove() {
        stored = nil
        try? manager.removeStored(Self.name)
    }
}
