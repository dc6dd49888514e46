/// What the touchscreens lie over: the picture that the panel is shown as.
extension TouchRouter {
    /// Takes note of what picture the panel is shown as, and on which connector if there is one:
    /// touches are mapped to it from now on. If it is another, those that are down are cancelled.
    func resize(to picture: TouchedPicture, on connector: String?) {
        guard picture != self.picture || connector != self.connector else { return }
        // While the fingers still touch what they touched.
        cancelAll(reason: .deviceLost)
        self.connector = connector
        self.picture = picture
        for device in devices {
            device.lieUnder(picture)
            didPlace(device)
        }
        updateWindowScale()
    }

    /// A device has come to lie over the picture.
    func didPlace(_ device: TouchDevice) {
        updateWindowScale()
        guard let connector else { return }
        if device.scale.origin == .assumed {
            log(
                "\(device.name): nothing believable says how large the glass is; assuming 96 dpi "
                    + "('size_mm' in [display] can tell). Until then no touch is dropped for its "
                    + "size, and a jump is a quarter of the panel's diagonal")
        }
        if let output = device.output, !device.lies(on: connector) {
            log(
                "\(device.name) belongs to \(output), and the panel is shown on \(connector); "
                    + "it does not touch the panel")
        }
    }

    private func updateWindowScale() {
        let known = devices.first { $0.scale.origin == .device && $0.lies(on: connector) }?.scale
        let pixels: (x: Double, y: Double)
        // A device knows its glass better than a display does, but not than the panel file.
        if let glass = picture.millimetres, picture.isMeasured || known == nil {
            pixels = (picture.size.width / glass.width, picture.size.height / glass.height)
        } else {
            let assumed = TouchScale.assumedPixelsPerMillimetre
            pixels = known?.pixelsPerMillimetre ?? (assumed, assumed)
        }
        window.tapSlop = devices.map(\.description.filters.tapSlop).max() ?? window.tapSlop
        window.pixelsPerMillimetre = (pixels.x + pixels.y) / 2
    }
}
