import CALSA

/// One side of an element of an open mixer: playback or capture. Valid until the next event.
struct ALSAElement {
    private let element: OpaquePointer
    private let isCapture: Bool

    /// In alsa-lib's unit, hundredths of a dB; what a driver has for silence is at or below it.
    private static let silence = Int(SND_CTL_TLV_DB_GAIN_MUTE)

    init(_ element: OpaquePointer, isCapture: Bool) {
        self.element = element
        self.isCapture = isCapture
    }

    private var channels: [snd_mixer_selem_channel_id_t] {
        (0...SND_MIXER_SCHN_LAST.rawValue).map { snd_mixer_selem_channel_id_t(rawValue: $0) }
            .filter { channel in
                (isCapture
                    ? snd_mixer_selem_has_capture_channel(element, channel)
                    : snd_mixer_selem_has_playback_channel(element, channel)) != 0
            }
    }

    // MARK: Volume

    /// The steps of the volume; `nil` without a volume.
    var scale: VolumeScale? {
        let hasVolume =
            isCapture
            ? snd_mixer_selem_has_capture_volume(element)
            : snd_mixer_selem_has_playback_volume(element)
        var (low, high) = (0, 0)
        let result =
            isCapture
            ? snd_mixer_selem_get_capture_volume_range(element, &low, &high)
            : snd_mixer_selem_get_playback_volume_range(element, &low, &high)
        guard hasVolume != 0, result == 0, low <= high else { return nil }
        var scale = VolumeScale(steps: low...high)
        if hasDecibels {
            scale.step = step(near:isUpwards:)
            scale.decibels = decibels(of:)
        }
        return scale
    }

    private var hasDecibels: Bool {
        var (low, high) = (0, 0)
        let result =
            isCapture
            ? snd_mixer_selem_get_capture_dB_range(element, &low, &high)
            : snd_mixer_selem_get_playback_dB_range(element, &low, &high)
        return result == 0 && low < high
    }

    private func step(near decibels: Double, isUpwards: Bool) -> Int? {
        var step = 0
        let level = Int((decibels * 100).rounded())
        let direction: Int32 = isUpwards ? 1 : -1
        let result =
            isCapture
            ? snd_mixer_selem_ask_capture_dB_vol(element, level, direction, &step)
            : snd_mixer_selem_ask_playback_dB_vol(element, level, direction, &step)
        return result == 0 ? step : nil
    }

    private func decibels(of step: Int) -> Double? {
        var level = 0
        let result =
            isCapture
            ? snd_mixer_selem_ask_capture_vol_dB(element, step, &level)
            : snd_mixer_selem_ask_playback_vol_dB(element, step, &level)
        guard result == 0 else { return nil }
        return level <= Self.silence ? -.infinity : Double(level) / 100
    }

    /// The step of the loudest channel.
    var step: Int? {
        channels.compactMap { channel in
            var step = 0
            let result =
                isCapture
                ? snd_mixer_selem_get_capture_volume(element, channel, &step)
                : snd_mixer_selem_get_playback_volume(element, channel, &step)
            return result == 0 ? step : nil
        }.max()
    }

    /// Sets all channels. Returns whether the driver took it.
    func setStep(_ step: Int) -> Bool {
        (isCapture
            ? snd_mixer_selem_set_capture_volume_all(element, step)
            : snd_mixer_selem_set_playback_volume_all(element, step)) == 0
    }

    // MARK: Switch

    /// Whether any channel is on; `nil` without a switch.
    var isOn: Bool? {
        let hasSwitch =
            isCapture
            ? snd_mixer_selem_has_capture_switch(element)
            : snd_mixer_selem_has_playback_switch(element)
        guard hasSwitch != 0 else { return nil }
        return channels.contains { channel in
            var isOn: Int32 = 0
            let result =
                isCapture
                ? snd_mixer_selem_get_capture_switch(element, channel, &isOn)
                : snd_mixer_selem_get_playback_switch(element, channel, &isOn)
            return result == 0 && isOn != 0
        }
    }

    /// Switches all channels. Returns whether the driver took it.
    func setOn(_ isOn: Bool) -> Bool {
        (isCapture
            ? snd_mixer_selem_set_capture_switch_all(element, isOn ? 1 : 0)
            : snd_mixer_selem_set_playback_switch_all(element, isOn ? 1 : 0)) == 0
    }

    // MARK: Choice

    /// The words of an enumerated element; empty for others.
    var words: [String] {
        guard snd_mixer_selem_is_enumerated(element) != 0 else { return [] }
        return (0..<max(snd_mixer_selem_get_enum_items(element), 0)).map { index in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
                guard let start = name.baseAddress,
                    snd_mixer_selem_get_enum_item_name(element, UInt32(index), 64, start) == 0
                else { return "" }
                return String(cString: start)
            }
        }
    }

    /// The index of the word that is chosen.
    var choice: Int? {
        var index: UInt32 = 0
        let channel = SND_MIXER_SCHN_FRONT_LEFT
        guard snd_mixer_selem_get_enum_item(element, channel, &index) == 0 else { return nil }
        return Int(index)
    }

    /// Chooses a word on all channels. Returns whether the driver took it.
    func choose(_ index: Int) -> Bool {
        // A driver with fewer channels rejects the others.
        let results = (0...SND_MIXER_SCHN_LAST.rawValue).map {
            snd_mixer_selem_set_enum_item(
                element, snd_mixer_selem_channel_id_t(rawValue: $0), UInt32(index))
        }
        return results.contains(0)
    }
}
