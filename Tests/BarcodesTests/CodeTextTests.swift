import Testing

@testable import Barcodes

@Suite(.timeLimit(.minutes(1))) struct CodeTextTests {
  @Test(
    arguments: [
      (Array("Zürich".utf8), "Zürich", false), ([0xEF, 0xBB, 0xBF, 0x41], "A", false), ([], "", false),
      ([0x5A, 0xFC], "Zü", true), ([0x83, 0x82], "\u{83}\u{82}", true), ([0x41, 0x00, 0x42], "A\u{0}B", false),
    ] as [([UInt8], String, Bool)])
  func `bytes are UTF-8 where they can be, and else Latin-1`(bytes: [UInt8], text: String, isGuessed: Bool) {
    #expect(CodeText(bytes).text == text)
    #expect(CodeText(bytes).isGuessed == isGuessed)
  }
}
