internal import CMicroHTTPD
internal import Log

/// Turns a response into the library's and queues it.
enum Outgoing {
  /// - Parameters:
  ///   - response: what is sent; a stream is attached already.
  ///   - connection: the library's, in its access handler.
  ///   - closing: whether the connection ends after it.
  ///   - logger: hears of header fields that cannot be sent.
  /// - Returns: false when the library did not take it.
  static func queue(
    _ response: HTTPResponse, on connection: OpaquePointer, closing: Bool, logger: Logger
  ) -> Bool {
    let made: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
      made = bytes.withUnsafeBytes { buffer in
        MHD_create_response_from_buffer(
          buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      made = MHD_create_response_from_callback(
        .max, 4096, readStream, Unmanaged.passRetained(stream).toOpaque(), releaseStream)
      if made == nil { releaseStream(Unmanaged.passUnretained(stream).toOpaque()) }
    }
    guard let made else { return false }
    defer { MHD_destroy_response(made) }
    for (name, value) in response.headers where MHD_add_response_header(made, name, value) != .YES {
      logger.error("The header field \(name) cannot be sent.")
    }
    if closing { MHD_add_response_header(made, "Connection", "close") }
    return MHD_queue_response(connection, UInt32(response.status), made) == .YES
  }
}

private func readStream(
  _ stream: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  // MHD_CONTENT_READER_END_OF_STREAM and _END_WITH_ERROR are macros that Swift does not import.
  guard let stream, let buffer else { return -2 }
  var dropped = false
  let count = Unmanaged<EventStream>.fromOpaque(stream).takeUnretainedValue().read(
    into: UnsafeMutableRawBufferPointer(start: buffer, count: size), dropped: &dropped)
  return count ?? (dropped ? -2 : -1)
}

private func releaseStream(_ stream: UnsafeMutableRawPointer?) {
  guard let stream else { return }
  Unmanaged<EventStream>.fromOpaque(stream).takeRetainedValue().finish()
}
