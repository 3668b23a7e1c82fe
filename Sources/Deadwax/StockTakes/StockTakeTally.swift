/// The result of a stock-take so far: one entry for each expected copy, in its order, then one for each thing that was
/// scanned and not expected, in the order of its first scan.
///
/// It is computed from the frozen set, the scans and the present state of the records. It stores nothing, so scans may
/// arrive in any order and the records may change meanwhile.
package struct StockTakeTally: Sendable {
  package private(set) var entries: [StockTakeEntry] = []
  /// The class of each scan; nil for one that repeats an earlier one, or that changed the place.
  package private(set) var classes: [Reading.ID: StockTakeClass] = [:]
  /// The number of scans that repeated earlier ones.
  package private(set) var again = 0
  /// The places in which something was seen, or whose code was scanned.
  package private(set) var counted: Set<Place.ID?> = []

  /// The time within which the code of a copy and the barcode of its release, at one station, are one sleeve.
  package static let sameMove = Duration.seconds(3)

  private let area: StockTakeArea
  private let presents: [Copy.ID: StockTakePresent]
  /// The index of the entry of each copy.
  private var indices: [Copy.ID: Int] = [:]

  /// - Parameters:
  ///   - area: the counted part of the places.
  ///   - lines: the expected set.
  ///   - scans: the scans in any order, each once.
  ///   - ticks: the copies that a person saw without a scan.
  ///   - presents: the present state of all copies of the releases concerned; a copy without one was removed.
  package init(
    area: StockTakeArea, lines: [StockTakeLine], scans: [StockTakeScan], ticks: Set<Copy.ID>,
    presents: [StockTakePresent]
  ) {
    self.area = area
    self.presents = Dictionary(presents.map { ($0.copy, $0) }, uniquingKeysWith: { first, _ in first })
    let scans = scans.sorted(by: StockTakeScan.precedes)
    var ofCopies: [Copy.ID: [StockTakeScan]] = [:]
    var ofReleases: [(release: Release.ID, scans: [StockTakeScan])] = []
    var releases: [Release.ID: Int] = [:]
    for scan in scans {
      switch scan.subject {
      case .copy(let copy): ofCopies[copy, default: []].append(scan)
      case .release(let release):
        if let index = releases[release] {
          ofReleases[index].scans.append(scan)
        } else {
          releases[release] = ofReleases.count
          ofReleases.append((release, [scan]))
        }
      case .place(let place): counted.insert(place)
      case .unknown, .listed: break
      }
    }
    for line in lines {
      add(line.copy, line, ofCopies[line.copy] ?? [], isTicked: ticks.contains(line.copy))
    }
    for scan in scans {
      guard case .copy(let copy) = scan.subject, indices[copy] == nil else { continue }
      add(copy, nil, ofCopies[copy] ?? [], isTicked: false)
    }
    if !ofReleases.isEmpty { share(ofReleases, ofCopies) }
    addCodes(scans)
    for entry in entries where entry.class.isSeen && entry.line != nil { counted.insert(entry.line?.place) }
  }

  /// The number of entries of each class that has any.
  package var counts: [StockTakeClass: Int] {
    entries.reduce(into: [:]) { $0[$1.class, default: 0] += 1 }
  }

  // MARK: - Copies

  private mutating func add(_ copy: Copy.ID, _ line: StockTakeLine?, _ scans: [StockTakeScan], isTicked: Bool) {
    let present = presents[copy]
    let found = scans.isEmpty ? unseen(line, present, isTicked: isTicked) : seen(line, present, scans)
    guard let found else { return }
    var entry = StockTakeEntry(
      found, line: line, copy: copy, release: present?.release ?? line?.release, status: present?.status,
      last: scans.last)
    note(scans, found, &entry)
    indices[copy] = entries.count
    entries.append(entry)
  }

  private func seen(
    _ line: StockTakeLine?, _ present: StockTakePresent?, _ scans: [StockTakeScan]
  ) -> StockTakeClass {
    guard let present else { return line == nil ? .unknown : .removed }
    if present.status != .available { return .unexpectedGone }
    if let lentAt = present.lentAt {
      if scans.contains(where: { $0.at >= lentAt }) { return .unexpectedLoan }
      // It was there, and was lent afterwards.
      return line == nil ? .onLoan : .found
    }
    guard let root = area.root else { return line == nil ? .outside : .found }
    // The last scan decides: a copy that was carried back was scanned there again.
    if area.isPlace(present.place, in: scans.last?.place ?? root) { return line == nil ? .arrived : .found }
    if let line, line.place != present.place, !area.contains(present.place) { return .moved }
    return .misplaced
  }

  private func unseen(_ line: StockTakeLine?, _ present: StockTakePresent?, isTicked: Bool) -> StockTakeClass? {
    guard let line else { return nil }
    guard let present else { return .removed }
    if [.lost, .withdrawn].contains(present.status) { return .gone }
    if present.lentAt != nil { return .onLoan }
    if !area.contains(present.place) { return .moved }
    if isTicked { return .ticked }
    if present.status == .missing { return line.expectation == .missing ? .missingAgain : .notScanned }
    if line.expectation != .present || present.isReturnedSince { return .cameBack }
    return .notScanned
  }

  /// Notes the class of the first scan, the others as repeats.
  private mutating func note(
    _ scans: some Collection<StockTakeScan>, _ found: StockTakeClass, _ entry: inout StockTakeEntry
  ) {
    guard let first = scans.first else { return }
    classes[first.id] = found
    entry.again = scans.count - 1
    again += scans.count - 1
  }

  // MARK: - Trade barcodes

  /// Shares the scans of trade barcodes among the copies of each release. Only when as many were scanned as are left is it
  /// known which copies they were.
  private mutating func share(
    _ ofReleases: [(release: Release.ID, scans: [StockTakeScan])], _ labelled: [Copy.ID: [StockTakeScan]]
  ) {
    var copies: [Release.ID: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      if let release = entry.release { copies[release, default: []].append(index) }
    }
    let known = Dictionary(grouping: presents.values, by: \.release)
    for (release, scans) in ofReleases {
      let own = copies[release] ?? []
      var left = withoutSameMove(scans, among: own.compactMap { entries[$0].copy }, labelled)[...]
      var isAnswered = own.contains { entries[$0].last != nil || entries[$0].class == .ticked }
      for wanted: Set<StockTakeClass> in [[.notScanned, .cameBack], [.missingAgain]] {
        let pool = own.filter { wanted.contains(entries[$0].class) }
        guard !pool.isEmpty, !left.isEmpty else { continue }
        isAnswered = true
        let taken = left.prefix(pool.count)
        let found: StockTakeClass = taken.count == pool.count ? .foundByRelease : .uncertain
        for index in pool { entries[index].class = found }
        for scan in taken { classes[scan.id] = .foundByRelease }
        left = left.dropFirst(taken.count)
      }
      guard let first = left.first else { continue }
      if isAnswered {
        again += left.count
      } else {
        let found = unexpected(known[release] ?? [], at: first.at)
        var entry = StockTakeEntry(found, line: nil, copy: nil, release: release, last: left.last)
        note(left, found, &entry)
        entries.append(entry)
      }
    }
  }

  /// The scans of a barcode without those of a sleeve whose own code was scanned in the same movement of the hand.
  private mutating func withoutSameMove(
    _ scans: [StockTakeScan], among copies: [Copy.ID], _ labelled: [Copy.ID: [StockTakeScan]]
  ) -> [StockTakeScan] {
    var codes = copies.flatMap { labelled[$0] ?? [] }.sorted(by: StockTakeScan.precedes)
    return scans.filter { scan in
      let index = codes.firstIndex {
        $0.station == scan.station && $0.at - scan.at <= Self.sameMove && scan.at - $0.at <= Self.sameMove
      }
      guard let index else { return true }
      codes.remove(at: index)
      again += 1
      return false
    }
  }

  /// The class of a trade barcode of which no copy is expected.
  private func unexpected(_ copies: [StockTakePresent], at time: Timestamp) -> StockTakeClass {
    let here = copies.filter { $0.status == .available }
    if here.contains(where: { $0.lentAt.map { $0 <= time } ?? false }) { return .unexpectedLoan }
    if here.contains(where: { $0.lentAt == nil }) { return area.root == nil ? .outside : .misplaced }
    return copies.isEmpty ? .unknown : here.isEmpty ? .unexpectedGone : .onLoan
  }

  // MARK: - Codes without a copy

  private mutating func addCodes(_ scans: [StockTakeScan]) {
    var known: [String: Int] = [:]
    for scan in scans {
      let found: StockTakeClass
      switch scan.subject {
      case .unknown: found = .unknown
      case .listed: found = .printedList
      case .copy, .release, .place: continue
      }
      let key = scan.text.map { "\(found.rawValue) \($0)" }
      if let key, let index = known[key] {
        entries[index].again += 1
        entries[index].last = scan
        again += 1
        continue
      }
      if let key { known[key] = entries.count }
      classes[scan.id] = found
      entries.append(StockTakeEntry(found, line: nil, copy: nil, release: nil, text: scan.text, last: scan))
    }
  }
}
