internal import Glibc
package import Imaging

/// Reading and writing of picture files. The format does not depend on the name, and a file is replaced atomically.
package enum PictureFile {
  /// The largest file size in bytes. Larger files are refused unread: no JPEG, PNG or PGM of 64 megapixels is larger.
  package static let lengthLimit = 256 << 20

  /// Reads a picture as grey.
  ///
  /// Colour becomes brightness by ITU-R BT.601, transparent parts are blended with white, and 16 bits become 8. The
  /// orientation noted in a JPEG is ignored, because barcodes are read in any orientation.
  ///
  /// - Parameter path: a file, or a link to one.
  /// - Returns: the picture in its stored size.
  /// - Throws: `PictureError` for a file that is missing, not a picture, too large, truncated or damaged.
  package static func read(_ path: String) throws(PictureError) -> LumaFrame { try decode(bytes(of: path)) }

  /// Decodes a picture in memory as grey, as `read(_:)` does.
  package static func decode(_ bytes: [UInt8]) throws(PictureError) -> LumaFrame {
    guard !bytes.isEmpty else { throw .empty }
    switch PictureFormat(firstBytes: bytes) {
    case .jpeg: return try JPEGPicture.decode(bytes)
    case .png: return try PNGPicture.decode(bytes)
    // No camera and no phone sends this format to a reader.
    case .webp: throw .unsupported(.webp, detail: "barcodes are read from JPEG, PNG and PGM pictures")
    case .pgm: return try PGMPicture.decode(bytes)
    case nil: throw .unknownFormat
    }
  }

  /// Writes a file atomically: a reader of `path` finds either the old content or the new one (rename(2)).
  ///
  /// - Parameters:
  ///   - bytes: an encoded picture.
  ///   - path: the file, which is replaced if it exists. A hidden temporary file next to it is removed before the call
  ///     ends.
  /// - Throws: `PictureError.unwritable`; the file at `path` is then unchanged.
  package static func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    let scratch = path[..<slash] + ".\(path[slash...]).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let file = open(String(scratch), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .unwritable(reason: systemMessage()) }
    var failure: String?
    var written = 0
    bytes.withUnsafeBytes { buffer in
      while written < buffer.count {
        let count = Glibc.write(file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failure = systemMessage()
          return
        }
        written += count
      }
    }
    if close(file) != 0, failure == nil { failure = systemMessage() }
    if failure == nil, rename(String(scratch), path) != 0 { failure = systemMessage() }
    if let failure {
      unlink(String(scratch))
      throw .unwritable(reason: failure)
    }
  }

  /// Reads a file whole.
  ///
  /// - Parameter path: a file, or a link to one.
  /// - Returns: its bytes, at least one.
  /// - Throws: `PictureError` for a file that is missing, empty or too large.
  package static func bytes(of path: String) throws(PictureError) -> [UInt8] {
    // Without O_NONBLOCK, a pipe in the folder would block until another program writes to it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .unreadable(reason: systemMessage()) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(reason: systemMessage()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    let size = Int(status.st_size)
    guard size <= lengthLimit else { throw .fileTooLarge(bytes: size) }
    guard size > 0 else { throw .empty }
    var failure: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let count = Glibc.read(file, buffer.baseAddress?.advanced(by: filled), size - filled)
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = systemMessage() }
        // A file that shrinks during the read is decoded up to its end and found to be truncated.
        guard count > 0 else { return }
        filled += count
      }
    }
    if let failure { throw .unreadable(reason: failure) }
    return bytes
  }
}

/// Returns the system's message for the call that just failed.
private func systemMessage() -> String {
  let code = errno
  return strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
