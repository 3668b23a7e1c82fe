/// The reason a frame was skipped. Such frames are normal on a busy USB: they are counted, and the stream continues.
package enum FrameFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The driver reports that the content is damaged (V4L2_BUF_FLAG_ERROR).
  case flagged
  /// The frame has fewer bytes than its format needs.
  case short(bytes: Int, needed: Int)
  /// The frame has more bytes than its buffer or its format allows.
  case long(bytes: Int, most: Int)
  /// The compressed frame is not a JPEG, as may happen with the first one after a change of format.
  case noJPEG
  /// The JPEG is cut, damaged, or claims an implausible size. The reason is the decoder's.
  case damaged(reason: String)
  /// The frame waited for so long that the view may have changed.
  case stale

  package var description: String {
    switch self {
    case .flagged: "the driver reports that it is damaged"
    case .short(let bytes, let needed): "it has \(bytes) bytes, but \(needed) are required"
    case .long(let bytes, let most): "it claims \(bytes) bytes, but has \(most)"
    case .noJPEG: "it is not a JPEG"
    case .damaged(let reason): reason
    case .stale: "it is too old"
    }
  }

  /// Checks a frame by the driver's report, before any of its bytes is read.
  ///
  /// - Parameters:
  ///   - isFlagged: true if V4L2_BUF_FLAG_ERROR is set.
  ///   - bytesUsed: the number of bytes, as reported.
  ///   - capacity: the bytes of the mapped buffer.
  ///   - format: the agreed format.
  /// - Returns: nil if the frame may be read up to `bytesUsed`.
  package static func judge(isFlagged: Bool, bytesUsed: Int, capacity: Int, format: CaptureFormat) -> FrameFault? {
    if isFlagged { return .flagged }
    let most = min(capacity, format.mostBytes)
    if bytesUsed > most { return .long(bytes: bytesUsed, most: most) }
    if bytesUsed < format.bytesNeeded { return .short(bytes: bytesUsed, needed: format.bytesNeeded) }
    return nil
  }
}
