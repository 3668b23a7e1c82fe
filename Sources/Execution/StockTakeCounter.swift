package import Deadwax
package import StationLogic
package import Storage

/// Answers the scans of a stock-take. It only reads: what it answers is stored with the step of the station, or with the
/// request.
package struct StockTakeCounter {
  private let records: any Queryable
  private let take: StockTake

  /// - Parameters:
  ///   - records: the records.
  ///   - take: the stock-take.
  package init(_ records: any Queryable, _ take: StockTake) {
    self.records = records
    self.take = take
  }

  /// Returns the answer to a reading.
  ///
  /// - Parameters:
  ///   - reading: the reading; its id names the scan.
  ///   - named: the record of its code.
  ///   - mayBeCard: true if an unknown code looks like a card, which is never stored.
  ///   - time: the time of the scan.
  ///   - station: the station.
  ///   - by: the person or program that reported it; nil for the station itself.
  /// - Returns: the answer.
  /// - Throws: a `StorageError`.
  package func answer(
    _ reading: Reading, _ named: StationFacts.Resolution, mayBeCard: Bool, at time: Timestamp, station: Station.Name,
    by: String?
  ) throws -> StockTakeAnswer {
    guard let subject = try subject(of: reading, named, mayBeCard: mayBeCard) else {
      return StockTakeAnswer(stockTake: take.id, scan: nil, class: nil, isAgain: false)
    }
    var scan = StockTakeScan(
      id: reading.id, at: time, station: station, by: by, subject: subject,
      place: try records.station(station, of: take.id)?.place, text: nil)
    let release: Release.ID?
    switch subject {
    case .place: return StockTakeAnswer(stockTake: take.id, scan: scan, class: nil, isAgain: false)
    case .unknown, .listed:
      scan.text = shown(reading)
      let found: StockTakeClass = subject == .unknown ? .unknown : .printedList
      return StockTakeAnswer(stockTake: take.id, scan: scan, class: found, isAgain: false)
    case .copy(let id): release = named.copies.first { $0.id == id }?.release
    case .release(let id): release = id
    }
    guard let release else { return StockTakeAnswer(stockTake: take.id, scan: nil, class: nil, isAgain: false) }
    return try answer(scan, release)
  }

  /// Classifies a scan among everything that is known about its release.
  private func answer(_ scan: StockTakeScan, _ release: Release.ID) throws -> StockTakeAnswer {
    let tally = StockTakeTally(
      area: StockTakeArea(root: take.scope.place, parents: try records.placeParents()),
      lines: try records.lines(of: take.id, release: release),
      scans: try records.scans(of: take.id, release: release).filter { $0.id != scan.id } + [scan], ticks: [],
      presents: try records.presents(ofRelease: release, since: take.startedAt))
    if let found = tally.classes[scan.id] {
      return StockTakeAnswer(stockTake: take.id, scan: scan, class: found, isAgain: false)
    }
    var found: StockTakeClass?
    if case .copy(let copy) = scan.subject { found = tally.entries.first { $0.copy == copy }?.class }
    return StockTakeAnswer(stockTake: take.id, scan: scan, class: found ?? .foundByRelease, isAgain: true)
  }

  /// Returns what a reading counts for; nil for what a stock-take does not count, such as a card or a damaged code.
  private func subject(
    of reading: Reading, _ named: StationFacts.Resolution, mayBeCard: Bool
  ) throws -> StockTakeScan.Subject? {
    if case .own(let own) = Code.classify(reading.text, symbology: reading.symbology), own.kind == .listed {
      return .listed
    }
    switch named {
    case .copy(let copy): return .copy(copy.id)
    case .release(let release, _): return .release(release)
    case .releases(let releases): return try expected(releases)
    case .cardAnd(_, let thing): return try subject(of: reading, thing, mayBeCard: mayBeCard)
    case .place(let place): return .place(place.id)
    case .slot(let slot): return .place(slot.place)
    case .nothing(let code): return isUnknown(code) && !mayBeCard ? .unknown : nil
    case .borrower, .command, .disagreement, .ambiguous: return nil
    }
  }

  /// Returns the one of several releases with a barcode of which copies are expected, or else the one that has copies.
  private func expected(_ releases: [StationFacts.ReleaseCopies]) throws -> StockTakeScan.Subject {
    let expected = try releases.filter { try !records.lines(of: take.id, release: $0.release).isEmpty }
    let owned = releases.filter { !$0.copies.isEmpty }
    let only = expected.count == 1 ? expected.first : expected.isEmpty && owned.count == 1 ? owned.first : nil
    return only.map { .release($0.release) } ?? .unknown
  }

  /// Returns the text of a code that may be shown; nil for a free text, which may become a borrower's card.
  private func shown(_ reading: Reading) -> String? {
    switch Code.classify(reading.text, symbology: reading.symbology) {
    case .own(let own): own.description
    case .gtin(let gtin): gtin.key
    case .text, .tag, .damagedOwn, .wrongCheckDigit, .unusable: nil
    }
  }

  private func isUnknown(_ code: Code) -> Bool {
    switch code {
    case .own(let own): ![.command, .borrower].contains(own.kind)
    case .tag(let uid): !uid.isRandom
    case .gtin, .text: true
    case .damagedOwn, .wrongCheckDigit, .unusable: false
    }
  }
}
