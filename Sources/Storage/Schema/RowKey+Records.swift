package import Deadwax

// The rows from which the queries of this folder read a record. A change of any other row does not change the record.

extension Release {
  /// The rows from which a release is read, whether it exists or not.
  package static func sources(of id: Release.ID) -> [RowKey] { [RowKey(.release, id.text)] }
}

extension Copy {
  /// The rows from which a copy is read. `copy` is nil if there is none with this id.
  package static func sources(of id: Copy.ID, _ copy: Copy?) -> [RowKey] {
    var sources = [RowKey(.copy, id.text), RowKey(.loan, id.text)]
    if let copy { sources += Release.sources(of: copy.release) }
    if let location = copy?.location { sources += location.sources }
    if let loan = copy?.loan { sources.append(RowKey(.fee, loan.id.text)) }
    return sources
  }
}

extension Location {
  /// The rows from which the names of a place and of a slot are read.
  package var sources: [RowKey] {
    [RowKey(.place, place.text)] + (slot.map { [RowKey(.slot, $0.text)] } ?? [])
  }
}
