/// The pages of the hub with everything they load, composed once.
///
/// Each `x.html` of the folder is a declaration of a page, and `shell.html` is what all pages have in common. A page that
/// begins with `<` is whole and stays as it is. The other files are assets with one common version.
package struct PageTree: Sendable {
  /// The pages, at their addresses and not to be stored.
  package let pages: StaticFiles
  /// The assets at their own addresses, for programs that know no version.
  package let assets: StaticFiles
  /// The version of the assets: a different one if any of them is different.
  package let version: String

  /// Reads a folder and composes its pages.
  ///
  /// - Parameters:
  ///   - directory: a folder with `shell.html`, with at most 64 MiB, in folders at most eight levels deep.
  ///   - fonts: the addresses of fonts that every page needs for its first picture.
  ///   - sha256: a function that returns the SHA-256 digest of a text in base64, by which the policy of a page allows its
  ///     import map.
  /// - Throws: `HTTPServerError.file` for a file that cannot be read, a declaration that is wrong, or a file that a page
  ///   or a module loads and that is not there.
  package init(
    directory: String, fonts: [String], sha256: (String) -> String
  ) throws(HTTPServerError) {
    var files: [String: [UInt8]] = [:]
    for (name, bytes) in try StaticFiles.files(in: directory) { files[name] = bytes }
    guard let shell = files.removeValue(forKey: PageShell.name) else {
      throw .file(path: directory, reason: "there is no \(PageShell.name)")
    }
    let frame = try PageShell(String(decoding: shell, as: UTF8.self))
    let declared = files.filter { $0.key.hasSuffix(".html") }
    let loaded = PageAssets(files.filter { !$0.key.hasSuffix(".html") })
    var composed: [String: [UInt8]] = [:]
    for (name, bytes) in declared {
      guard bytes.first != UInt8(ascii: "<") else {
        composed[name] = bytes
        continue
      }
      let page = try PageDeclaration(String(decoding: bytes, as: UTF8.self), path: name)
      composed[name] = Array(try frame.html(of: page, path: name, assets: loaded, fonts: fonts).utf8)
    }
    version = loaded.version
    pages = StaticFiles(
      composed, cacheControl: "no-cache", headers: StaticFiles.securityHeaders(inline: sha256(loaded.importMap)))
    assets = StaticFiles(loaded.files, cacheControl: "no-cache", headers: StaticFiles.securityHeaders())
  }

  /// The routes of the pages and of the assets. An asset is also at its address with the version, where browsers store
  /// it for a year.
  package var routes: [Route] {
    let versioned = assets.pages.filter { StaticFiles.isServable($0.name) }.map { [version] page in
      Route(.get, "/a/{version}/\(page.name)", bodyLimit: 0) { request, reply in
        // A page of before the hub was updated gets the file of today, which it must not store under its own version.
        let isCurrent = request.parameter("version") == version
        reply(
          page.answer(
            request, cacheControl: isCurrent ? StaticFiles.forever : "no-store", headers: Self.assetHeaders(page)))
      }
    }
    return pages.routes + assets.routes + versioned
  }

  /// Returns the header fields of an asset. Only a document has a policy for what it loads; a drawing is one if a browser
  /// opens it by itself.
  private static func assetHeaders(_ page: StaticFiles.Page) -> [(String, String)] {
    page.name.hasSuffix(".svg")
      ? StaticFiles.securityHeaders() : [("Cross-Origin-Resource-Policy", "same-origin")]
  }
}
