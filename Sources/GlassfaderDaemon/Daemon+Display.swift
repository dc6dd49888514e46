import Drawing
import EventLoop
import Panel
import PanelProtocol

/// How the daemon uses a display, and applies a reloaded panel file.
extension Daemon {
    /// Lays the panel out for a display that is about to show it.
    func prepare(for display: any Display) throws {
        let bounds = display.bounds
        panel.frameInterval = display.refreshInterval
        let size = Size(width: Double(bounds.width), height: Double(bounds.height))
        let millimetres = DisplayDescription.plausible(display.millimetres)
        if !panel.isPlaced || size != panel.window.bounds.size || millimetres != panel.millimetres {
            panel.layOut(
                width: bounds.width, height: bounds.height, millimetres: millimetres, at: loop.now)
        }
        logLayoutWarnings(at: bounds)
        try dimmer.start(card: displays?.cardName)
    }

    /// The screen and its touchscreens, for clients.
    var displayInfo: DisplayInfo {
        var info = DisplayInfo(
            brightness: dimmer.brightness, isBlank: dimmer.isBlank, absence: displays?.absence,
            touchscreens: touchscreens.router.devices.map(\.name))
        info.screen = (screen?.display).map {
            DisplayInfo.Screen($0, rotation: touchscreens.router.picture.rotation)
        }
        return info
    }

    private func logLayoutWarnings(at bounds: PixelRect) {
        layoutWarnings.log(panel, at: bounds, path: options.panelToRead, to: log)
    }

    /// Applies the settings of a reloaded panel file that can change while the panel is shown.
    func didReload(since old: PanelDescription) throws {
        heapTrimmer.noteWork()
        let new = panel.description
        server.limits = new.socket.limits
        try shown.follow(new.display)
        try dimmer.follow(new.display, card: displays?.cardName)
        try state?.setDelay(new.state.saveDelay)
        if new.input != old.input {
            try touchscreens.follow(
                DeviceSelection(new.input, seat: seat, wanted: options.touch.devices))
        }
        if let screen { logLayoutWarnings(at: screen.display.bounds) }
    }
}

extension DisplayInfo.Screen {
    /// Describes a display with a picture that is rotated on it.
    init(_ display: any Display, rotation: Int) {
        self.init(
            name: display.name, connector: display.connector, width: display.bounds.width,
            height: display.bounds.height, rotation: rotation)
    }
}
