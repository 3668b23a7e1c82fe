/// A scan as the API returns it, without the members that this program does not use.
struct ScanShape: Decodable {
  var id: String
  var seq: Int
  var station: String
  var at: String
  var symbology: String
  var text: String
  var outcome: OutcomeShape
}
