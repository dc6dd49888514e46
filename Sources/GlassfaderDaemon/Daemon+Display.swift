import Drawing
import EventLoop
import Panel
import PanelProtocol

/// How the daemon uses a display, and applies a reloaded panel file.
extension Daemon {
    /// Shows the panel on a display: rotated as the display is mounted, laid out for its size. At a
    /// start, the first frame is drawn when the touchscreens are open.
    func show(on unturned: any Display) throws {
        splash = nil
        let rotation = panel.description.display.rotation ?? unturned.mounting
        let display = TurnedDisplay.showing(at: rotation, on: unturned)
        let bounds = display.bounds
        panel.frameInterval = display.refreshInterval
        let size = Size(width: Double(bounds.width), height: Double(bounds.height))
        let picture = TouchedPicture(
            size: size, rotation: rotation,
            given: panel.description.display.millimetres, display: display.millimetres)
        if !panel.isPlaced || size != panel.window.bounds.size
            || picture.millimetres != panel.millimetres
        {
            panel.layOut(
                width: bounds.width, height: bounds.height, millimetres: picture.millimetres,
                at: loop.now)
        }
        logLayoutWarnings(at: bounds)
        try touchscreens.resize(to: picture, on: display.connector)
        touchscreens.router.overlay?.fit(size)
        let screen = try Screen(
            showing: panel.window, on: display,
            latchesLate: panel.description.display.latchesLate, loop: loop, log: log)
        screen.onFirstFrame = { [unowned self] in
            displays?.pictureWasShown()
            try reportReady()
        }
        screen.onRejection = { [unowned self] in try displays?.frameWasRejected() }
        screen.onLoss = { [unowned self] error in
            let hasWorked = self.screen?.isShown ?? false
            loseDisplay("\(error)")
            try displays?.displayFailed(error, hasWorked: hasWorked)
        }
        screen.isBlank = dimmer.isBlank
        self.screen = screen
        try dimmer.start(card: displays?.cardName)
        if isStarted { try screen.update(at: loop.now) }
        updateStatus()
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

    func loseDisplay(_ reason: String) {
        log(
            "the display is gone: \(reason)", event: .displayLost,
            about: screen?.display.connector.map { .connector($0) })
        screen = nil
        splash = nil
        updateStatus()
    }

    /// Applies the settings of a reloaded panel file that can change while the panel is shown.
    func didReload(since old: PanelDescription) throws {
        heapTrimmer.noteWork()
        let new = panel.description
        server.limits = new.socket.limits
        screen?.latchesLate = new.display.latchesLate
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
