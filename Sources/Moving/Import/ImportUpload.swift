internal import CSV
internal import Threads

/// A file that a client sends, written to a file without a name while it arrives. Its encoding and its delimiter are found
/// out on the way.
package final class ImportUpload: Sendable {
  // The file is used under the lock alone.
  private struct State: @unchecked Sendable {
    var file: ExportFile?
    var survey = CSVSurvey()
    var fault: MovingError?
  }

  private let state: Locked<State>

  /// - Parameter folder: the folder on whose disk the file is.
  /// - Throws: `MovingError.diskFull` or `.unavailable`.
  init(in folder: String) throws(MovingError) { state = Locked(State(file: try ExportFile(in: folder))) }

  /// Takes the next part. A fault, such as a full disk, is noted for `finish`; the rest is then dropped.
  package func take(_ part: UnsafeRawBufferPointer) {
    state.withLock { state in
      guard state.fault == nil, let file = state.file else { return }
      state.survey.add(part)
      do throws(MovingError) {
        try file.append(Array(part))
      } catch {
        (state.fault, state.file) = (error, nil)
      }
    }
  }

  /// The SHA-256 digest of the content in hexadecimal.
  package var digest: String { state.withLock { $0.file?.digests.hexadecimal ?? "" } }

  /// Gives up what arrived.
  package func discard() { state.withLock { $0.file = nil } }

  /// Returns the complete file.
  ///
  /// - Throws: the fault of the arrival, or `MovingError.emptyFile`.
  func finish() throws(MovingError) -> ImportFile {
    try state.withLock { state throws(MovingError) in
      if let fault = state.fault { throw fault }
      guard let file = state.file, file.count > 0 else { throw .emptyFile }
      return ImportFile(descriptor: try file.finish(), count: file.count, dialect: state.survey.dialect)
    }
  }
}
