internal import Glibc

/// The pages of a directory, read and compressed once. A request is looked up in a table and never becomes a file path.
package struct StaticFiles: Sendable {
  /// A served file.
  package struct Page: Sendable {
    /// The path below the directory, with slashes, such as `icons/cd.svg`.
    package let name: String
    package let contentType: String
    package let entityTag: String
    package let bytes: [UInt8]
    /// The file in the gzip format; nil if that would not be smaller.
    package let compressed: [UInt8]?

    init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
      contentType = ContentType.of(name)
      entityTag = StaticFiles.entityTag(bytes)
      compressed = Gzip.compressed(bytes)
    }

    /// The entity tag of the compressed file: a strong tag belongs to one sequence of bytes (RFC 9110, 8.8.3).
    var compressedEntityTag: String { "\(entityTag.dropLast())-gzip\"" }
  }

  /// The pages in the order of their names.
  package let pages: [Page]

  /// The `Cache-Control` value of the pages.
  let cacheControl: String

  /// The header fields of every page. Scripts and styles load from this server only, inline code does not run, and no
  /// other page may frame this one.
  package static let securityHeaders = [
    (
      "Content-Security-Policy",
      "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; object-src 'none'; base-uri 'none'; "
        + "form-action 'self'; frame-ancestors 'none'"
    ),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static let mostBytes = 64 * 1024 * 1024
  private static let deepest = 8

  /// Reads all files below a directory. Names that begin with a dot are skipped.
  ///
  /// - Parameter directory: a directory with at most 64 MiB, in folders at most eight levels deep.
  /// - Throws: `HTTPServerError.file` for a file that cannot be read.
  package init(directory: String) throws(HTTPServerError) {
    var pages: [Page] = []
    var room = Self.mostBytes
    try Self.collect(directory, below: "", depth: 0, &pages, &room)
    self.pages = pages.sorted { $0.name < $1.name }
    cacheControl = "no-cache"
  }

  /// Reads files from anywhere on the machine that never change. Browsers cache them for a year without a new request.
  ///
  /// - Parameter files: the name under which each file is served, and its path. A file that cannot be read is skipped.
  package init(lasting files: [(name: String, path: String)]) {
    pages = files.compactMap { name, path in
      guard let bytes = try? Self.read(path, atMost: Self.mostBytes) else { return nil }
      return Page(name: name, bytes: bytes)
    }
    cacheControl = "public, max-age=31536000, immutable"
  }

  /// The routes of the files, one for each path. `index.html` is also served at its folder, and any other `x.html` also
  /// at `x`.
  package var routes: [Route] {
    var routes: [Route] = []
    var taken: Set<String> = []
    for page in pages where Self.isServable(page.name) {
      for path in [page.name] + Self.shortNames(page.name) where taken.insert(path).inserted {
        routes.append(Route(.get, "/" + path, bodyLimit: 0) { [self] request, reply in reply(answer(request, page)) })
      }
    }
    return routes
  }

  private func answer(_ request: HTTPRequest, _ page: Page) -> HTTPResponse {
    let packed = AcceptedCodings(request.header("accept-encoding")).hasGzip ? page.compressed : nil
    let entityTag = packed == nil ? page.entityTag : page.compressedEntityTag
    var response = HTTPResponse.file(packed ?? page.bytes, contentType: page.contentType, entityTag: entityTag)
    response.headers.append(("Cache-Control", cacheControl))
    response.headers.append(contentsOf: Self.securityHeaders)
    if page.compressed != nil { response.headers.append(("Vary", "Accept-Encoding")) }
    if packed != nil { response.headers.append(("Content-Encoding", "gzip")) }
    if let known = request.header("if-none-match"), Self.matches(known, entityTag) {
      response.status = 304
      response.body = .bytes([])
    }
    return response
  }

  /// Compares weakly, as `If-None-Match` requires (RFC 9110, 13.1.2).
  private static func matches(_ list: String, _ entityTag: String) -> Bool {
    list.split(separator: ",").contains { entry in
      var entry = entry.drop { $0 == " " || $0 == "\t" }
      while entry.last == " " || entry.last == "\t" { entry.removeLast() }
      if entry.hasPrefix("W/") { entry = entry.dropFirst(2) }
      return entry == "*" || entry == entityTag
    }
  }

  private static func shortNames(_ name: String) -> [String] {
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    if name == folder + "index.html" { return [folder.isEmpty ? "" : String(folder.dropLast())] }
    return name.hasSuffix(".html") ? [String(name.dropLast(5))] : []
  }

  /// Returns false for a name that the router or a URL would interpret differently.
  private static func isServable(_ name: String) -> Bool {
    !name.contains { $0 == "{" || $0 == "}" || $0 == "\\" }
  }

  private static func collect(
    _ directory: String, below prefix: String, depth: Int, _ pages: inout [Page], _ room: inout Int
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
        try collect(path, below: prefix + name + "/", depth: depth + 1, &pages, &room)
      case S_IFREG:
        let bytes = try read(path, atMost: room)
        room -= bytes.count
        pages.append(Page(name: prefix + name, bytes: bytes))
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
  fileprivate static func entityTag(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return "\"\(String(hash, radix: 16))-\(String(bytes.count, radix: 16))\""
  }

  private static func failure(_ path: String) -> HTTPServerError {
    .file(path: path, reason: String(cString: strerror(errno)))
  }
}
