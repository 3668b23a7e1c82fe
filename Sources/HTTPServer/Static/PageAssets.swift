/// The files that pages load: modules, styles, icons, texts. All of them have one version, so that a browser stores them
/// for a year and a page never mixes two versions.
///
/// The address of `/page/list.js` is `/a/VERSION/page/list.js`. Modules import each other by the address without the
/// version; the import map of each page adds it.
struct PageAssets {
  /// The files by their path, such as `page/list.js`.
  let files: [String: [UInt8]]
  /// A hash of all paths and contents.
  let version: String

  init(_ files: [String: [UInt8]]) {
    self.files = files
    let tags = files.sorted { $0.key < $1.key }.map { "\($0.key) \(StaticFiles.entityTag($0.value))\n" }
    version = String(StaticFiles.entityTag(Array(tags.joined().utf8)).filter(\.isHexDigit).prefix(12))
  }

  /// The address below which the files are, without a slash at its end.
  var base: String { "/a/\(version)" }

  /// The import map (WHATWG HTML, 8.1.6.2): each address of this server that a module imports leads to this version.
  var importMap: String { "{\"imports\":{\"/\":\"\(base)/\"}}" }

  /// Returns true if there is a file at an address without the version, such as `/page/list.js`.
  func has(_ address: some StringProtocol) -> Bool {
    address.hasPrefix("/") && files[String(address.dropFirst())] != nil
  }

  /// Returns HTML in which each quoted address of a file has the version, such as `"/icons.svg#disc"`.
  func versioned(_ html: String) -> String {
    var parts = html.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices where has(parts[index].prefix { $0 != "#" && $0 != "?" }) {
      parts[index] = base + parts[index]
    }
    return parts.joined(separator: "\"")
  }

  /// Returns the modules that a module needs before it runs, nearest first, without itself.
  ///
  /// - Parameter module: the address of a module.
  /// - Returns: the addresses; modules that are imported later with `import()` are not among them.
  /// - Throws: `HTTPServerError.file` if a module imports one that is not there.
  func modules(of module: String) throws(HTTPServerError) -> [String] {
    var found = [module]
    var next = 0
    while next < found.count {
      let importer = found[next]
      next += 1
      for address in Self.imports(files[String(importer.dropFirst()), default: []]) where !found.contains(address) {
        guard has(address) else {
          throw .file(path: String(importer.dropFirst()), reason: "it imports \(address), which is not there")
        }
        found.append(address)
      }
    }
    return Array(found.dropFirst())
  }

  /// Returns the addresses of the static imports and re-exports of a module, in their order.
  private static func imports(_ module: [UInt8]) -> [String] {
    module.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let line = line.drop { $0 == UInt8(ascii: " ") }
      // Other lines are not looked at character by character: modules are long.
      guard let first = line.first,
        first == UInt8(ascii: "i") || first == UInt8(ascii: "e") || first == UInt8(ascii: "}")
      else { return nil }
      let text = String(decoding: line, as: UTF8.self)
      guard text.hasSuffix(".js\";") else { return nil }
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "import " || parts[0].hasSuffix(" from ") else { return nil }
      return String(parts[1])
    }
  }
}
