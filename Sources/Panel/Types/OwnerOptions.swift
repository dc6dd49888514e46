import PanelProtocol

/// The program that serves a control, and how the control looks while the program is not connected.
struct OwnerOptions: DefaultInitializable {
    /// The name that the program gives itself; `nil` for none.
    var owner: String?
    /// How the control looks without its owner; `nil` if the file does not set this.
    var whenUnserved: WhenUnserved?

    /// What a control looks like while no client has the name of its owner.
    enum WhenUnserved: String, CaseIterable, Sendable {
        case show
        case dim
    }

    /// Whether the control is dimmed while its owner is not connected.
    var isDimmedWithoutOwner: Bool { owner != nil && whenUnserved == .dim }

    /// These options, with missing ones taken from others.
    func over(_ others: OwnerOptions) -> OwnerOptions {
        OwnerOptions(
            owner: owner ?? others.owner, whenUnserved: whenUnserved ?? others.whenUnserved)
    }

    /// The options in the reply to `list`.
    var listed: [ControlInfo.Setting] {
        guard let owner else { return [] }
        return [
            .init("owner", .text(owner)),
            .init("when_unserved", .text((whenUnserved ?? .show).rawValue)),
        ]
    }
}

/// Options for the program that serves a control.
protocol HasOwner: SendableMetatype {
    var ownership: OwnerOptions { get set }
}

extension PanelOption where Target: HasOwner {
    /// The owner of a control, or of the controls of a strip.
    ///
    /// - Parameter defaultPhrases: The defaults, as phrases.
    @OptionBuilder<Target> static func ownership(otherwise defaultPhrases: (String, String))
        -> OptionList<Target>
    {
        PanelOption(
            "owner", \.ownership.owner, .ownerName, otherwise: defaultPhrases.0,
            "The program that serves it, by the name that it gives itself.")
        PanelOption(
            "when_unserved", \.ownership.whenUnserved,
            .choice([.show: "as always", .dim: "dim; fingers and clients set it as always"]),
            otherwise: defaultPhrases.1,
            "What it looks like while no client has the name of the owner.")
    }
}

extension OptionForm where Value == String {
    /// The name of a client, of 1 to 64 bytes.
    fileprivate static var ownerName: Self {
        Self(
            .text(bytes: Limit.name.most),
            read: { fields, key in
                guard let name = fields.string(key) else { return nil }
                return fields.checkName(name, at: key) ? name : nil
            }, written: { $0.written })
    }
}
