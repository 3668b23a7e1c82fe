internal import Threads

/// A package that a client sends, written to a file without a name while it arrives.
package final class ConcertUpload: Sendable {
  private struct State: Sendable {
    var file: ConcertFile?
    var fault: ConcertError?
  }

  private let state: Locked<State>

  /// - Parameter folder: the folder on whose disk the file is.
  /// - Throws: `ConcertError.diskFull` or `.unavailable`.
  init(in folder: String) throws(ConcertError) { state = Locked(State(file: try ConcertFile(in: folder))) }

  /// Takes the next part. A fault, such as a full disk, is noted for `finish`; the rest is then dropped.
  package func take(_ part: UnsafeRawBufferPointer) {
    state.withLock { state in
      guard state.fault == nil, let file = state.file else { return }
      do throws(ConcertError) {
        try file.append(part)
      } catch {
        (state.fault, state.file) = (error, nil)
      }
    }
  }

  /// The SHA-256 digest of the content in hexadecimal.
  package var digest: String { state.withLock { $0.file?.digest ?? "" } }

  /// Gives up what arrived.
  package func discard() { state.withLock { $0.file = nil } }

  /// Returns the complete file.
  ///
  /// - Throws: the fault of the arrival, or `ConcertError.emptyFile`.
  func finish() throws(ConcertError) -> ConcertFile {
    try state.withLock { state throws(ConcertError) in
      if let fault = state.fault { throw fault }
      guard let file = state.file, file.count > 0 else { throw .emptyFile }
      return file
    }
  }
}
