extension Color {
    /// A colour by its hue, saturation and brightness, 0 to 1 each.
    ///
    /// Hues 0 and 1 are red, 1/3 is green and 2/3 is blue. Only the fractional part counts.
    public init(hue: Double, saturation: Double, brightness: Double, alpha: Double = 1) {
        let turn = hue.isFinite ? hue - hue.rounded(.down) : 0
        let saturation = saturation > 0 ? min(saturation, 1) : 0
        let brightness = brightness > 0 ? min(brightness, 1) : 0
        /// A component, from the brightness and the component's distance from the hue.
        func component(_ offset: Double) -> Double {
            let place = (offset + turn * 6).truncatingRemainder(dividingBy: 6)
            let lack = max(0, min(place, 4 - place, 1))
            return brightness * (1 - saturation * lack)
        }
        self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
    }

    /// The colour's hue, saturation and brightness, 0 to 1 each. Greys have the hue 0; black also
    /// has the saturation 0.
    public var hueSaturationBrightness: (hue: Double, saturation: Double, brightness: Double) {
        let greatest = max(red, green, blue)
        let range = greatest - min(red, green, blue)
        guard range > 0 else { return (0, 0, greatest) }
        let sixths =
            greatest == red
            ? (green - blue) / range
            : greatest == green ? 2 + (blue - red) / range : 4 + (red - green) / range
        return ((sixths < 0 ? sixths + 6 : sixths) / 6, range / greatest, greatest)
    }
}
