internal import Glibc

/// An exclusive claim to a path for as long as this program uses the database there.
///
/// The mark next to the database is locked too, but it moves with its folder. If a folder were moved away under a
/// running hub, a second start would find nothing and begin with an empty database. A socket in the abstract namespace
/// (`unix(7)`) is bound to the path itself, independent of the files, and disappears with the program.
///
/// A freshly forked child of this process holds the socket too, until it calls `exec`. On a busy machine that can take
/// a while. Therefore a released claim is shut down first: no one can connect to it from then on. A second program that
/// finds such a socket waits until it is gone.
final class PathClaim {
  let socket: Int32

  /// Binds the socket for a path.
  ///
  /// - Returns: nil if such a socket is not available, as in a sandbox without sockets. The lock of the mark is the
  ///   only protection then.
  /// - Throws: `.busy` when another program, or another `Database` of this process, has the path.
  init?(path: String) throws(StorageError) {
    guard let file = Self.newSocket() else { return nil }
    guard Self.bind(file, to: Self.name(of: path)) else {
      let code = errno
      close(file)
      guard code == EADDRINUSE else { return nil }
      throw StorageError(
        .busy, call: "bind", message: "another program has the database open, or a previous one at \(path)")
    }
    socket = file
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private static func newSocket() -> Int32? {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let file = Glibc.socket(AF_UNIX, Int32(kind), 0)
    return file >= 0 ? file : nil
  }

  /// The number of attempts: for a claim that is held, since a killed hub may have left a forked child, and for one
  /// that was released already.
  private static let attempts = (held: 20, givenBack: 1200)
  private static let pause: UInt32 = 25_000

  private static func bind(_ file: Int32, to name: [UInt8]) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      // The first byte stays zero, which makes the name abstract.
      for (index, byte) in name.prefix(room.count - 1).enumerated() { room[index + 1] = byte }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.count)
    func withAddress(_ call: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
      withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0) } }
    }
    for attempt in 0..<attempts.givenBack {
      // It listens at once, so that others can recognise a claim that is held.
      if withAddress({ Glibc.bind(file, $0, length) }) == 0 { return listen(file, 8) == 0 }
      guard errno == EADDRINUSE else { return false }
      if attempt >= attempts.held {
        guard let question = newSocket() else { break }
        let isHeld = withAddress { connect(question, $0, length) } == 0 || errno != ECONNREFUSED
        close(question)
        if isHeld { break }
      }
      usleep(pause)
    }
    errno = EADDRINUSE
    return false
  }

  /// Throws `.busy` if another program has the path. Does not retain the claim.
  static func check(_ path: String) throws(StorageError) { _ = try PathClaim(path: path) }

  /// Computes the socket's name, which is the same for every spelling of the path. A name has at most 107 bytes, so a
  /// long path is represented by its hash and its end.
  private static func name(of path: String) -> [UInt8] {
    // If the folder no longer exists, its nearest existing ancestor is resolved.
    var (folder, rest) = (path, "")
    var resolved: String?
    while resolved == nil, let slash = folder.lastIndex(of: "/") {
      rest = folder[slash...] + rest
      folder = String(folder[..<slash])
      resolved = real(folder.isEmpty ? "/" : folder)
    }
    let whole = Array(((resolved ?? real(".") ?? ".") + (resolved == nil ? "/" + folder : "") + rest).utf8)
    let digest = whole.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Array("deadwax:\(String(digest, radix: 16)):".utf8) + whole.suffix(64)
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
