internal import Glibc

/// The pages of a directory, read once, and compressed when they are first wanted. A request is looked up in a table and
/// never becomes a file path.
package struct StaticFiles: Sendable {
  /// A served file.
  package struct Page: Sendable {
    /// The path below the directory, with slashes, such as `icons/cd.svg`.
    package let name: String
    package let contentType: String
    package let entityTag: String
    package let bytes: [UInt8]
    private let packed = PackedFile()

    /// The file in the gzip format; nil if that would not be smaller.
    package var compressed: [UInt8]? { packed.bytes(of: bytes) }

    init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
      contentType = ContentType.of(name)
      entityTag = StaticFiles.entityTag(bytes)
    }

    /// The entity tag of the compressed file: a strong tag belongs to one sequence of bytes (RFC 9110, 8.8.3).
    var compressedEntityTag: String { "\(entityTag.dropLast())-gzip\"" }
  }

  /// The pages in the order of their names.
  package let pages: [Page]

  /// The `Cache-Control` value of the pages.
  let cacheControl: String
  /// The other header fields of every page.
  let headers: [(String, String)]

  /// The header fields of a document. Scripts and styles load from this server only, inline code does not run, and no
  /// other page may frame this one.
  ///
  /// - Parameter inline: the SHA-256 digest in base64 of the only inline script that is allowed; nil for none.
  /// - Returns: the fields.
  static func securityHeaders(inline: String? = nil) -> [(String, String)] {
    let scripts = inline.map { " script-src 'self' 'sha256-\($0)';" } ?? ""
    return [
      (
        "Content-Security-Policy",
        "default-src 'self';\(scripts) img-src 'self' data: blob:; style-src 'self'; object-src 'none'; "
          + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
      ),
      ("X-Frame-Options", "DENY"),
      ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
  }

  /// The `Cache-Control` value of a file that never changes at its address.
  static let forever = "public, max-age=31536000, immutable"

  private static let mostBytes = 64 * 1024 * 1024
  private static let deepest = 8

  /// Reads all files below a directory. Names that begin with a dot are skipped.
  ///
  /// - Parameter directory: a directory with at most 64 MiB, in folders at most eight levels deep.
  /// - Throws: `HTTPServerError.file` for a file that cannot be read.
  package init(directory: String) throws(HTTPServerError) {
    self.init(try Self.files(in: directory), cacheControl: "no-cache", headers: Self.securityHeaders())
  }

  /// - Parameters:
  ///   - files: the bytes of each file by its name.
  ///   - cacheControl: the `Cache-Control` value of the files.
  ///   - headers: their other header fields.
  init(_ files: [String: [UInt8]], cacheControl: String, headers: [(String, String)]) {
    pages = files.sorted { $0.key < $1.key }.map { Page(name: $0.key, bytes: $0.value) }
    self.cacheControl = cacheControl
    self.headers = headers
  }

  /// Returns all files below a directory by their names, without those that begin with a dot.
  ///
  /// - Parameter directory: a directory with at most 64 MiB, in folders at most eight levels deep.
  /// - Returns: the bytes by the path below the directory.
  /// - Throws: `HTTPServerError.file` for a file that cannot be read.
  static func files(in directory: String) throws(HTTPServerError) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var room = mostBytes
    try collect(directory, below: "", depth: 0, &files, &room)
    return files
  }

  /// Reads files from anywhere on the machine that never change. Browsers cache them for a year without a new request.
  ///
  /// - Parameter files: the name under which each file is served, and its path. A file that cannot be read is skipped.
  package init(lasting files: [(name: String, path: String)]) {
    pages = files.compactMap { name, path in
      guard let bytes = try? Self.read(path, atMost: Self.mostBytes) else { return nil }
      return Page(name: name, bytes: bytes)
    }
    cacheControl = Self.forever
    headers = Self.securityHeaders()
  }

  /// The routes of the files, one for each path. `index.html` is also served at its folder, and any other `x.html` also
  /// at `x`.
  package var routes: [Route] {
    var routes: [Route] = []
    var taken: Set<String> = []
    for page in pages where Self.isServable(page.name) {
      for path in [page.name] + Self.shortNames(page.name) where taken.insert(path).inserted {
        routes.append(
          Route(.get, "/" + path, bodyLimit: 0) { [cacheControl, headers] request, reply in
            reply(page.answer(request, cacheControl: cacheControl, headers: headers))
          })
      }
    }
    return routes
  }

  private static func shortNames(_ name: String) -> [String] {
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    if name == folder + "index.html" { return [folder.isEmpty ? "" : String(folder.dropLast())] }
    return name.hasSuffix(".html") ? [String(name.dropLast(5))] : []
  }

  /// Returns false for a name that the router or a URL would interpret differently.
  static func isServable(_ name: String) -> Bool {
    !name.contains { $0 == "{" || $0 == "}" || $0 == "\\" }
  }

  private static func collect(
    _ directory: String, below prefix: String, depth: Int, _ files: inout [String: [UInt8]], _ room: inout Int
  ) throws(HTTPServerError) {
    guard depth <= deepest else { throw .file(path: directory, reason: "folders are nested more than \(deepest) deep") }
    guard let handle = opendir(directory) else { throw failure(directory) }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let path = directory + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else { throw failure(path) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        try collect(path, below: prefix + name + "/", depth: depth + 1, &files, &room)
      case S_IFREG:
        let bytes = try read(path, atMost: room)
        room -= bytes.count
        files[prefix + name] = bytes
      default:
        continue
      }
    }
  }

  private static func read(_ path: String, atMost limit: Int) throws(HTTPServerError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else {
        throw .file(path: path, reason: "the pages have more than \(mostBytes >> 20) MiB")
      }
      bytes.append(contentsOf: part[..<count])
    }
  }

  /// Returns the 64-bit FNV-1a hash and the length. It only distinguishes versions of one file.
  static func entityTag(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return "\"\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))\""
  }

  private static func failure(_ path: String) -> HTTPServerError {
    .file(path: path, reason: String(cString: strerror(errno)))
  }
}
