extension HostMessage: Codable {
  /// The request for pictures, as a line has it.
  package struct PreviewWanted: Codable, Sendable { var fps: Double }

  /// The order to cancel, as a line has it.
  package struct Cancellation: Codable, Sendable { var id: String }

  /// The words of the types that are no orders for tags.
  package enum Kind: String, CaseIterable, Sendable { case preview, cancel, stop }

  private enum CodingKeys: String, CodingKey { case type }

  /// The largest rate of pictures.
  private static let rates = 0.0...60

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let word = try members.decode(String.self, forKey: .type)
    func refused(_ reason: String) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: .type, in: members, debugDescription: reason)
    }
    if TagOrder.Action(rawValue: word) != nil {
      self = .tag(try TagOrder(from: decoder))
      return
    }
    switch Kind(rawValue: word) {
    case .preview:
      let rate = try PreviewWanted(from: decoder).fps
      guard Self.rates.contains(rate) else { throw refused("'fps' is not a number from 0 to 60") }
      self = .preview(framesPerSecond: rate)
    case .cancel:
      let id = try Cancellation(from: decoder).id
      guard TagOrder.isID(id) else { throw refused("'id' is not 1 to \(TagOrder.idLimit) bytes") }
      self = .cancel(id)
    case .stop: self = .stop
    case nil: throw refused("an unknown type '\(word.prefix(40))'")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .preview(let rate):
      try members.encode(Kind.preview.rawValue, forKey: .type)
      try PreviewWanted(fps: rate).encode(to: encoder)
    case .tag(let order): try order.encode(to: encoder)
    case .cancel(let id):
      try members.encode(Kind.cancel.rawValue, forKey: .type)
      try Cancellation(id: id).encode(to: encoder)
    case .stop: try members.encode(Kind.stop.rawValue, forKey: .type)
    }
  }
}
