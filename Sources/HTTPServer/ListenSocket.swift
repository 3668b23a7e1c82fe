internal import Glibc

/// A listening socket. It is opened here and not by libmicrohttpd, so that the reason for a failure can be reported.
enum ListenSocket {
  /// Binds and listens.
  ///
  /// - Parameters:
  ///   - address: a numeric IPv4 or IPv6 address.
  ///   - port: the port; 0 lets the kernel choose.
  /// - Returns: the descriptor and the bound port.
  /// - Throws: `portTaken`, `badAddress`, or the system call that failed.
  static func open(address: String, port: Int) throws(HTTPServerError) -> (descriptor: Int32, port: Int) {
    guard (0...65_535).contains(port) else { throw .badAddress("\(address):\(port)") }
    var storage = sockaddr_storage()
    let length = try fill(&storage, address, UInt16(port))
    let descriptor = socket(
      Int32(storage.ss_family), Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw failure("socket") }
    do throws(HTTPServerError) {
      // Allows a new start to bind the port while connections of the previous process are in TIME_WAIT. Unlike
      // SO_REUSEPORT, it does not let a second server share the port.
      var yes: Int32 = 1
      guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
        throw failure("setsockopt")
      }
      let code = withUnsafePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      guard code == 0 else {
        throw errno == EADDRINUSE ? .portTaken(address: address, port: port) : failure("bind")
      }
      guard listen(descriptor, 512) == 0 else {
        throw errno == EADDRINUSE ? .portTaken(address: address, port: port) : failure("listen")
      }
      return (descriptor, try boundPort(descriptor))
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func fill(
    _ storage: inout sockaddr_storage, _ address: String, _ port: UInt16
  ) throws(HTTPServerError) -> socklen_t {
    var four = sockaddr_in()
    if inet_pton(AF_INET, address, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
      return socklen_t(MemoryLayout<sockaddr_in>.size)
    }
    var six = sockaddr_in6()
    guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else { throw .badAddress(address) }
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
    return socklen_t(MemoryLayout<sockaddr_in6>.size)
  }

  private static func boundPort(_ descriptor: Int32) throws(HTTPServerError) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { throw failure("getsockname") }
    // The port is at the same offset in sockaddr_in and sockaddr_in6.
    return withUnsafeBytes(of: storage) { Int($0.loadUnaligned(fromByteOffset: 2, as: UInt16.self).bigEndian) }
  }

  private static func failure(_ call: String) -> HTTPServerError {
    let code = errno
    return .system(call: call, code: code, reason: String(cString: strerror(code)))
  }
}
