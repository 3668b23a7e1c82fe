package import Deadwax
package import Storage

/// A scan with the current records that its outcome concerns.
package struct ScanView: Hashable, Sendable {
  package var scan: Scan
  package var release: Release?
  package var copy: Copy?
  package var choices: [Copy]
  /// The loans that the outcome concerns, if there are several.
  package var lines: [OutcomeLine] = []
  /// The language of the station, as an ISO 639 code; nil if none is set.
  package var language: String?
  /// True if the code is or ever was a card: then its number is for staff only.
  package var isCard = false
}

extension ScanView {
  /// All rows from which a view without loans is read.
  package var sources: [RowKey] {
    var sources = [RowKey(.scan, "\(scan.sequence)"), RowKey(.stationPolicy, scan.station.text), RowKey.cards]
    if let release = scan.outcome.release { sources += Release.sources(of: release) }
    if let location = scan.outcome.location { sources += location.sources }
    if let id = scan.outcome.copy { sources += Copy.sources(of: id, copy) }
    for id in scan.outcome.choices.compactMap(\.copy) {
      sources += Copy.sources(of: id, choices.first { $0.id == id })
    }
    return sources
  }
}
