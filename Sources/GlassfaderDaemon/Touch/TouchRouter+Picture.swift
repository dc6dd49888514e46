import Panel

/// The picture to which touches are mapped.
extension TouchRouter {
    /// Maps touches to another picture from now on; `connector` is that of its screen, if there is
    /// one. If either has changed, cancels the touches that are down.
    func resize(to picture: TouchedPicture, on connector: String?) {
        guard picture != self.picture || connector != self.connector else { return }
        // Cancel before the mapping changes.
        cancelAll(reason: .deviceLost)
        self.connector = connector
        self.picture = picture
        for device in devices {
            device.setPicture(picture)
            didMap(device)
        }
        updateWindowScale()
    }

    /// Adapts to a device that now covers the picture. Logs what is missing or does not fit.
    func didMap(_ device: TouchDevice) {
        updateWindowScale()
        guard connector != nil else { return }
        if device.scale.origin == .assumed {
            log(
                "\(device.name): the size of the glass is unknown; assuming 96 dpi "
                    + "(set 'size_mm' in [display]). Until then no touch is rejected for its "
                    + "size, and a jump is a quarter of the panel's diagonal",
                .warning, about: .device(device.name))
        }
    }

    private func updateWindowScale() {
        let known = devices.first { $0.scale.origin == .device }?.scale
        let pixels: (x: Double, y: Double)
        // The panel file's size comes first, then the device's resolution, then the display's size.
        if let glass = picture.millimetres, picture.isMeasured || known == nil {
            pixels = (picture.size.width / glass.width, picture.size.height / glass.height)
        } else {
            // That of the layout, so that handles have the sizes that the layout expects.
            let assumed = PanelDescription.assumedDensity
            pixels = known?.pixelsPerMillimetre ?? (assumed, assumed)
        }
        window.tapSlop = devices.map(\.description.filters.tapSlop).max() ?? window.tapSlop
        window.pixelsPerMillimetre = (pixels.x + pixels.y) / 2
    }
}
