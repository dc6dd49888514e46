import Drawing

extension Color {
    /// Whether black is easier to read on the colour than white.
    var isBright: Bool { brightness > 0.5 }

    /// How bright the colour looks, 0…1 (ITU-R BT.601 luma).
    var brightness: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
}
