internal import Secrets
internal import Threads

/// The content that a client sends. A small one stays in memory. A larger one is written to a file without a name
/// while it arrives, beside the files of the attachments, and is removed with this object unless it is stored.
package final class IncomingFile: Sendable {
  /// The number of bytes above which a content is written to a file.
  package static let memoryLimit = 64 * 1024

  // The file is used under the lock alone.
  private struct State: @unchecked Sendable {
    var memory: [UInt8] = []
    var file: ScratchFile?
    var parts = SHA256Parts()
    var count = 0
    /// The bytes that are taken from the space of all uploads.
    var taken = 0
    var fault: AttachmentError?
  }

  /// The place of a content that does not stay in memory.
  struct Place: Sendable {
    let folder: ContentFolder
    let space: UploadSpace
    /// The most bytes that all uploads may have together now.
    let room: Int
    /// The error for a content that needs more.
    let full: AttachmentError
  }

  private let state: Locked<State>
  private let place: Place?

  /// A content that is complete, in memory.
  package init(_ bytes: [UInt8]) {
    place = nil
    state = Locked(State(memory: bytes, count: bytes.count))
    bytes.withUnsafeBytes { bytes in state.withLock { $0.parts.add(bytes) } }
  }

  /// A content that begins to arrive.
  ///
  /// - Parameters:
  ///   - place: the place of its file.
  ///   - length: the announced number of bytes, whose space is taken at once; nil if there is none.
  /// - Throws: `place.full` if there is no room for the announced bytes.
  init(in place: Place, length: Int?) throws(AttachmentError) {
    self.place = place
    state = Locked(State(taken: length ?? 0))
    guard place.space.take(length ?? 0, of: place.room) else {
      state.withLock { $0.taken = 0 }
      throw place.full
    }
  }

  deinit { place?.space.release(state.withLock { $0.taken }) }

  /// Takes the next part. A fault, such as a full disk, is noted for `check`; the rest is then dropped.
  package func take(_ part: UnsafeRawBufferPointer) {
    state.withLock { state in
      state.parts.add(part)
      state.count += part.count
      guard state.fault == nil else { return }
      do throws(AttachmentError) {
        try add(part, to: &state)
      } catch {
        state.fault = error
        state.memory = []
        state.file = nil
      }
    }
  }

  /// Gives up what arrived.
  package func discard() {
    state.withLock { state in
      state.memory = []
      state.file = nil
    }
  }

  /// The SHA-256 digest of the content in hexadecimal.
  package var digest: String { state.withLock { $0.parts.hexadecimal } }

  /// The number of bytes that arrived.
  package var count: Int { state.withLock { $0.count } }

  /// - Throws: the fault of the arrival.
  func check() throws(AttachmentError) {
    if let fault = state.withLock({ $0.fault }) { throw fault }
  }

  /// Returns at most so many bytes from a position.
  func bytes(at position: Int, count: Int) -> [UInt8] {
    state.withLock { state in
      state.file?.bytes(at: position, count: count) ?? Array(state.memory.dropFirst(position).prefix(count))
    }
  }

  /// Returns a function that returns the content part by part, and an empty part at its end.
  func parts() -> () -> [UInt8] {
    var position = 0
    return { [self] in
      let part = bytes(at: position, count: 256 * 1024)
      position += part.count
      return part
    }
  }

  /// Stores the content unchanged under a name.
  ///
  /// - Returns: true if the file is new, false if it was there.
  /// - Throws: `AttachmentError.diskFull` or `.unavailable`.
  func store(in folder: ContentFolder, as name: String) throws(AttachmentError) -> Bool {
    try state.withLock { state throws(AttachmentError) in
      guard let file = state.file else { return try folder.store(state.memory, as: name) }
      return try folder.store(file, as: name)
    }
  }

  private func add(_ part: UnsafeRawBufferPointer, to state: inout State) throws(AttachmentError) {
    if let place, state.count > state.taken {
      guard place.space.take(state.count - state.taken, of: place.room) else { throw place.full }
      state.taken = state.count
    }
    if state.file == nil, state.count > Self.memoryLimit, let place {
      let file = try place.folder.scratch()
      try file.append(state.memory)
      state.memory = []
      state.file = file
    }
    if let file = state.file { try file.append(part) } else { state.memory += part }
  }
}
