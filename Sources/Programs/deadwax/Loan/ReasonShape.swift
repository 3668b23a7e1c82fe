/// A reason as the API returns it.
struct ReasonShape: Decodable {
  var code: String
  var detail: String?

  var line: String { printable(detail.flatMap { $0.isEmpty ? nil : $0 } ?? code) }
}
