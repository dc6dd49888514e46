import DRM
import EventLoop
import Glibc

/// Stores the card's descriptor with the service manager. The picture then stays on the screen when
/// this process crashes or restarts, and the next process takes it over.
final class CardStore {
    private static let name = "drm-card"

    private let manager: ServiceManager
    private let log: Log
    private var stored: Int32?
    /// The descriptor that an earlier process stored; `nil` once it was adopted.
    private var inherited: Int32?

    /// Looks for a stored card among the descriptors that were passed to this process.
    init(_ manager: ServiceManager, log: Log) {
        self.manager = manager
        self.log = log
        let passed = (try? manager.listenDescriptors) ?? []
        inherited = passed.last { $0.name == Self.name }?.descriptor
    }

    /// Whether a card was sent to the service manager, which may have rejected it.
    var hasStoredCard: Bool { manager.isPresent && stored != nil }

    /// The descriptors that were passed for other purposes.
    var otherDescriptors: [ServiceManager.PassedDescriptor] {
        get throws { try manager.listenDescriptors.filter { $0.name != Self.name } }
    }

    /// The card that an earlier process stored; `nil` if there is none, if it cannot be used, and
    /// on the second call.
    func adoptCard() -> Card? {
        guard let descriptor = inherited else { return nil }
        inherited = nil
        do throws(DRMError) {
            let card = try Card(adopting: descriptor)
            stored = descriptor
            log("taking over \(card.node) with its picture", about: .device(card.node))
            return card
        } catch {
            log("cannot take over the card of the last process: \(error)", .warning)
            remove()
            return nil
        }
    }

    /// Makes the service manager close the card that an earlier process stored, so that its picture
    /// leaves the screen: the panel is shown elsewhere.
    func dropInherited() {
        guard let descriptor = inherited else { return }
        inherited = nil
        close(descriptor)
        remove()
    }

    /// Stores a card that shows a picture.
    func store(_ card: Card) {
        guard stored != card.descriptor else { return }
        forget()
        stored = card.descriptor
        // Without a service manager nothing is stored, which is harmless.
        try? manager.store(card.descriptor, as: Self.name)
    }

    /// Makes the service manager close the stored card: it is gone.
    func forget() {
        guard stored != nil else { return }
        remove()
    }

    private func remove() {
        stored = nil
        try? manager.removeStored(Self.name)
    }
}
