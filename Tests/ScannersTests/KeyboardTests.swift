import Scanners
import Testing

/// Tests of single keys and combinations, observed through a whole line.
@Suite(.timeLimit(.minutes(5)))
struct KeyboardTests {
  private static func typed(_ layout: KeyboardLayout, capsLock: Bool = false, _ body: (inout Typist) -> Void)
    -> [String]
  {
    var typist = Typist()
    body(&typist)
    typist.enter()
    var line = CodeLine(layout: layout, capsLock: capsLock)
    return line.takeAll(typist).map { $0.text ?? "(\($0.drop?.word ?? "nothing"))" }
  }

  /// The same keys on every layout, as printed by the manufacturer: left to right, top to bottom, then with shift.
  @Test(arguments: [
    ("us", "`1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./", "~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:\"|ZXCVBNM<>?"),
    ("uk", "`1234567890-=qwertyuiop[]asdfghjkl;'#zxcvbnm,./", "¬!\"£$%^&*()_+QWERTYUIOP{}ASDFGHJKL:@~ZXCVBNM<>?"),
    ("it", "\\1234567890'ìqwertyuiopè+asdfghjklòàùzxcvbnm,.-", "|!\"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°§ZXCVBNM;:_"),
  ])
  func `all keys without an accent bear what the country prints on them`(name: String, plain: String, shift: String)
    throws
  {
    let layout = try #require(KeyboardLayout.named(name))
    let keys: [UInt16] = [41] + Array(2...13) + Array(16...27) + Array(30...40) + [43] + Array(44...53)
    #expect(Self.typed(layout) { typist in keys.forEach { typist.tap($0) } } == [plain])
    #expect(Self.typed(layout) { typist in keys.forEach { typist.tap($0, with: [54]) } } == [shift])
  }

  /// The typing of typical barcode characters on each layout: keys, followed by ^ for shift and ~ for AltGr.
  private static let table: [[String]] = [
    ["de", "10~ 18^ 11", "]E0"], ["de", "32^ 17^ 52^ 23^", "DW:I"], ["de", "21 44 53 12~ 8^", "zy-\\/"],
    ["de", "16~ 86~", "@|"], ["fr", "12~ 18^ 11^", "]E0"], ["fr", "32^ 44^ 52 23^", "DW:I"],
    ["fr", "16 30 39 7 50^", "aqm-?"], ["fr", "11~ 9~ 10~", "@\\^"], ["es", "27~ 18^ 11", "]E0"],
    ["es", "39 52^ 3~", "ñ:@"], ["it", "27~ 18^ 11", "]E0"], ["it", "52^ 39~ 53", ":@-"],
    ["uk", "27 3^ 40^ 43 86", "]\"@#\\"], ["us", "86 86^", "\\|"],
  ]

  @Test(arguments: table)
  func `a layout types what its country does`(row: [String]) throws {
    let layout = try #require(KeyboardLayout.named(row[0]))
    let typed = Self.typed(layout) { typist in
      for word in row[1].split(separator: " ") {
        let modifiers: [UInt16] = word.hasSuffix("^") ? [42] : word.hasSuffix("~") ? [100] : []
        typist.tap(UInt16(word.prefix { $0.isNumber }) ?? 0, with: modifiers)
      }
    }
    #expect(typed == [row[2]])
  }

  @Test(arguments: KeyboardLayout.all.map(\.name))
  func `every layout can type all of printable ASCII`(name: String) throws {
    let layout = try #require(KeyboardLayout.named(name))
    var reached: Set<Character> = []
    for key in (1...127 as ClosedRange<UInt16>) where ![28, 15, 58, 96].contains(key) {
      for modifiers in [[], [42], [100], [42, 100]] as [[UInt16]] {
        for space in [false, true] {
          let typed = Self.typed(layout) { typist in
            typist.tap(key, with: modifiers)
            if space { typist.tap(57) }
          }
          for text in typed where text.count == 1 { reached.formUnion(text) }
        }
      }
    }
    let wanted = Set((0x21...0x7E).map { Character(Unicode.Scalar($0)) })
    // Italian keyboards have neither of the two; scanners type them in ALT mode.
    #expect(wanted.subtracting(reached) == (name == "it" ? ["`", "~"] : []))
  }

