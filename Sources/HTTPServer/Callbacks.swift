internal import CMicroHTTPD
internal import Glibc
internal import Log

// libmicrohttpd calls these functions on its own threads. They are file-scope functions: a closure from an isolated
// context would trap on another thread.

func logLine(_ context: UnsafeMutableRawPointer?, _ line: UnsafePointer<CChar>?) {
  guard let engine = engine(context), let line else { return }
  var text = String(cString: line)
  while text.last?.isNewline == true { text.removeLast() }
  // The client is informed of its own errors. At a higher level, any client could fill the log.
  engine.logger.debug(text)
}

func acceptPeer(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> MHD_Result {
  guard let engine = engine(context) else { return .NO }
  return engine.isListening && engine.connections.accepts(PeerAddress(address)) ? .YES : .NO
}

func noteConnection(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ what: MHD_ConnectionNotificationCode
) {
  guard let engine = engine(context), let handle, let own else { return }
  switch what {
  case .CONNECTION_NOTIFY_STARTED:
    own.pointee = Unmanaged.passRetained(engine.opened(handle)).toOpaque()
  case .CONNECTION_NOTIFY_CLOSED:
    guard let pointer = own.pointee else { return }
    own.pointee = nil
    engine.closed(Unmanaged<HTTPConnection>.fromOpaque(pointer).takeRetainedValue())
  @unknown default:
    break
  }
}

func noteTarget(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let engine = engine(context), let target, let own = connection(handle) else { return nil }
  engine.begin(own.takeUnretainedValue(), UnsafeBufferPointer(start: target, count: strlen(target)))
  return own.toOpaque()
}

func takeRequest(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let engine = engine(context), let handle, let method, let version, let size,
    let pointer = own?.pointee
  else { return .NO }
  let connection = Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue()
  let proceeds = engine.proceed(
    connection, handle, method: method, version: version,
    part: UnsafeRawBufferPointer(start: part, count: size.pointee))
  size.pointee = 0
  return proceeds ? .YES : .NO
}

func noteCompleted(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  guard let engine = engine(context), let pointer = own?.pointee else { return }
  own?.pointee = nil
  engine.completed(Unmanaged<HTTPConnection>.fromOpaque(pointer).takeUnretainedValue())
}

private func engine(_ context: UnsafeMutableRawPointer?) -> Engine? {
  context.map { Unmanaged<Engine>.fromOpaque($0).takeUnretainedValue() }
}

private func connection(_ handle: OpaquePointer?) -> Unmanaged<HTTPConnection>? {
  guard let pointer = deadwax_mhd_context(handle)?.pointee else { return nil }
  return Unmanaged<HTTPConnection>.fromOpaque(pointer)
}
