extension POSIXTimeZone {
  /// Parses `std offset [dst [offset] ,start[/time],end[/time]]`, with `Mm.w.d`, `Jn` and `n` for the days, and names
  /// in the form `<+03>`. The hours of a change may be -167 to 167 (RFC 8536, 3.3.1).
  ///
  /// - Throws: a `PolicyError` that names the problem. Summer time without its start and end days is refused: POSIX
  ///   leaves them open, and programs then use those of the United States.
  package init(_ text: String) throws(PolicyError) {
    var parser = Parser(text)
    let standardName = try parser.name()
    let standard = Clock(name: standardName, offset: -(try parser.offset(hours: 24)))
    guard !parser.isAtEnd else {
      self.init(description: text, standard: standard, summer: nil)
      return
    }
    let name = try parser.name()
    var clock = Clock(name: name, offset: standard.offset + 3600)
    if !parser.isAtEnd, parser.next != UInt8(ascii: ",") { clock.offset = -(try parser.offset(hours: 24)) }
    guard !parser.isAtEnd else {
      throw PolicyError(
        "The time zone '\(Setting.shortened(text))' has a summer time, '\(name)', but not its beginning and end, "
          + "such as in CET-1CEST,M3.5.0,M10.5.0/3.")
    }
    let begins = try parser.rule()
    let ends = try parser.rule()
    guard parser.isAtEnd else { throw parser.problem("it continues after the end of summer time") }
    self.init(description: text, standard: standard, summer: Summer(clock: clock, begins: begins, ends: ends))
  }

  /// Reads the rule at the end of a file of the time zone database, such as /etc/localtime: the rule that applies from
  /// now on (RFC 8536, 3.3).
  ///
  /// - Parameter bytes: the whole file.
  /// - Returns: the time zone; nil for any other file, for a version 1 file, and for a file without a rule.
  package static func ofFile(_ bytes: [UInt8]) -> POSIXTimeZone? {
    guard bytes.starts(with: "TZif".utf8), bytes.count > 44, bytes[4] >= UInt8(ascii: "2"),
      bytes.last == UInt8(ascii: "\n")
    else { return nil }
    let lines = bytes.dropLast()
    guard let end = lines.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    return try? POSIXTimeZone(String(decoding: lines[(end + 1)...], as: UTF8.self))
  }

  private struct Parser {
    private let text: String
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
      self.text = text
      rest = ArraySlice(text.utf8)
    }

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    func problem(_ what: String) -> PolicyError {
      PolicyError(
        "'\(Setting.shortened(text))' is not a POSIX time zone such as CET-1CEST,M3.5.0,M10.5.0/3 or UTC0: \(what).")
    }

    mutating func name() throws(PolicyError) -> String {
      let isQuoted = skip("<")
      var name: [UInt8] = []
      while let byte = rest.first, Self.isLetter(byte) || isQuoted && Self.isNumeral(byte) {
        name.append(byte)
        rest.removeFirst()
      }
      guard name.count >= 3, name.count <= 32 else { throw problem("a name has at least three letters") }
      guard !isQuoted || skip(">") else { throw problem("a name that begins with < ends with >") }
      return String(decoding: name, as: UTF8.self)
    }

    mutating func offset(hours: Int) throws(PolicyError) -> Int {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      guard let hour = number(digits: 3), hour <= hours else {
        throw problem("the hours of an offset or a time are 0 to \(hours)")
      }
      var seconds = hour * 3600
      for unit in [60, 1] {
        guard skip(":") else { break }
        guard let part = number(digits: 2), part < 60 else { throw problem("minutes and seconds are 0 to 59") }
        seconds += part * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func rule() throws(PolicyError) -> Rule {
      guard skip(",") else { throw problem("a comma must precede the beginning and the end of summer time") }
      let day: Rule.Day
      if skip("J") {
        guard let number = number(digits: 3), (1...365).contains(number) else { throw problem("J is 1 to 365") }
        day = .julian(number)
      } else if skip("M") {
        guard let month = number(digits: 2), (1...12).contains(month), skip("."), let week = number(digits: 1),
          (1...5).contains(week), skip("."), let weekday = number(digits: 1), weekday <= 6
        else { throw problem("M is followed by a month, a week 1 to 5 and a weekday 0 to 6, such as M10.5.0") }
        day = .weekday(month: month, week: week, weekday: weekday)
      } else {
        guard let number = number(digits: 3), number <= 365 else {
          throw problem("a day has the form M10.5.0, J300 or 299")
        }
        day = .ordinal(number)
      }
      return Rule(day: day, time: skip("/") ? try offset(hours: 167) : 7200)
    }

    private mutating func number(digits: Int) -> Int? {
      var value: Int?
      for _ in 0..<digits {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
        value = (value ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
        rest.removeFirst()
      }
      return value
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard let byte = rest.first, byte == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isNumeral(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }
  }
}
