import Controls
import Drawing

/// The options for the images on a key, and for those that replace its face.
enum KeyImages {
    static let table = OptionTable(of: Button(frame: .zero)) {
        // Later images replace earlier ones in the states that they share.
        PanelOption.keyImage("image", .normal, "An image on it, in place of an icon.")
        PanelOption.keyImage("held_image", .held, "An image on it while it is held.")
        PanelOption.keyImage(
            "disabled_image", .disabled,
            "An image on it while fingers cannot press it; `image_on` has precedence.")
        PanelOption.keyImage("image_on", .on, "An image on it while it is on.")
        PanelOption.keyFace(
            "face_image", .normal,
            "An image in place of the key and its lamp; it needs `face_image_on`.")
        PanelOption.keyFace(
            "held_face_image", .held, "An image in place of the key while it is held.")
        PanelOption.keyFace(
            "disabled_face_image", .disabled,
            "An image in place of the key while fingers cannot press it; `face_image_on` has precedence."
        )
        PanelOption.keyFace(
            "face_image_on", .on, "An image in place of the key while it is on.")
    }

    /// Reads the options. Reports options without effect, and a face that would hide the lamp.
    static func read(_ fields: inout TableFields) -> OptionValues<Button> {
        let images = table.read(&fields)
        if fields.request("image") {
            fields.noteNotInEffect(["icon", "icon_on"], because: "'image' is set")
        } else if fields.request("image_on") {
            fields.noteNotInEffect(["icon_on"], because: "'image_on' is set")
        }
        if fields.request("face_image"), !fields.request("face_image_on") {
            fields.error(
                "'face_image' needs 'face_image_on': the lamp is part of the key that it covers",
                at: "face_image")
        }
        return images
    }

    /// Reports options without effect on a key that is on while it is held.
    static func noteUnseen(_ fields: inout TableFields) {
        for (held, on) in [("held_image", "image_on"), ("held_face_image", "face_image_on")]
        where fields.request(on) {
            fields.noteNotInEffect(
                [held], because: "the key is on while it is held, and '\(on)' is set")
        }
    }

    /// The occasion on which a key has an image: one or several of its states.
    fileprivate enum Occasion {
        case normal, held, on, disabled

        var states: [Control.State] {
            switch self {
            case .normal: [.normal]
            // A momentary key is on while it is held.
            case .held: [.highlighted, [.highlighted, .selected]]
            case .on: KeyDescription.statesWhenOn
            case .disabled: [.disabled, [.disabled, .selected]]
            }
        }
    }
}

extension PanelOption where Target == Button {
    fileprivate static func keyImage(
        _ key: String, _ occasion: KeyImages.Occasion, _ sentence: String
    ) -> Self {
        PanelOption(
            key, image: sentence,
            copy: { source, key in
                for state in occasion.states {
                    key.setImage(source.image(for: state), for: state)
                }
            },
            set: { image, key in
                for state in occasion.states { key.setImage(image, for: state) }
            })
    }

    fileprivate static func keyFace(
        _ key: String, _ occasion: KeyImages.Occasion, _ sentence: String
    ) -> Self {
        PanelOption(
            key, image: sentence,
            copy: { source, key in
                for state in occasion.states {
                    key.setBackgroundImage(source.backgroundImage(for: state), for: state)
                }
            },
            set: { image, key in
                for state in occasion.states { key.setBackgroundImage(image, for: state) }
            })
    }
}
