import Glibc

/// The folder in which the kernel lists backlights.
package enum BacklightFolder {
    /// The folder of the running kernel.
    package static let path = "/sys/class/backlight"

    /// The name of the only backlight. Of several, the card's own; otherwise the best by type, as
    /// in systemd: firmware, platform, raw. `nil` if there is none.
    ///
    /// - Parameter card: The name of the card, such as `card0`.
    package static func best(in folder: String = path, card: String?) -> String? {
        let names = FolderList.names(in: folder)
        guard names.count > 1 else { return names.first }
        let order = ["firmware", "platform", "raw"]
        func rank(_ name: String) -> (Int, Int) {
            let place = realpath("\(folder)/\(name)", nil)
            defer { free(place) }
            let path = place.map { String(cString: $0) } ?? ""
            let isOwn = path.split(separator: "/").contains { part in
                card.map { part == $0 || part.hasPrefix($0 + "-") } ?? false
            }
            let type = KernelFile.line("\(folder)/\(name)/type") ?? ""
            return (isOwn ? 0 : 1, order.firstIndex(of: type) ?? order.count)
        }
        return names.min { rank($0) < rank($1) }
    }
}
