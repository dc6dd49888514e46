import EventLoop

/// An event that a supervisor may watch for. The value is the `MESSAGE_ID=` in the journal, and
/// never changes. `systemd/glassfader.catalog` describes what to do about each event.
///
/// A start, a stop and a missed watchdog are not here: the service manager logs them.
enum LogEvent: String, CaseIterable {
    /// A display shows the panel.
    case displayFound = "0459dea733f24fa7b24f7eed33f77d32"
    /// The display can show nothing more.
    case displayLost = "35558488f3774813b86406a368475a43"
    /// There is no usable display.
    case displayMissing = "abb6d3819f0b48a4aab5a9062e98c045"
    /// Another program has the card.
    case cardInUse = "cab66583ce8244cc8fc348769b90049c"
    /// The daemon reads a touchscreen.
    case touchscreenFound = "75f1d4b6c7b944c1bbabee58f5678e81"
    /// A touchscreen was unplugged.
    case touchscreenLost = "e02a67d458bb411b8d69f9714b7d17ec"
    /// A touchscreen cannot be opened, used or read.
    case touchscreenFailed = "038d3a36b1764108b4960539dcbae8f0"
    /// A touchscreen reports contacts that no finger can make.
    case touchscreenSuspect = "357e75471f6447a897f936abc228bf9e"
    /// The panel file was read again.
    case panelFileReloaded = "cdbe3a2d85d24267b6ce0092d52a7358"
    /// The panel file has errors, and the panel has not changed.
    case panelFileRejected = "bb66868584d34b6b80bb9972c2a9958f"
    /// The state cannot be saved.
    case stateNotSaved = "2b995273620c484c8d99c16c25e21c0e"
    /// The state is saved again.
    case stateSavedAgain = "0d4812228a00455a88f80c1b860833ec"
    /// A file of the state is damaged.
    case stateDamaged = "f97a00d31af74dd6834c6def03aa1011"
    /// A client was disconnected: it read nothing for 30 s, or sent nothing in its first 30 s, or
    /// the kernel could not serve it.
    case clientClosed = "07a72f073b4445a9b73d65052fbec995"
    /// A client was not accepted.
    case clientRejected = "c2e3a4dd4125407d86dcc74e6c47d4aa"
    /// The daemon cannot start or continue.
    case failed = "a098ad1a8c4842b7b663bc0059e788fd"

    /// The priority of the event.
    var level: LogEntry.Level {
        switch self {
        case .displayFound, .touchscreenFound, .panelFileReloaded, .stateSavedAgain: .notice
        case .displayLost, .displayMissing, .touchscreenLost, .touchscreenSuspect, .stateDamaged,
            .clientClosed, .clientRejected:
            .warning
        case .cardInUse, .touchscreenFailed, .panelFileRejected, .stateNotSaved, .failed: .error
        }
    }
}
