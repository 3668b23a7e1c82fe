/// The subjects of labels in a request. Exactly one member is set.
struct LabelSubjects: Encodable {
  var copies: [String]?
  var place: String?
  var search: String?
  var places: [String]?
  var slots: [String]?
  var borrowers: [String]?
  var commands: Bool?
  var blanks: Int?
  var alignment: Bool?
}
