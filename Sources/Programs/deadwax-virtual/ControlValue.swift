/// A JSON value in an answer of `ChipControl`.
enum ControlValue: Encodable, Sendable {
  case text(String)
  case number(Int)
  case truth(Bool)
  case list([ControlValue])
  case table([String: ControlValue])
  case none

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .truth(let truth): try container.encode(truth)
    case .list(let list): try container.encode(list)
    case .table(let table): try container.encode(table)
    case .none: try container.encodeNil()
    }
  }
}
