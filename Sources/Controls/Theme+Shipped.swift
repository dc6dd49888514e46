public import Drawing

extension Theme {
    /// Light on dark, for stages and theatres.
    public static let dark = Theme(
        background: Color(red: 0.055, green: 0.060, blue: 0.070),
        surface: Color(red: 0.105, green: 0.114, blue: 0.132),
        surfaceEdge: Color(red: 0.170, green: 0.182, blue: 0.206),
        track: Color(red: 0.036, green: 0.040, blue: 0.048),
        trackEdge: Color(red: 0.215, green: 0.230, blue: 0.258),
        accent: Color(red: 0.208, green: 0.655, blue: 1.000),
        bodyTop: Color(red: 0.360, green: 0.380, blue: 0.415),
        bodyBottom: Color(red: 0.165, green: 0.176, blue: 0.200),
        bodyEdge: Color(red: 0.020, green: 0.022, blue: 0.027),
        bodyGloss: Color(white: 1, alpha: 0.22),
        mark: Color(red: 0.945, green: 0.955, blue: 0.970),
        shadow: Color(white: 0, alpha: 0.65),
        tick: Color(red: 0.375, green: 0.400, blue: 0.440),
        text: Color(red: 0.925, green: 0.937, blue: 0.955),
        secondaryText: Color(red: 0.570, green: 0.605, blue: 0.655),
        onAccent: Color(red: 0.035, green: 0.050, blue: 0.070),
        positive: Color(red: 0.220, green: 0.800, blue: 0.420),
        warning: Color(red: 1.000, green: 0.750, blue: 0.180),
        danger: Color(red: 1.000, green: 0.360, blue: 0.330),
        selection: Color(red: 0.208, green: 0.655, blue: 1.000),
        levelNormal: Color(red: 0.180, green: 0.800, blue: 0.443),
        levelWarning: Color(red: 0.976, green: 0.769, blue: 0.176),
        levelDanger: Color(red: 0.960, green: 0.260, blue: 0.215),
        meterTrack: Color(red: 0.036, green: 0.040, blue: 0.048),
        heldMark: .white)

    /// Dark on light, for bright rooms and daylight.
    public static let light = Theme(
        background: Color(red: 0.835, green: 0.845, blue: 0.860),
        surface: Color(red: 0.945, green: 0.950, blue: 0.958),
        surfaceEdge: Color(red: 0.740, green: 0.752, blue: 0.772),
        track: Color(red: 0.730, green: 0.745, blue: 0.768),
        trackEdge: Color(red: 0.600, green: 0.616, blue: 0.645),
        accent: Color(red: 0.000, green: 0.420, blue: 0.780),
        bodyTop: Color(red: 1.000, green: 1.000, blue: 1.000),
        bodyBottom: Color(red: 0.820, green: 0.832, blue: 0.850),
        bodyEdge: Color(red: 0.440, green: 0.456, blue: 0.486),
        bodyGloss: Color(white: 1, alpha: 0.85),
        mark: Color(red: 0.150, green: 0.165, blue: 0.195),
        shadow: Color(red: 0.080, green: 0.100, blue: 0.140, alpha: 0.38),
        tick: Color(red: 0.500, green: 0.516, blue: 0.545),
        text: Color(red: 0.085, green: 0.095, blue: 0.115),
        secondaryText: Color(red: 0.310, green: 0.330, blue: 0.370),
        onAccent: .white,
        positive: Color(red: 0.055, green: 0.470, blue: 0.200),
        warning: Color(red: 0.620, green: 0.370, blue: 0.000),
        danger: Color(red: 0.780, green: 0.110, blue: 0.110),
        selection: Color(red: 0.000, green: 0.420, blue: 0.780),
        // Meters stay dark, as in an instrument: lit bars do not stand out on white.
        levelNormal: Color(red: 0.160, green: 0.740, blue: 0.360),
        levelWarning: Color(red: 0.950, green: 0.740, blue: 0.140),
        levelDanger: Color(red: 0.970, green: 0.300, blue: 0.270),
        meterTrack: Color(red: 0.130, green: 0.140, blue: 0.160),
        heldMark: Color(red: 0.000, green: 0.300, blue: 0.620))

    /// White and strong colours on black, with wide lines, for users who need high contrast and for
    /// haze.
    public static let highContrast: Theme = {
        var theme = Theme(
            background: .black,
            surface: Color(white: 0.035),
            surfaceEdge: Color(white: 0.760),
            track: .black,
            trackEdge: Color(white: 0.860),
            accent: Color(red: 0.350, green: 0.850, blue: 1.000),
            bodyTop: Color(white: 0.330),
            bodyBottom: Color(white: 0.160),
            bodyEdge: .white,
            bodyGloss: Color(white: 1, alpha: 0.12),
            mark: .white,
            shadow: Color(white: 0, alpha: 0.8),
            tick: Color(white: 0.780),
            text: .white,
            secondaryText: Color(white: 0.860),
            onAccent: .black,
            positive: Color(red: 0.300, green: 1.000, blue: 0.450),
            warning: Color(red: 1.000, green: 0.650, blue: 0.100),
            danger: Color(red: 1.000, green: 0.530, blue: 0.500),
            selection: Color(red: 1.000, green: 0.880, blue: 0.100),
            levelNormal: Color(red: 0.200, green: 1.000, blue: 0.400),
            levelWarning: Color(red: 1.000, green: 0.880, blue: 0.100),
            levelDanger: Color(red: 1.000, green: 0.380, blue: 0.360),
            meterTrack: .black,
            heldMark: Color(red: 1.000, green: 0.880, blue: 0.100))
        theme.lineWidth = 2
        theme.thickLineWidth = 3
        theme.surfaceLineWidth = 1
        return theme
    }()

    /// The built-in themes, by their names in a panel file.
    public static let byName: [String: Theme] = [
        "dark": dark, "light": light, "high-contrast": highContrast,
    ]

    /// The built-in theme with a name such as `"high-contrast"`; `nil` for an unknown name.
    public init?(named name: String) {
        guard let theme = Self.byName[name] else { return nil }
        self = theme
    }

    /// A colour of a theme.
    public typealias ColorPath = any WritableKeyPath<Theme, Color> & Sendable

    /// The colour with a name in a panel file, `surface_edge` for `surfaceEdge`; `nil` for an
    /// unknown name.
    public static func colorPath(named name: String) -> ColorPath? { colorPaths[name]?() }

    /// The names of the colours in a panel file.
    public static var colorNames: [String] { colorPaths.keys.sorted() }

    /// Closures, because making a key path is slow: each one is made only when it is needed.
    private static let colorPaths: [String: @Sendable () -> ColorPath] = [
        "background": { \.background }, "surface": { \.surface }, "surface_edge": { \.surfaceEdge },
        "track": { \.track }, "track_edge": { \.trackEdge }, "accent": { \.accent },
        "body_top": { \.bodyTop }, "body_bottom": { \.bodyBottom }, "body_edge": { \.bodyEdge },
        "body_gloss": { \.bodyGloss }, "mark": { \.mark }, "shadow": { \.shadow },
        "tick": { \.tick }, "text": { \.text }, "secondary_text": { \.secondaryText },
        "on_accent": { \.onAccent }, "positive": { \.positive }, "warning": { \.warning },
        "danger": { \.danger }, "selection": { \.selection }, "level_normal": { \.levelNormal },
        "level_warning": { \.levelWarning }, "level_danger": { \.levelDanger },
        "meter_track": { \.meterTrack }, "held_mark": { \.heldMark },
    ]
}
