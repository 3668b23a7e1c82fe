package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension StockTakes {
  /// Returns a page of stock-takes, the newest first. Their counts are those of the moment.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func list(cursor: String?, limit: Int) throws -> Catalogue.Page<StockTakeView> {
    let after = try Self.position(cursor)
    return try database.read { reading in
      let takes = try reading.stockTakes(before: after, limit: limit + 1)
      let page = takes.prefix(limit)
      return Catalogue.Page(
        items: try page.map { try reading.opened($0.id) },
        next: takes.count > limit ? page.last.map { ListCursor($0.startedAt, $0.id).text } : nil,
        total: try after == nil ? reading.stockTakeTotal() : nil)
    }
  }

  /// Returns a stock-take with its result so far.
  ///
  /// - Throws: `StaffError.noSuchStockTake`.
  package func view(_ id: StockTake.ID) throws -> StockTakeView { try database.read { try $0.opened(id) } }

  /// Selects entries of a stock-take.
  package struct Filter: Hashable, Sendable {
    /// The class; nil for all.
    package var `class`: StockTakeClass?
    /// True for the entries that a person should look at.
    package var isException: Bool

    package init(class: StockTakeClass?, isException: Bool) {
      self.class = `class`
      self.isException = isException
    }

    func includes(_ entry: StockTakeEntry) -> Bool {
      (self.class.map { $0 == entry.class } ?? true) && (!isException || entry.class.isException)
    }
  }

  /// Returns a page of the entries of a stock-take, in the order of the expected set.
  ///
  /// - Parameters:
  ///   - id: the stock-take.
  ///   - filter: the entries.
  ///   - cursor: the `next` of the previous page; nil for the first page.
  ///   - limit: the maximum number of entries.
  /// - Returns: the page.
  /// - Throws: `StaffError.noSuchStockTake`, or `CatalogueError.badCursor`.
  package func entries(
    of id: StockTake.ID, _ filter: Filter, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<StockTakeEntryView> {
    var start = 0
    if let cursor {
      guard let number = Int(cursor), number > 0 else { throw CatalogueError.badCursor }
      start = number
    }
    return try database.read { reading in
      let entries = try reading.entries(of: try reading.known(id, ifVersion: nil))
      // The cursor counts all entries, so a class that changes meanwhile moves no page.
      let found = entries.enumerated().dropFirst(start).lazy.filter { filter.includes($0.element) }
      let page = Array(found.prefix(limit + 1))
      return Catalogue.Page(
        items: try page.prefix(limit).map { try reading.view(of: $0.element) },
        next: page.count > limit ? page.prefix(limit).last.map { String($0.offset + 1) } : nil,
        total: start == 0 ? entries.count { filter.includes($0) } : nil)
    }
  }

  /// Returns a page of the scans of a stock-take, the one that arrived last first.
  ///
  /// - Throws: `StaffError.noSuchStockTake`, or `CatalogueError.badCursor`.
  package func scans(of id: StockTake.ID, cursor: String?, limit: Int) throws -> Catalogue.Page<StockTakeScanView> {
    let after = try Self.position(cursor)
    return try database.read { reading in
      let take = try reading.known(id, ifVersion: nil)
      let scans = try reading.newestScans(of: id, before: after, limit: limit + 1)
      let page = scans.prefix(limit)
      let tally = try reading.tally(of: take)
      return Catalogue.Page(
        items: try page.map { try reading.view(of: $0.scan, receivedAt: $0.receivedAt, tally) },
        next: scans.count > limit ? page.last.map { ListCursor($0.receivedAt, $0.scan.id).text } : nil,
        total: try after == nil ? reading.scanCount(of: id, after: nil) : nil)
    }
  }

  private static func position(_ cursor: String?) throws(CatalogueError) -> ListCursor? {
    guard let cursor else { return nil }
    guard let position = ListCursor(cursor) else { throw CatalogueError.badCursor }
    return position
  }
}

