internal import CZlib

/// Compression of files in the gzip format (RFC 1952) by zlib.
enum Gzip {
  /// Bit 4 of the window selects the gzip format instead of zlib's own (zlib.h, `deflateInit2`).
  private static let window = 15 + 16
  private static let memory: Int32 = 8

  /// Returns a file as gzip. The header has neither a name nor a time, so equal files give equal bytes.
  ///
  /// - Parameter bytes: at most 4 GiB.
  /// - Returns: the compressed file; nil if it is not at least a tenth smaller, or if there is no memory.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, Int32(window), memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    // A file that does not fit here is not worth it.
    var packed = [UInt8](repeating: 0, count: bytes.count - bytes.count / 10)
    var input = bytes
    let isComplete = input.withUnsafeMutableBufferPointer { input in
      packed.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    guard isComplete else { return nil }
    packed.removeLast(Int(stream.avail_out))
    return packed
  }
}
