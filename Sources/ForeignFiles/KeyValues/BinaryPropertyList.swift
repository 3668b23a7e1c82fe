/// Reads a binary property list, version 00. Each size is compared with the bytes that are there before it is used.
struct BinaryPropertyList {
  /// The seconds from 1970 to 2001, from which its times count.
  private static let epoch = 978_307_200.0

  private let bytes: [UInt8]
  private let offsets: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let objects: Int
  private var count = 0

  private init(_ bytes: [UInt8]) throws(ForeignFileError) {
    guard bytes.starts(with: Array("bplist00".utf8)) else {
      throw Self.damaged("The version of the binary property list is not 00.")
    }
    guard bytes.count >= 40 else { throw Self.damaged("The end of the binary property list is missing.") }
    let trailer = Array(bytes.suffix(32))
    let end = bytes.count - 32
    func number(_ range: Range<Int>) -> Int { trailer[range].reduce(0) { $0 << 8 | Int($1) } }
    // A size of more than 62 bits is wrong in any case.
    guard trailer[8] < 0x40, trailer[16] < 0x40, trailer[24] < 0x40 else { throw Self.damaged("Its table is damaged.") }
    (offsetSize, referenceSize) = (Int(trailer[6]), Int(trailer[7]))
    (objects, offsets) = (number(8..<16), number(24..<32))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), objects > 0, offsets >= 8, offsets <= end,
      objects <= (end - offsets) / offsetSize, number(16..<24) < objects
    else { throw Self.damaged("Its table of objects is damaged, or its end is missing.") }
    self.bytes = bytes
  }

  static func read(_ bytes: [UInt8]) throws(ForeignFileError) -> PropertyList {
    var reader = try BinaryPropertyList(bytes)
    let top = bytes.suffix(16).prefix(8).reduce(0) { $0 << 8 | Int($1) }
    return try reader.object(top, depth: 0)
  }

  private static func damaged(_ sentence: String, object: Int? = nil) -> ForeignFileError {
    .damaged(entry: object.map { "object \($0)" }, line: nil, column: nil, sentence)
  }

  private func number(at position: Int, size: Int) throws(ForeignFileError) -> Int {
    guard size <= 8, position >= 0, position <= bytes.count - 32 - size else {
      throw Self.damaged("A value leads out of the file.")
    }
    let value = bytes[position..<position + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw Self.damaged("A number is too large.") }
    return number
  }

  private mutating func object(_ index: Int, depth: Int) throws(ForeignFileError) -> PropertyList {
    func damaged(_ sentence: String) -> ForeignFileError { Self.damaged(sentence, object: index) }
    guard index < objects else { throw damaged("There is no such object.") }
    guard depth <= PropertyList.depthLimit else {
      throw damaged("Lists are in each other more than \(PropertyList.depthLimit) times, or forever.")
    }
    count += 1
    guard count <= PropertyList.countLimit else {
      throw damaged("The property list has more than \(PropertyList.countLimit) values.")
    }
    var position = try number(at: offsets + index * offsetSize, size: offsetSize)
    guard position >= 8, position < offsets else { throw damaged("Its place is outside the objects.") }
    let (kind, low) = (bytes[position] >> 4, Int(bytes[position] & 15))
    position += 1
    func part(_ size: Int) throws(ForeignFileError) -> ArraySlice<UInt8> {
      guard size >= 0, size <= offsets - position else { throw damaged("It leads out of the objects.") }
      return bytes[position..<position + size]
    }
    /// The number of elements, which follows if it is above 14.
    func elements() throws(ForeignFileError) -> Int {
      guard low == 15 else { return low }
      guard try part(1).first.map({ $0 >> 4 == 1 && $0 & 15 <= 3 }) == true else {
        throw damaged("Its size is damaged.")
      }
      let size = 1 << Int(bytes[position] & 15)
      let value = try number(at: position + 1, size: size)
      position += 1 + size
      return value
    }
    switch kind {
    case 0 where low == 8 || low == 9: return .flag(low == 9)
    case 1:
      guard low <= 4 else { throw damaged("A number has too many bytes.") }
      // One of 16 bytes has the number in its last eight.
      let raw = try part(1 << low).suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return .number(Int64(bitPattern: raw))
    case 2, 3:
      let raw = try part(1 << min(low, 6)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard low == 3 || low == 2 && kind == 2 else { throw damaged("A number has a wrong size.") }
      let value = low == 3 ? Double(bitPattern: raw) : Double(Float(bitPattern: UInt32(raw)))
      guard kind == 3 else { return .real(value) }
      guard let time = Int64(exactly: ((value + Self.epoch) * 1000).rounded()) else {
        throw damaged("This is no time.")
      }
      return .time(time)
    case 4: return .data(Array(try part(try elements())))
    case 5:
      let text = try part(try elements())
      guard text.allSatisfy({ $0 < 0x80 }) else { throw damaged("Its text is not ASCII.") }
      return .text(String(decoding: text, as: UTF8.self))
    case 6:
      let size = try elements()
      guard size <= bytes.count else { throw damaged("It leads out of the objects.") }
      let raw = Array(try part(size * 2))
      let units = stride(from: 0, to: raw.count, by: 2).map { UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1]) }
      guard let text = String(validating: units, as: UTF16.self) else { throw damaged("Its text is not UTF-16.") }
      return .text(text)
    case 8:
      return .number(Int64(try number(at: position, size: min(low + 1, 8))))
    case 10, 12: return .list(try references(try elements(), at: position, index, depth))
    case 13:
      let size = try elements()
      let keys = try references(size, at: position, index, depth)
      let values = try references(size, at: position + size * referenceSize, index, depth)
      var table: [String: PropertyList] = [:]
      for (key, value) in zip(keys, values) {
        guard case .text(let key) = key else { throw damaged("A key is no text.") }
        guard table.updateValue(value, forKey: key) == nil else { throw damaged("A key is there twice.") }
      }
      return .table(table)
    default: throw damaged("Its kind is unknown.")
    }
  }

  private mutating func references(
    _ size: Int, at position: Int, _ index: Int, _ depth: Int
  ) throws(ForeignFileError) -> [PropertyList] {
    guard size <= (offsets - min(position, offsets)) / referenceSize else {
      throw Self.damaged("It leads out of the objects.", object: index)
    }
    var values: [PropertyList] = []
    for element in 0..<size {
      let other = try number(at: position + element * referenceSize, size: referenceSize)
      values.append(try object(other, depth: depth + 1))
    }
    return values
  }
}
