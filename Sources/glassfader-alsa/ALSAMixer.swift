import CALSA
import Glibc

/// The mixer of one card, open.
///
/// Elements are looked up by name each time: those of a headset come and go while the card stays.
final class ALSAMixer {
    private let mixer: OpaquePointer

    /// Opens the mixer of a card, by the name of its control interface.
    init(card: String) throws(ALSAError) {
        // Otherwise alsa-lib writes to standard error, at each attempt.
        alsa_silence_errors()
        var mixer: OpaquePointer?
        try ALSAError.check(snd_mixer_open(&mixer, 0), "open a mixer")
        guard let mixer else { preconditionFailure("snd_mixer_open() made no mixer") }
        do throws(ALSAError) {
            try ALSAError.check(snd_mixer_attach(mixer, card), "open the card '\(card)'")
            try ALSAError.check(
                snd_mixer_selem_register(mixer, nil, nil), "read the card '\(card)'")
            try ALSAError.check(snd_mixer_load(mixer), "read the card '\(card)'")
        } catch {
            snd_mixer_close(mixer)
            throw error
        }
        self.mixer = mixer
    }

    deinit {
        snd_mixer_close(mixer)
    }

    /// The descriptors that are readable when something has changed.
    var descriptors: [Int32] {
        let count = Int(max(snd_mixer_poll_descriptors_count(mixer), 0))
        var polled = [pollfd](repeating: pollfd(), count: count)
        let filled = Int(snd_mixer_poll_descriptors(mixer, &polled, UInt32(count)))
        return polled.prefix(max(filled, 0)).map(\.fd)
    }

    /// Reads what has changed.
    func handleEvents() throws(ALSAError) {
        try ALSAError.check(snd_mixer_handle_events(mixer), "read the card's events")
    }

    /// The elements, as their addresses are written.
    var elements: [String] {
        var names: [String] = []
        var element = snd_mixer_first_elem(mixer)
        while let found = element {
            names.append(
                ElementAddress(
                    name: String(cString: snd_mixer_selem_get_name(found)),
                    index: snd_mixer_selem_get_index(found)
                ).description)
            element = snd_mixer_elem_next(found)
        }
        return names
    }

    /// One side of an element; `nil` if the card does not have it now.
    func element(_ address: ElementAddress) -> ALSAElement? {
        var id: OpaquePointer?
        guard snd_mixer_selem_id_malloc(&id) == 0, let id else { return nil }
        defer { snd_mixer_selem_id_free(id) }
        snd_mixer_selem_id_set_name(id, address.name)
        snd_mixer_selem_id_set_index(id, address.index)
        return snd_mixer_find_selem(mixer, id).map {
            ALSAElement($0, isCapture: address.isCapture)
        }
    }
}
