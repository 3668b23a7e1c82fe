internal import CCairo

/// The bytes that cairo has written so far. It must outlive the surface that writes into it.
final class CairoOutput {
  fileprivate(set) var bytes: [UInt8] = []

  /// The address for `cairo_write_func_t`.
  var sink: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

/// Appends bytes to the `CairoOutput` at an address (`cairo_write_func_t`). A C callback has to be a file-scope function.
func takeBytes(
  _ sink: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let sink, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
  Unmanaged<CairoOutput>.fromOpaque(sink).takeUnretainedValue().bytes
    .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
  return CAIRO_STATUS_SUCCESS
}
