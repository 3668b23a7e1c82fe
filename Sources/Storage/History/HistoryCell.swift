/// A value of a row, or its child rows. The ledger contains neither reals nor blobs.
enum HistoryCell: Equatable, Decodable {
  case null
  case integer(Int64)
  case text(String)
  case rows([[String: HistoryCell]])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else {
      self = .rows(try container.decode([[String: HistoryCell]].self))
    }
  }
}

extension HistoryCell: Bindable {
  var binding: Binding {
    switch self {
    case .integer(let integer): .integer(integer)
    case .text(let text): .text(text)
    case .null, .rows: .null
    }
  }
}
