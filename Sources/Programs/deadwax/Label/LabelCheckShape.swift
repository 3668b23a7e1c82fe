/// The labels of a job with the scans since they were made.
struct LabelCheckShape: Decodable {
  struct Label: Decodable {
    /// Nil on a label without a symbol.
    var code: String?
    var text: String
    var seenAt: String?
    var quality: Double?
    var reader: String?
  }

  var total: Int
  var seen: Int
  var labels: [Label]
}
