package import Catalogue
internal import Storage

extension ListTables {
  /// The tables of the list of scans.
  package static let scans = ListTables([
    .scan, .release, .copy, .place, .slot, .loan, .fee, .stationPolicy, .code,
  ])
}
