/// The labels of a job with the scans since they were made.
struct LabelCheckShape: Decodable {
  struct Label: Decodable {
    var code: String
    var text: String
    var seenAt: String?
    var quality: Double?
    var reader: String?
  }

  var total: Int
  var seen: Int
  var labels: [Label]
}
