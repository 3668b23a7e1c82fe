/// A growing buffer of JSON bytes. An array would check at every append whether it has a unique owner.
final class JSONBytes {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = 4096
  private var count = 0

  init() { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }

  /// The bytes written so far.
  var all: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  @inline(__always)
  func append(_ byte: UInt8) {
    makeRoom(1)
    start[count] = byte
    count += 1
  }

  @inline(__always)
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    makeRoom(bytes.count)
    (start + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  /// Appends the name of a member with its quotation marks and colon.
  ///
  /// - Parameters:
  ///   - name: a name that needs no escaping.
  ///   - afterComma: true if another member precedes it.
  @inline(__always)
  func append(key name: StaticString, afterComma: Bool) {
    let length = name.utf8CodeUnitCount
    makeRoom(length + 4)
    if afterComma {
      start[count] = UInt8(ascii: ",")
      count += 1
    }
    start[count] = UInt8(ascii: "\"")
    (start + count + 1).update(from: name.utf8Start, count: length)
    start[count + length + 1] = UInt8(ascii: "\"")
    start[count + length + 2] = UInt8(ascii: ":")
    count += length + 3
  }

  /// Appends a number in decimal digits.
  func append(_ number: Int) {
    makeRoom(20)
    var rest = number.magnitude
    var digits = 1
    var limit: UInt = 10
    while digits < 19, rest >= limit {
      digits += 1
      limit *= 10
    }
    if digits == 19, rest >= limit { digits = 20 }
    if number < 0 {
      start[count] = UInt8(ascii: "-")
      count += 1
    }
    for place in stride(from: digits - 1, through: 0, by: -1) {
      start[count + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  /// Appends a text in quotation marks, with the required characters escaped.
  func append(quoting text: UnsafeBufferPointer<UInt8>) {
    // Reserves the maximum escaped length, so that the loop needs no checks.
    makeRoom(text.count * 6 + 2)
    start[count] = UInt8(ascii: "\"")
    var end = count + 1
    for byte in text {
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        start[end] = byte
        end += 1
      } else {
        end = escape(byte, at: end)
      }
    }
    start[end] = UInt8(ascii: "\"")
    count = end + 1
  }

  private func escape(_ byte: UInt8, at place: Int) -> Int {
    start[place] = UInt8(ascii: "\\")
    guard byte < 0x20 else {
      start[place + 1] = byte
      return place + 2
    }
    start[place + 1] = UInt8(ascii: "u")
    start[place + 2] = UInt8(ascii: "0")
    start[place + 3] = UInt8(ascii: "0")
    start[place + 4] = UInt8(ascii: "0") + byte >> 4
    start[place + 5] = byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15
    return place + 6
  }

  @inline(__always)
  private func makeRoom(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
