/// A page of jobs.
struct TagJobPage: Decodable {
  var items: [TagJobShape]
  var next: String?
}
