import Controls
import Drawing

// Banks that the panel makes on a screen that is too narrow for all strips of a page.
extension PanelDescription {
    /// The panel for a screen: pages on which a strip would have less than its least width are
    /// divided into banks, unless the file sets how many strips a bank has.
    ///
    /// - Parameter millimetres: The size that the screen reports, used if the file has none.
    func divided(atWidth width: Int, height: Int, millimetres: Size?) -> PanelDescription {
        guard pages.contains(where: \.isDivisible) else { return self }
        let screen = screen(width: width, height: height, millimetres: millimetres)
        var bankSizes: [Int?] = Array(repeating: nil, count: pages.count)
        var bounds = bounds(on: screen)
        // With more pages, the bar of tabs and the areas beside them have other sizes.
        for _ in 1...3 {
            let before = bounds
            for index in pages.indices where pages[index].isDivisible {
                while let size = pages[index].fittingBank(
                    below: bankSizes[index], in: bounds, theme, on: screen)
                {
                    bankSizes[index] = size
                    bounds = dividing(pagesInto: bankSizes).bounds(on: screen)
                }
            }
            if bounds == before { break }
        }
        guard bankSizes.contains(where: { $0 != nil }) else { return self }
        return dividing(pagesInto: withRoomForTabs(bankSizes, on: screen))
    }

    /// The rectangle of every page below the bar of tabs.
    private func bounds(on screen: Screen) -> PixelRect {
        let barHeight = pageBarHeight(on: screen)
        let region = ScreenRegions(of: self, on: screen, laysOutPages: false).page
        return PixelRect(
            x: 0, y: barHeight, width: region.width, height: region.height - barHeight)
    }

    /// The panel with some pages divided into banks of these sizes.
    private func dividing(pagesInto sizes: [Int?]) -> PanelDescription {
        var panel = self
        panel.pages = zip(pages, sizes).flatMap { page, size in
            size.map { page.banks(of: $0, isOnly: pages.count == 1) } ?? [page]
        }
        panel.nameBanksAfterStrips()
        let names = panel.pages.map { PageName(id: $0.id, label: $0.label) }
        panel.name(pages: names)
        return panel
    }

    /// Names the banks of a single strip after it, which is more useful than a number. A page keeps
    /// its own name and the numbers if two banks would have the same name.
    private mutating func nameBanksAfterStrips() {
        let names = pages.map { $0.nameOfSingleStrip ?? $0.label }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        let ambiguous = Set(
            zip(pages, names).filter { counts[$0.1] != 1 }.map { page, _ in page.fileID })
        for (index, name) in names.enumerated() where !ambiguous.contains(pages[index].fileID) {
            pages[index].label = name
        }
    }

    /// Sets the pages of the controls that show pages.
    private mutating func name(pages names: [PageName]) {
        func name(_ page: inout PageDescription) {
            for strip in page.strips.indices {
                for control in page.strips[strip].controls.indices {
                    let kind = page.strips[strip].controls[control].kind as? PagesDescription
                    guard var kind else { continue }
                    kind.pages = names
                    page.strips[strip].controls[control].kind = kind
                }
            }
        }
        for page in pages.indices { name(&pages[page]) }
        for area in areas.indices { name(&areas[area].page) }
    }

    /// Enlarges the banks if their tabs would be too narrow for a finger. Strips and tabs then get
    /// about the same fraction of the width that they need.
    private func withRoomForTabs(_ sizes: [Int?], on screen: Screen) -> [Int?] {
        let room = tabCount(on: screen)
        let choices = sizes.indices.flatMap { index in
            sizes[index].map { size in
                (size...pages[index].visibleCount).map { Double(size) / Double($0) }
            } ?? []
        }
        var best = (share: -1.0, sizes: sizes)
        for share in Set(choices).sorted(by: >) where share > best.share {
            let larger = zip(pages, sizes).map { $0.bank($1, withShare: share) }
            let tabs = zip(pages, larger).reduce(0) { $0 + $1.0.bankCount(of: $1.1) }
            let shareOfTabs =
                tabs > PageControl.maximumNumberOfPages ? 0 : min(1, room / Double(tabs))
            if min(share, shareOfTabs) > best.share {
                best = (min(share, shareOfTabs), larger)
            }
        }
        return best.sizes
    }

