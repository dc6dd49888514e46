import Drawing

@testable import GlassfaderDaemon

/// What must be so of pictures.
extension Simulation {
    /// Of so many frames, one is compared with a picture that is drawn from nothing.
    private static let framesPerComparison = 5

    /// What is wrong with a frame that is about to be shown.
    func fault(of frame: Bitmap) -> Failure? {
        memory.frames += 1
        guard memory.frames % Self.framesPerComparison == 0 else { return nil }
        return difference(of: frame).map {
            Failure("every frame is that of a full redraw", "another pixel at \($0.x), \($0.y)")
        }
    }

    /// The screen shows what a picture shows that is drawn from nothing.
    func checkPicture() throws {
        guard let display = monitor.display, !daemon.dimmer.isBlank else { return }
        if let (x, y) = difference(of: display.shown) {
            throw Failure("the picture is that of a full redraw", "another pixel at \(x), \(y)")
        }
        guard display.hasWholeMargins else {
            throw Failure("nothing is written beside the pixels", "the margin has changed")
        }
    }

    /// The first pixel in which a picture differs from what the panel draws from nothing.
    private func difference(of picture: Bitmap) -> (x: Int, y: Int)? {
        let bounds = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
        let wanted = Bitmap(width: bounds.width, height: bounds.height, format: .xrgb32)
        daemon.panel.window.draw(Region(bounds), into: wanted)
        return picture.withPixels { pixels, pixelsPerRow in
            wanted.withPixels { wanted, wantedPerRow in
                for y in 0..<bounds.height {
                    let row = pixels + y * pixelsPerRow
                    let wantedRow = wanted + y * wantedPerRow
                    for x in 0..<bounds.width where (row[x] ^ wantedRow[x]) & 0xff_ffff != 0 {
                        return (x, y)
                    }
                }
                return nil
            }
        }
    }
}
