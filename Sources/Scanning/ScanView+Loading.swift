package import Deadwax
internal import Execution
package import Storage

extension Queryable {
  /// Returns the loans that an outcome concerns, without those whose copies no longer exist.
  package func lines(of outcome: Outcome) throws -> [OutcomeLine] {
    try (outcome.facts.lines ?? []).compactMap { line in
      guard let copy = try copy(line.copy), let release = try release(copy.release) else { return nil }
      return OutcomeLine(line: line, copy: copy, release: release)
    }
  }

  /// Returns a scan with the records that its outcome concerns.
  ///
  /// - Parameters:
  ///   - scan: the scan from the history.
  ///   - isCard: true if it is a scan of a card, false if not; nil if that is not known yet.
  /// - Returns: the scan with its records.
  /// - Throws: a `StorageError`.
  package func view(of scan: Scan, isCard: Bool? = nil) throws -> ScanView {
    var seen = SeenRecords()
    return try view(of: scan, isCard: isCard, seen: &seen)
  }

  /// Returns scans with the records that their outcomes concern, in their order, but without loans; reads no record
  /// twice.
  package func views(of scans: some Sequence<Scan>) throws -> [ScanView] {
    var seen = SeenRecords()
    return try scans.map { try view(of: $0, withLines: false, seen: &seen) }
  }

  private func view(
    of scan: Scan, isCard: Bool? = nil, withLines: Bool = true, seen: inout SeenRecords
  ) throws -> ScanView {
    let outcome = scan.outcome
    func copy(_ id: Copy.ID) throws -> Copy? { try seen.copies.value(of: id) { try self.copy($0) } }
    return ScanView(
      scan: scan, release: try outcome.release.flatMap { id in try seen.releases.value(of: id) { try release($0) } },
      copy: try outcome.copy.flatMap { try copy($0) },
      choices: try outcome.choices.compactMap { try $0.copy.flatMap { try copy($0) } },
      lines: withLines ? try lines(of: outcome) : [],
      language: try seen.languages.value(of: scan.station) { try language(of: $0) },
      isCard: try isCard ?? self.isCard(scan.reading))
  }

  /// Returns true if the code is or ever was a card, by its number or by the content of the tag.
  private func isCard(_ reading: Reading) throws -> Bool {
    let codes =
      [Code.classify(reading.text, symbology: reading.symbology)]
      + (reading.written.map { [Code.classify($0, symbology: nil)] } ?? [])
    return try codes.contains { code in
      switch code {
      case .own(let own): own.kind == .borrower
      case .tag(let uid): try wasCard(uid)
      case .gtin(let gtin): try wasCard(Code.Key(class: .text, value: gtin.key))
      case .text: try code.key.map { try wasCard($0) } ?? false
      case .damagedOwn, .wrongCheckDigit, .unusable: false
      }
    }
  }
}

/// The records that were read for a page of the history, because the same record can occur in many of its rows.
private struct SeenRecords {
  var copies: [Copy.ID: Copy?] = [:]
  var releases: [Release.ID: Release?] = [:]
  var languages: [Station.Name: String?] = [:]
}

extension Dictionary {
  /// Returns the value of a key, and reads it on first use.
  fileprivate mutating func value<Wrapped>(of key: Key, _ read: (Key) throws -> Wrapped?) rethrows -> Wrapped?
  where Value == Wrapped? {
    if let known = self[key] { return known }
    let value = try read(key)
    updateValue(value, forKey: key)
    return value
  }
}
