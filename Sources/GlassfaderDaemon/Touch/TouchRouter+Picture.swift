/// The picture to which touches are mapped.
extension TouchRouter {
    /// Maps touches to a picture that is shown from now on; `connector` is that of its screen, if
    /// there is one. If either has changed, cancels the touches that are down.
    func resize(to picture: TouchedPicture, on connector: String?) {
        guard !isShown || picture != self.picture || connector != self.connector else { return }
        // Cancel before the mapping changes.
        cancelAll(reason: .deviceLost)
        isShown = true
        self.connector = connector
        self.picture = picture
        for device in devices {
            device.setPicture(picture)
            didMap(device)
        }
    }

    /// Adapts taps to a device that now covers the picture. Logs missing or inconsistent sizes.
    func didMap(_ device: TouchDevice) {
        updateTapSlop()
        guard isShown else { return }
        if device.scale.origin == .assumed {
            log(
                "\(device.name): the size of the glass is unknown; assuming 96 dpi for touches "
                    + "(set 'size_mm' in [display]). Until then no touch is rejected for its "
                    + "size, and a jump is a quarter of the panel's diagonal",
                .warning, about: .device(device.name))
        }
    }

    /// A noisy touchscreen needs taps that may move more.
    func updateTapSlop() {
        window.tapSlop = devices.map(\.description.filters.tapSlop).max() ?? window.tapSlop
    }
}
