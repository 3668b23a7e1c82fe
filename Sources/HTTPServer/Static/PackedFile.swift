internal import Threads

/// The compressed form of a served file. It is made when a client first asks for the file: a hub has hundreds of files
/// at its start, and a browser asks for a few of them.
final class PackedFile: Sendable {
  private enum State {
    case unknown
    /// Nil if the compressed form would not be smaller.
    case known([UInt8]?)
  }

  private let state = Locked(State.unknown)

  /// Returns the file in the gzip format; nil if that would not be smaller.
  ///
  /// - Parameter file: the file, the same at each call.
  /// - Returns: the compressed file. Other clients wait while it is made, a few milliseconds.
  func bytes(of file: [UInt8]) -> [UInt8]? {
    state.withLock { state in
      if case .known(let bytes) = state { return bytes }
      let bytes = Gzip.compressed(file)
      state = .known(bytes)
      return bytes
    }
  }
}