extension Queryable {
  /// Returns the result of a stock-take by the present state of the records.
  func tally(of take: StockTake) throws -> StockTakeTally {
    StockTakeTally(
      area: StockTakeArea(root: take.scope.place, parents: try placeParents()), lines: try lines(of: take.id),
      scans: try scans(of: take.id), ticks: Set(try ticks(of: take.id).map(\.copy)), presents: try presents(of: take))
  }

  /// Returns the entries of a stock-take: as they were applied, or else by the present state of the records.
  func entries(of take: StockTake) throws -> [StockTakeEntry] {
    guard take.state == .applied else { return try tally(of: take).entries }
    let lines = Dictionary(try lines(of: take.id).map { ($0.copy, $0) }, uniquingKeysWith: { first, _ in first })
    let scans = Dictionary(try scans(of: take.id).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return try results(of: take.id).map { result in
      var entry = StockTakeEntry(
        result.class, line: result.copy.flatMap { lines[$0] }, copy: result.copy, release: result.release,
        text: result.text, last: result.scan.flatMap { scans[$0] })
      entry.again = result.again
      return entry
    }
  }

  /// - Throws: `StaffError.noSuchStockTake`.
  func opened(_ id: StockTake.ID) throws -> StockTakeView {
    let take = try known(id, ifVersion: nil)
    let tally = try tally(of: take)
    let entries = take.state == .applied ? try self.entries(of: take) : tally.entries
    let end = take.state == .applied ? take.endedAt : take.closedAt
    return StockTakeView(
      take: take, expected: try lineCount(of: id), counts: entries.reduce(into: [:]) { $0[$1.class, default: 0] += 1 },
      again: tally.again, stations: try stations(of: id),
      lateScans: try end.map { try scanCount(of: id, after: $0) } ?? 0,
      isUndone: try take.change.flatMap { try change($0)?.undoneBy } != nil)
  }

  func view(of entry: StockTakeEntry) throws -> StockTakeEntryView {
    var view = StockTakeEntryView(entry: entry)
    let copy = try entry.copy.flatMap { try self.copy($0) }
    view.number = copy?.number ?? entry.line?.number
    view.shelfMark = copy?.shelfMark ?? entry.line?.shelfMark
    if let copy {
      view.placeName = copy.location?.placeName
      view.slotNumber = copy.location?.slotNumber
    } else {
      view.placeName = entry.line?.placeName
      view.slotNumber = entry.line?.slotNumber
    }
    if let line = entry.line {
      (view.title, view.artist) = (line.title, line.artist)
    } else if let release = copy?.release ?? entry.release, let title = try title(of: release) {
      (view.title, view.artist) = (title.title, title.artist)
    }
    view.seenIn = try entry.last?.place.flatMap { try place($0)?.name }
    view.listCode = (copy?.code ?? entry.line?.code).map { OwnCode(.listed, number: $0.number) }
    return view
  }

  fileprivate func view(
    of scan: StockTakeScan, receivedAt: Timestamp, _ tally: StockTakeTally
  ) throws -> StockTakeScanView {
    var view = StockTakeScanView(scan: scan, receivedAt: receivedAt, class: tally.classes[scan.id], isAgain: false)
    view.placeName = try scan.place.flatMap { try place($0)?.name }
    switch scan.subject {
    case .copy(let id):
      view.isAgain = view.class == nil
      let copy = try copy(id)
      view.number = copy?.number
      if let copy {
        if let title = try title(of: copy.release) { (view.title, view.artist) = (title.title, title.artist) }
      } else if let take = tally.entries.first(where: { $0.copy == id })?.line {
        (view.number, view.title, view.artist) = (take.number, take.title, take.artist)
      }
    case .release(let id):
      view.isAgain = view.class == nil
      if let title = try title(of: id) { (view.title, view.artist) = (title.title, title.artist) }
    case .place(let id): view.placeName = try place(id)?.name
    case .unknown, .listed: view.isAgain = view.class == nil
    }
    return view
  }
}