  @Test func `an accent waits for its letter`() {
    #expect(
      Self.typed(.de) {
        $0.tap(13); $0.tap(18); $0.tap(41); $0.tap(57)
      } == ["é^"])
    #expect(
      Self.typed(.de) {
        $0.tap(13); $0.tap(50)
      } == ["´m"])
    #expect(
      Self.typed(.de) {
        $0.tap(41); $0.tap(41); $0.tap(30)
      } == ["^â"])
    #expect(
      Self.typed(.fr) {
        $0.tap(26, with: [42]); $0.tap(23)
      } == ["ï"])
    // At the end its letter is missing.
    #expect(
      Self.typed(.de) {
        $0.type("a"); $0.tap(13)
      } == ["(unreadable)"])
  }

  @Test func `caps lock turns letters, and digits only where that is sure`() {
    #expect(
      Self.typed(.us) {
        $0.tap(58); $0.type("aB1-")
      } == ["Ab1-"])
    #expect(Self.typed(.us, capsLock: true) { $0.type("aB1") } == ["Ab1"])
    #expect(
      Self.typed(.de) {
        $0.tap(58); $0.tap(39); $0.tap(58)
      } == ["Ö"])
    #expect(
      Self.typed(.de) {
        $0.tap(58); $0.tap(2); $0.tap(58)
      } == ["(unreadable)"])
    #expect(
      Self.typed(.fr) {
        $0.tap(58); $0.tap(2); $0.tap(58)
      } == ["1"])
  }

  @Test func `Control with Alt is AltGr`() {
    #expect(Self.typed(.de) { $0.tap(16, with: [29, 56]) } == ["@"])
    #expect(Self.typed(.us) { $0.tap(16, with: [100]) } == ["(unreadable)"])
  }

  @Test func `Control types control characters`() {
    #expect(
      Self.typed(.us) {
        $0.type("a"); $0.tap(27, with: [29]); $0.type("b")
      } == ["a\u{1D}b"])
    // Control M is a carriage return, and Control J a line feed: both end a code, once.
    #expect(
      Self.typed(.us) {
        $0.type("a"); $0.tap(50, with: [29]); $0.tap(36, with: [29]); $0.type("b")
      } == ["a", "b"])
    #expect(
      Self.typed(.us) {
        $0.type("a"); $0.tap(3, with: [29])
      } == ["(unreadable)"])
  }

  @Test func `a number on the keypad with Alt is a character`() {
    #expect(Self.typed(.fr) { $0.typeByNumber("Az09]~") } == ["Az09]~"])
    #expect(Self.typed(.us) { $0.typeByNumber("é§ÿ") } == ["é§ÿ"])
    // Another key in between, a number that is too long, one that differs by country.
    #expect(
      Self.typed(.us) {
        $0.press(56); $0.tap(79); $0.tap(30); $0.release(56)
      } == ["(unreadable)"])
    let long: [UInt16] = [79, 79, 79, 79, 79, 79]
    #expect(
      Self.typed(.us) { typist in
        typist.press(56); long.forEach { typist.tap($0) }; typist.release(56)
      }
        == ["(unreadable)"])
    #expect(
      Self.typed(.us) {
        $0.press(56); $0.tap(79); $0.tap(76); $0.tap(76); $0.release(56)
      } == ["(unreadable)"])
    #expect(
      Self.typed(.us) {
        $0.press(56); $0.tap(79); $0.tap(80); $0.tap(72); $0.release(56)
      } == ["Ç"])
  }

  @Test func `the keypad types digits whatever num lock does`() {
    #expect(
      Self.typed(.us) { typist in
        typist.tap(69)
        Typist.keypad.forEach { typist.tap($0) }
        typist.tap(83)
        typist.tap(98)
      } == ["0123456789./"])
    #expect(
      Self.typed(.de) {
        $0.tap(79); $0.tap(83); $0.tap(80)
      } == ["1,2"])
  }

  @Test func `a trigger that reports itself as a button types nothing`() {
    #expect(
      Self.typed(.us) {
        $0.press(0x110); $0.type("7"); $0.release(0x110)
      } == ["7"])
  }

  @Test func `keys with the logo key are no text`() {
    #expect(
      Self.typed(.us) {
        $0.type("a"); $0.tap(30, with: [125])
      } == ["(unreadable)"])
  }
}
