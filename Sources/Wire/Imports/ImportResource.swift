package import Deadwax

/// An import of a table: the file as it is read, the field of each column, and the numbers of lines by their fate.
package struct ImportResource: Codable, Sendable {
  package var id: String
  /// The table: `copies`.
  package var table: String
  /// The state: `checking`, `ready`, `damaged`, `applying`, `applied` or `failed`.
  package var state: String
  package var bytes: Int
  package var encoding: String
  /// True if neither a byte order mark nor the bytes show the encoding, so that letters may be wrong.
  package var isEncodingGuessed: Bool
  package var delimiter: String
  /// The program that the columns show.
  package var program: String
  /// The names of the columns.
  package var columns: [String]
  /// The field of each column; null for a column that is left out.
  package var fields: [String?]
  /// True if a person has chosen the fields for an earlier file with the same columns.
  package var isMappingSaved: Bool
  /// The first lines of the file.
  package var samples: [[String]]
  package var counts: Counts
  /// The digest of the plan; omitted while there is none.
  package var plan: String?
  /// The part that is done, in per cent.
  package var percent: Int
  /// The seconds that are left; omitted while they are not known.
  package var secondsLeft: Int?
  package var fault: Fault?
  /// The change that can be undone; omitted before it is made.
  package var change: Change.ID?

  /// The number of lines with each fate.
  package struct Counts: Codable, Sendable {
    package var add: Int
    package var change: Int
    package var same: Int
    package var refused: Int
    /// The number of new releases.
    package var releases: Int

    package init(add: Int, change: Int, same: Int, refused: Int, releases: Int) {
      self.add = add
      self.change = change
      self.same = same
      self.refused = refused
      self.releases = releases
    }
  }

  /// The reason that a file cannot be read, or was not imported.
  package struct Fault: Codable, Sendable {
    /// The line and the character, from 1; omitted if the fault is in no place.
    package var line: Int?
    package var column: Int?
    package var detail: String

    package init(line: Int?, column: Int?, detail: String) {
      self.line = line
      self.column = column
      self.detail = detail
    }
  }

  package init(
    id: String, table: String, state: String, bytes: Int, encoding: String, isEncodingGuessed: Bool, delimiter: String,
    program: String, columns: [String], fields: [String?], isMappingSaved: Bool, samples: [[String]], counts: Counts,
    plan: String?,
    percent: Int, secondsLeft: Int?, fault: Fault?, change: Change.ID?
  ) {
    self.id = id
    self.table = table
    self.state = state
    self.bytes = bytes
    self.encoding = encoding
    self.isEncodingGuessed = isEncodingGuessed
    self.delimiter = delimiter
    self.program = program
    self.columns = columns
    self.fields = fields
    self.isMappingSaved = isMappingSaved
    self.samples = samples
    self.counts = counts
    self.plan = plan
    self.percent = percent
    self.secondsLeft = secondsLeft
    self.fault = fault
    self.change = change
  }
}
