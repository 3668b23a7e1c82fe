/// The codes of pictures of a shelf, to be arranged in their order.
package struct CodeRowsRequest: Codable, Sendable {
  /// The pictures in any order, as `POST /api/v1/stations/{name}/pictures` returns them.
  package var pictures: [Picture]

  /// The codes of one picture.
  package struct Picture: Codable, Sendable {
    package var codes: [PictureResource.FoundCode]

    package init(codes: [PictureResource.FoundCode]) {
      self.codes = codes
    }
  }

  package init(pictures: [Picture]) {
    self.pictures = pictures
  }
}
