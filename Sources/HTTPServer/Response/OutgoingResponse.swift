internal import CMicroHTTPD
internal import Log

/// The conversion of a response to libmicrohttpd's form.
enum OutgoingResponse {
  /// Queues a response.
  ///
  /// - Parameters:
  ///   - response: the response to send; its stream is already attached.
  ///   - connection: libmicrohttpd's connection, in its access handler.
  ///   - closing: true if the connection closes after the response.
  ///   - logger: the log for header fields that cannot be sent.
  /// - Returns: false if libmicrohttpd did not accept the response.
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
    case .file(let file):
      made = MHD_create_response_from_callback(
        UInt64(file.count), 64 << 10, readFile, Unmanaged.passRetained(file).toOpaque(), releaseFile)
      if made == nil { releaseFile(Unmanaged.passUnretained(file).toOpaque()) }
    }
    guard let made else { return false }
    defer { MHD_destroy_response(made) }
    for (name, value) in response.headers where MHD_add_response_header(made, name, value) != .YES {
      logger.error("The header field \(name) cannot be sent.")
    }
    // A browser must not guess a type other than the declared one.
    MHD_add_response_header(made, "X-Content-Type-Options", "nosniff")
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

private func readFile(
  _ file: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  guard let file, let buffer else { return -2 }
  let count = Unmanaged<FileBody>.fromOpaque(file).takeUnretainedValue().read(
    from: Int(position), into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
  // Fewer bytes than announced are an error too.
  return count.map { $0 == 0 ? -2 : $0 } ?? -2
}

private func releaseFile(_ file: UnsafeMutableRawPointer?) {
  guard let file else { return }
  Unmanaged<FileBody>.fromOpaque(file).release()
}
