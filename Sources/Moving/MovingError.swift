internal import Deadwax

/// The reason why data cannot be exported or imported.
package enum MovingError: Error, Equatable, CustomStringConvertible {
  /// The table has no columns with these names.
  case unknownColumns([String], known: [String])
  /// A column was named twice.
  case repeatedColumn(String)
  /// The disk is full.
  case diskFull
  /// The file cannot be written or read now: the reason, for the log.
  case unavailable(String)
  /// There is no such import, or it has ended.
  case noSuchImport
  /// The import is in another phase.
  case wrongPhase(LibraryImport.Phase)
  /// The file has no line.
  case emptyFile
  /// The file has more lines than an import may have.
  case tooManyLines
  /// The file is no table: the position of the fault, and a sentence about it.
  case damagedFile(line: Int, column: Int, String)
  /// A value is none of the possible words: the name of the value, and the words.
  case badWord(String, [String])
  /// The file has another number of columns: the number of fields, and that of columns.
  case wrongColumnCount(fields: Int, columns: Int)
  /// The fields of the columns are wrong: a sentence.
  case wrongFields(String)
  /// The plan is not the one that the person saw.
  case planChanged
  /// An import was taken back, except for records that others had changed since: the number of their copies.
  case partlyTakenBack(kept: Int)
  /// Lines are refused: their number.
  case linesRefused(Int)
  /// The library has all of it already.
  case nothingToImport
  /// The archive of a library is damaged: the entry, the line and the character where there is one, and a sentence.
  case damagedArchive(entry: String?, line: Int?, column: Int?, String)
  /// The archive is of a later version: that version, and this one.
  case newerArchive(theirs: String, ours: String)
  /// The file is no library: its first bytes in hexadecimal.
  case unknownFile(String)
  /// There would be more settings of devices than a store has room for.
  case tooManyDeviceSettings
  /// The library has records already.
  case libraryNotEmpty
  /// The hub is stopping.
  case stopped

  package var description: String {
    switch self {
    case .unknownColumns(let names, let known):
      "The table has no column \(names.map { "'\($0)'" }.joined(separator: ", ")). Its columns: "
        + known.joined(separator: ", ") + "."
    case .repeatedColumn(let name): "The column '\(name)' is named twice."
    case .diskFull: "The disk is full. Nothing was exported or imported."
    case .unavailable(let reason): reason
    case .noSuchImport: "There is no such import, or it has ended. Send the file again."
    case .wrongPhase(.checking): "The file is being checked. Wait until it is ready."
    case .wrongPhase(.applying): "The file is being imported. Wait until it has ended."
    case .wrongPhase(.applied): "The file was imported already."
    case .wrongPhase: "The file is not ready to be imported."
    case .emptyFile: "The file is empty."
    case .tooManyLines: "The file has more than \(LibraryImports.lineLimit) lines. Split it into several files."
    case .damagedFile(let line, let column, let sentence): "Line \(line), character \(column): \(sentence)"
    case .badWord(let name, let words): "'\(name)' must be one of \(words.joined(separator: ", "))."
    case .wrongColumnCount(let fields, let columns):
      "'fields' has \(fields) entries. The file has \(columns) columns, and each needs one entry."
    case .wrongFields(let sentence): sentence
    case .planChanged: "The library has changed since the preview. Look at the preview again. Nothing was imported."
    case .partlyTakenBack(let kept):
      "The import was taken back, except for \(kept) \(kept == 1 ? "copy" : "copies") that others have changed since."
    case .linesRefused(let count):
      "\(count) \(count == 1 ? "line is" : "lines are") refused. Correct the file, or leave them out with skipsRefused."
    case .nothingToImport: "The library already has all of it."
    case .damagedArchive(let entry, let line, let column, let sentence):
      [
        [entry, line.map { "line \($0)" }, column.map { "character \($0)" }].compactMap(\.self).joined(separator: ", "),
        sentence,
      ].filter { !$0.isEmpty }.joined(separator: ": ")
    case .newerArchive(let theirs, let ours):
      "The archive is of a newer version: \(theirs). This is \(ours). Update this hub first."
    case .unknownFile(let bytes):
      """
      The file is neither an archive of a library, nor a database, a property list or JSON. It begins with \(bytes). \
      A table, such as CSV, has an import of its own.
      """
    case .tooManyDeviceSettings: "There is room for \(DeviceSetting.countLimit) settings of devices. Clear some first."
    case .libraryNotEmpty:
      "The library has records already. Import an archive into an empty hub, or merge it into this library."
    case .stopped: "The hub is stopping."
    }
  }
}
