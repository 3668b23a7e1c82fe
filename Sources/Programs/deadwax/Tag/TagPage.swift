/// A page of tags.
struct TagPage: Decodable {
  var items: [TagShape]
  var next: String?
}
