import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(5))) struct CodeTextTests {
  @Test(arguments: ["", "plain", "Zürich", "Ελλάδα", "日本の音楽", "Queensrÿche – Операция 🎸", "ﾃﾞｻﾞｲﾝ"])
  func `UTF-8 is taken as it is`(text: String) {
    let read = CodeText(Array(text.utf8))
    #expect(read.text == text && !read.isGuessed)
    #expect(CodeText([0xEF, 0xBB, 0xBF] + Array(text.utf8)).text == text)
  }

  @Test(arguments: [
    "Zürich", "Motörhead", "Mötley Crüe", "Björk", "Sigur Rós", "Beyoncé", "Café del Mar", "Édith Piaf", "Die Ärzte",
    "Hüsker Dü", "März", "ÀÉÎÕÜ à la carte", "señor Coconut", "Sigur Rós – Ágætis byrjun", "½ £5 §3", "Blå øl",
  ])
  func `western names in Latin-1 stay western`(text: String) throws {
    let plain = text.replacing("–", with: "-")
    let bytes = plain.unicodeScalars.map { UInt8($0.value) }
    let read = CodeText(bytes)
    #expect(read.text == plain && read.isGuessed)
  }

  @Test(
    arguments: [
      // モバイル, ﾃﾞｻﾞｲﾝQR, 今度の, 音楽 and A点B in Shift-JIS.
      ("モバイル", [0x83, 0x82, 0x83, 0x6F, 0x83, 0x43, 0x83, 0x8B]),
      ("ﾃﾞｻﾞｲﾝQR", [0xC3, 0xDE, 0xBB, 0xDE, 0xB2, 0xDD, 0x51, 0x52]),
      ("今度の", [0x8D, 0xA1, 0x93, 0x78, 0x82, 0xCC]), ("音楽", [0x89, 0xB9, 0x8A, 0x79]),
      ("A点B", [0x41, 0x93, 0x5F, 0x42]), ("ソ\\n", [0x83, 0x5C, 0x5C, 0x6E]),
    ] as [(String, [UInt8])])
  func `Japanese in Shift-JIS is recognised by its bytes`(text: String, bytes: [UInt8]) {
    let read = CodeText(bytes)
    #expect(read.text == text && read.isGuessed)
  }

  @Test func `any bytes are some text`() {
    for first in 0...255 as ClosedRange<UInt8> {
      for second in 0...255 as ClosedRange<UInt8> {
        #expect(!CodeText([first, second, 0x41]).text.isEmpty)
      }
    }
  }
}
