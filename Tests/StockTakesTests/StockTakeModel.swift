import Deadwax

/// The reference of the tests: it says the class of each copy by plain loops over everything that happened.
struct StockTakeModel {
  var lines: [StockTakeLine]
  var scans: [StockTakeScan]
  var ticks: Set<Copy.ID> = []
  var presents: [Copy.ID: StockTakePresent]
  /// The places in each place, with itself. Nil for a stock-take of a query.
  var inside: [Place.ID: Set<Place.ID>]
  var root: Place.ID?

  private var inOrder: [StockTakeScan] { scans.sorted { ($0.at, $0.id) < ($1.at, $1.id) } }

  private func scans(of copy: Copy.ID) -> [StockTakeScan] { inOrder.filter { $0.subject == .copy(copy) } }

  private func isPlace(_ place: Place.ID?, in other: Place.ID) -> Bool {
    place.map { inside[other]?.contains($0) ?? ($0 == other) } ?? false
  }

  /// The class of a copy by its own scans alone; nil if there is no entry for it.
  func own(_ copy: Copy.ID) -> StockTakeClass? {
    let line = lines.first { $0.copy == copy }
    let scans = scans(of: copy)
    guard line != nil || !scans.isEmpty else { return nil }
    guard let present = presents[copy] else { return line == nil ? .unknown : .removed }
    let isHere = root.map { isPlace(present.place, in: $0) } ?? true
    guard let last = scans.last else {
      if present.status == .lost || present.status == .withdrawn { return .gone }
      if present.lentAt != nil { return .onLoan }
      if !isHere { return .moved }
      if ticks.contains(copy) { return .ticked }
      switch (line?.expectation, present.status) {
      case (.missing, .missing): return .missingAgain
      case (_, .missing): return .notScanned
      case (.present, _): return present.isReturnedSince ? .cameBack : .notScanned
      default: return .cameBack
      }
    }
    if present.status != .available { return .unexpectedGone }
    if let lentAt = present.lentAt {
      if scans.filter({ $0.at >= lentAt }).count > 0 { return .unexpectedLoan }
      return line == nil ? .onLoan : .found
    }
    guard let root else { return line == nil ? .outside : .found }
    if isPlace(present.place, in: last.place ?? root) { return line == nil ? .arrived : .found }
    return line != nil && line?.place != present.place && !isHere ? .moved : .misplaced
  }

  /// The copies with an entry.
  var copies: Set<Copy.ID> {
    var copies = Set(lines.map(\.copy))
    for scan in scans { if case .copy(let id) = scan.subject { copies.insert(id) } }
    return copies
  }

  private func release(of copy: Copy.ID) -> Release.ID? {
    presents[copy]?.release ?? lines.first { $0.copy == copy }?.release
  }

  /// The number of entries of each class, and of the scans that repeated others.
  func counts() -> (classes: [StockTakeClass: Int], again: Int) {
    var (classes, again): ([StockTakeClass: Int], Int) = ([:], 0)
    var byRelease: [Release.ID: [Copy.ID]] = [:]
    for copy in copies {
      again += max(0, scans(of: copy).count - 1)
      if let release = release(of: copy) { byRelease[release, default: []].append(copy) }
      if let own = own(copy) { classes[own, default: 0] += 1 }
    }
    var texts: Set<String> = []
    var releases: [Release.ID: [StockTakeScan]] = [:]
    for scan in inOrder {
      switch scan.subject {
      case .release(let release): releases[release, default: []].append(scan)
      case .unknown, .listed:
        let found: StockTakeClass = scan.subject == .unknown ? .unknown : .printedList
        if let text = scan.text, !texts.insert("\(found) \(text)").inserted {
          again += 1
        } else {
          classes[found, default: 0] += 1
        }
      case .copy, .place: break
      }
    }
    for (release, barcodes) in releases {
      let copies = byRelease[release] ?? []
      // A barcode within three seconds of the label of the same sleeve is the same sleeve.
      var labels = inOrder.filter { scan in copies.contains { scan.subject == .copy($0) } }
      var left = 0
      var first: StockTakeScan?
      for scan in barcodes {
        if let near = labels.firstIndex(where: {
          $0.station == scan.station && abs($0.at.milliseconds - scan.at.milliseconds) <= 3000
        }) {
          labels.remove(at: near)
          again += 1
        } else {
          left += 1
          if first == nil { first = scan }
        }
      }
      var isAnswered = copies.contains { !scans(of: $0).isEmpty || own($0) == .ticked }
      let wanted = copies.filter { [.notScanned, .cameBack].contains(own($0)) }
      let missing = copies.filter { own($0) == .missingAgain }
      for pool in [wanted, missing] where !pool.isEmpty && left > 0 {
        isAnswered = true
        let found: StockTakeClass = left >= pool.count ? .foundByRelease : .uncertain
        for copy in pool {
          if let own = own(copy) { classes[own, default: 0] -= 1 }
          classes[found, default: 0] += 1
        }
        left -= min(left, pool.count)
      }
      guard left > 0, let first else { continue }
      if isAnswered {
        again += left
      } else {
        // `first` is the first that no label explains.
        classes[stray(release, at: first.at), default: 0] += 1
        again += left - 1
      }
    }
    return (classes.filter { $0.value > 0 }, again)
  }

  private func stray(_ release: Release.ID, at time: Timestamp) -> StockTakeClass {
    let all = presents.values.filter { $0.release == release }
    let usable = all.filter { $0.status == .available }
    if usable.contains(where: { present in present.lentAt.map { $0 <= time } ?? false }) { return .unexpectedLoan }
    if usable.contains(where: { $0.lentAt == nil }) { return root == nil ? .outside : .misplaced }
    if all.isEmpty { return .unknown }
    return usable.isEmpty ? .unexpectedGone : .onLoan
  }
}
