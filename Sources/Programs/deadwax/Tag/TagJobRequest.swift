/// A request for a tag job.
struct TagJobRequest: Encodable {
  var action: String
  var station: String
  var uid: String?
  var copy: String?
  var overwrite: Bool?
  var move: Bool?
  var second: String?
  var seal: Bool?
  var seconds: Int?
}
