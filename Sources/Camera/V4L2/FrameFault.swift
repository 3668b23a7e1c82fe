/// Why a frame was skipped. Such frames are normal on a busy USB; they are counted, and end nothing.
package enum FrameFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The driver says its content is damaged (V4L2_BUF_FLAG_ERROR).
  case flagged
  /// Fewer bytes than its format needs.
  case short(bytes: Int, needed: Int)
  /// More bytes than its buffer or its format has.
  case long(bytes: Int, most: Int)
  /// A compressed frame that is no JPEG, as the first one after a change of format may be.
  case noJPEG
  /// A JPEG that is cut or damaged, or claims a senseless size; the decoder's sentence.
  case damaged(reason: String)
  /// It had been waiting for so long that the desk may look different now.
  case stale

  package var description: String {
    switch self {
    case .flagged: "the driver says that it is damaged"
    case .short(let bytes, let needed): "it has \(bytes) bytes, and \(needed) are needed"
    case .long(let bytes, let most): "it claims \(bytes) bytes where there are \(most)"
    case .noJPEG: "it is no JPEG"
    case .damaged(let reason): reason
    case .stale: "it is too old"
    }
  }

  /// Judges a frame by what the driver says about it, before a byte of it is read.
  ///
  /// - Parameters:
  ///   - isFlagged: V4L2_BUF_FLAG_ERROR.
  ///   - bytesUsed: as told.
  ///   - capacity: bytes of the mapped buffer.
  ///   - format: agreed on.
  /// - Returns: nil when it may be read up to `bytesUsed`.
  package static func judge(isFlagged: Bool, bytesUsed: Int, capacity: Int, format: CaptureFormat) -> FrameFault? {
    if isFlagged { return .flagged }
    let most = min(capacity, format.mostBytes)
    if bytesUsed > most { return .long(bytes: bytesUsed, most: most) }
    if bytesUsed < format.bytesNeeded { return .short(bytes: bytesUsed, needed: format.bytesNeeded) }
    return nil
  }
}