    /// The number of tabs for which the page bar is wide enough; infinite without a page bar.
    private func tabCount(on screen: Screen) -> Double {
        guard showsPageBar(over: 2) else { return .infinity }
        let region = ScreenRegions(of: self, on: screen, laysOutPages: false)
        let metrics = LayoutMetrics(on: screen, strips: 1, fontSize: nil)
        let width = max(region.page.width - 2 * region.margin, 1)
        return Double(width) / Double(metrics.target)
    }

    /// The notes that `check` prints about the pages that were divided.
    func divisionProblems(
        dividedInto divided: PanelDescription, at screen: String
    ) -> [LayoutProblem] {
        pages.filter(\.isDivisible).compactMap { page in
            let banks = divided.pages.filter { $0.fileID == page.id }
            guard banks.count > 1, let size = banks[0].bankSize else { return nil }
            return LayoutProblem(
                position: page.position,
                message: "at \(screen) the page is too narrow for its \(page.visibleCount) strips: "
                    + "it has \(banks.count) banks of \(size), as with 'banks = \(size)'",
                isError: false)
        }
    }
}

extension PageDescription {
    /// Whether the page may be divided into banks: the file does not set the banks, the strips are
    /// side by side, and all of them are visible at once.
    var isDivisible: Bool {
        !hasOwnBanks && visibleCount > 1
            && strips.allSatisfy { $0.selector == nil && $0.placement.at == nil }
    }

    /// The number of strips that take space: hidden ones leave no gap.
    fileprivate var visibleCount: Int { strips.count(where: \.isVisible) }

    /// The number of its banks of a size.
    fileprivate func bankCount(of size: Int?) -> Int {
        size.map { (visibleCount - 1) / $0 + 1 } ?? 1
    }

    /// The size of banks whose strips have at least `share` of the width that they have in banks of
    /// `size`; `nil` for the whole page.
    fileprivate func bank(_ size: Int?, withShare share: Double) -> Int? {
        guard let size else { return nil }
        let largest = Int(Double(size) / share + 1e-9)
        guard largest < visibleCount else { return nil }
        let number = bankCount(of: largest)
        return (visibleCount - 1) / number + 1
    }

    /// The size of smaller banks, in which more strips have their least width; `nil` if all strips
    /// have it already.
    ///
    /// - Parameter present: The size of the banks so far; `nil` for the whole page.
    fileprivate func fittingBank(
        below present: Int?, in bounds: PixelRect, _ theme: ThemeDescription,
        on screen: PanelDescription.Screen
    ) -> Int? {
        let count = present ?? visibleCount
        guard count > 1 else { return nil }
        let metrics = LayoutMetrics(
            on: screen, strips: count, fontSize: theme.fontSize, regionWidth: bounds.width,
            tightness: LayoutRules.steps[LayoutRules.steps.count - 1])
        let fitting = (present.map { banks(of: $0, isOnly: true) } ?? [self]).lazy.compactMap {
            bank in
            var bank = bank
            bank.strips.removeAll { !$0.isVisible }
            return LayoutAttempt.fittingCount(of: bank, in: bounds, metrics)
        }.first
        return fitting.map { fitting in
            // The number of banks that this takes, with the strips spread evenly.
            let number = (visibleCount - 1) / min(fitting, count - 1) + 1
            return (visibleCount - 1) / number + 1
        }
    }

    /// The banks of the page.
    ///
    /// - Parameter isOnly: Whether the panel has no other page.
    fileprivate func banks(of size: Int, isOnly: Bool) -> [PageDescription] {
        let names = PageName.names(
            ofPage: id, label: label == id ? nil : label, isOnly: isOnly,
            stripCount: visibleCount, bankSize: size)
        return zip(names, groups(of: size)).map { name, strips in
            var page = self
            (page.id, page.label, page.bankSize) = (name.id, name.label, size)
            page.strips = strips
            return page
        }
    }

    /// The label of the strip of a bank that has only one; `nil` for other pages, and for a strip
    /// without a label.
    fileprivate var nameOfSingleStrip: String? {
        guard bankSize == 1, !hasOwnBanks, let strip = strips.first(where: \.isVisible) else {
            return nil
        }
        return strip.label.isEmpty ? nil : strip.label
    }

    /// The strips in groups of `size` visible ones. Hidden strips stay with those before them.
    private func groups(of size: Int) -> [[StripDescription]] {
        var groups: [[StripDescription]] = [[]]
        var count = 0
        for strip in strips {
            if strip.isVisible {
                if count == size {
                    groups.append([])
                    count = 0
                }
                count += 1
            }
            groups[groups.count - 1].append(strip)
        }
        return groups
    }
}
