internal import CSV
package import Deadwax

/// An import as people see it: the file as it was read, the field of each column, and what happens to the lines.
package struct LibraryImport: Sendable {
  package typealias ID = Identifier<LibraryImport>

  package enum Phase: String, CaseIterable, Sendable {
    /// The file is read, and its lines are compared with the library.
    case checking
    /// The plan is complete. Nothing was changed yet.
    case ready
    /// The file cannot be read as it is: `fault` says where.
    case damaged
    /// The records are written.
    case applying
    /// All records are written, as one change.
    case applied
    /// The records were not written, and the library is unchanged: `fault` says why.
    case failed

    /// True while the hub works on it.
    var isUnderWay: Bool { self == .checking || self == .applying }
  }

  /// The position of a fault in the file, and a sentence.
  package struct Fault: Sendable {
    package let line: Int?
    package let column: Int?
    package let sentence: String
  }

  package let id: ID
  package let table: ExportTable
  package let phase: Phase
  package let bytes: Int
  /// The names of the encoding and the delimiter.
  package let encoding: String
  package let isEncodingGuessed: Bool
  package let delimiter: String
  package let program: ImportDialect
  package let columns: [String]
  /// The field of each column; nil for a column that is left out.
  package let fields: [ImportField?]
  /// True if a person has chosen the fields for an earlier file with the same columns.
  package let isMappingSaved: Bool
  /// The first lines of the file.
  package let samples: [[String]]
  /// The number of lines with each fate, and of new releases.
  package let counts: [ImportLine.Fate: Int]
  package let newReleases: Int
  /// The digest of the plan; nil before it is complete.
  package let plan: String?
  /// The part that is done, in per cent, and the seconds that are left; nil while it is not known.
  package let percent: Int
  package let secondsLeft: Int?
  package let fault: Fault?
  /// The change that can be undone.
  package let change: Change.ID?

  init(id: ID, table: ExportTable, bytes: Int, _ state: ImportSession.State) {
    (self.id, self.table, self.bytes) = (id, table, bytes)
    phase = state.phase
    encoding = state.dialect.encoding.word
    isEncodingGuessed = state.dialect.encoding.isGuess
    delimiter = state.dialect.delimiter.name
    program = state.program
    columns = state.columns
    fields = state.fields
    isMappingSaved = state.isMappingSaved
    samples = state.samples
    counts = state.preview?.counts ?? [:]
    newReleases = state.preview?.newReleases ?? 0
    plan = state.preview?.digest
    change = state.change
    let isOver = [.ready, .applied].contains(state.phase)
    percent = isOver ? 100 : min(99, state.doneBytes * 100 / max(1, bytes))
    let passed = (ContinuousClock.now - state.begunAt).components.seconds
    secondsLeft =
      isOver || state.doneBytes == 0 || passed < 2
      ? nil : Int(passed) * (bytes - min(bytes, state.doneBytes)) / state.doneBytes
    fault = state.fault.map { error in
      if case .damagedFile(let line, let column, let sentence) = error {
        Fault(line: line, column: column, sentence: sentence)
      } else {
        Fault(line: nil, column: nil, sentence: error.description)
      }
    }
  }
}

extension CSVEncoding {
  /// The word of the API.
  var word: String {
    switch self {
    case .utf8: "utf-8"
    case .utf8WithMark: "utf-8-mark"
    case .utf16LittleEndian: "utf-16le"
    case .utf16BigEndian: "utf-16be"
    case .windows1252: "windows-1252"
    }
  }

  init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}
