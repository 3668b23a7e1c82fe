package import HTTPServer
internal import RequestRecords
internal import Threads

extension Access {
  /// Ends a stream when the token that opened it is revoked.
  ///
  /// - Parameters:
  ///   - stream: the stream that was just opened.
  ///   - caller: the caller that opened it. A stream without a token is not affected.
  /// - Throws: a `StorageError`.
  package func bind(_ stream: EventStream, to caller: Caller) throws {
    guard let token = caller.token else { return }
    let key = ObjectIdentifier(stream)
    streams.withLock { $0[token, default: [:]][key] = stream }
    stream.onClose { [self] in
      streams.withLock { streams in
        streams[token]?[key] = nil
        if streams[token]?.isEmpty == true { streams[token] = nil }
      }
    }
    // A revocation between the check of the request and the registration above has not ended this stream.
    if try !records.isLive(token) { stream.close() }
  }
}
