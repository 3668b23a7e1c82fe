/// The content codings that a client accepts (RFC 9110, 12.5.3).
struct AcceptedCodings {
  private let header: String?

  /// - Parameter header: the value of `Accept-Encoding`; nil if the request has none.
  init(_ header: String?) { self.header = header }

  /// True if the client asked for gzip, by its name or by `*`. A client without the field may accept everything, but
  /// simple programs do not, so it gets the file itself.
  var hasGzip: Bool {
    guard let header else { return false }
    var any: Bool?
    for entry in header.split(separator: ",") {
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let name = parts.first else { continue }
      let isWanted = !parts.dropFirst().contains { Self.isZero($0) }
      if name == "gzip" || name == "x-gzip" { return isWanted }
      if name == "*" { any = isWanted }
    }
    return any ?? false
  }

  /// True for a weight of zero, such as `q=0` or `q=0.000`.
  private static func isZero(_ parameter: String) -> Bool {
    parameter.hasPrefix("q=") && parameter.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
  }
}
