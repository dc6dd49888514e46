import Controls
import Drawing

extension PanelOption where Target: Control {
    /// The options for the images of a part of a control: `key` for the normal state, and `key`
    /// with the prefixes `held_` and `disabled_` for the other states.
    ///
    /// - Parameters:
    ///   - key: The key of the image for the normal state.
    ///   - sentence: The effect of the image for the normal state.
    ///   - held: The effect of the image for the held control.
    ///   - disabled: The effect of the image for the disabled control.
    ///   - get: Reads the image for a state.
    ///   - set: Sets it.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func images(
        _ key: String, _ sentence: String, held: String, disabled: String,
        get: @escaping @Sendable (Target) -> (Control.State) -> Image?,
        set: @escaping @Sendable (Target) -> (Image?, Control.State) -> Void
    ) -> [Self] {
        [
            ("", Control.State.normal, sentence), ("held_", .highlighted, held),
            ("disabled_", .disabled, disabled),
        ].map { prefix, state, sentence in
            Self(
                prefix + key, image: sentence,
                copy: { set($1)(get($0)(state), state) }, set: { set($1)($0, state) })
        }
    }
}
