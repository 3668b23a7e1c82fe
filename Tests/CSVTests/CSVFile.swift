import CSV

/// A file as a test reads it: first the survey, then the reader, in parts of a given size.
struct CSVFile {
  var bytes: [UInt8]
  var part = Int.max
  var limits = CSVLimits(field: 1000, record: 4000, columns: 50)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  var dialect: CSVDialect {
    var survey = CSVSurvey()
    forEachPart { survey.add($0) }
    return survey.dialect
  }

  func records() throws -> [CSVRecord] {
    var (reader, records) = (CSVReader(dialect, limits: limits), [CSVRecord]())
    try forEachPart { try reader.read($0) { records.append($0) } }
    try reader.finish { records.append($0) }
    return records
  }

  func fields() throws -> [[String]] { try records().map(\.fields) }

  func fault() -> CSVError? {
    do {
      _ = try records()
      return nil
    } catch {
      return error as? CSVError
    }
  }

  private func forEachPart(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try bytes.withUnsafeBytes { all in
      var start = 0
      while start < all.count {
        let end = min(all.count, start + min(part, all.count))
        try body(UnsafeRawBufferPointer(rebasing: all[start..<end]))
        start = end
      }
    }
  }
}
