/// An event of a stream.
struct ServerSentEvent: Equatable {
  var id: String?
  var name: String
  var data: String
}
