import Foundation
import Imaging
import LabelDrawing
import ReaderProtocol
import TestSupport
import Testing

/// Tests of `deadwax-reader proof`, called the way the hub calls it.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct LineProofTests {
  private let code = "DW:I:3ZV7Q8K2M9T4RX"

  private func frame(_ kind: BarcodeSymbol.Kind, module: Int = 4) throws -> LumaFrame {
    try BarcodeSymbol.encode(kind, code).drawn(moduleSize: module, barHeight: 120)
  }

  private func answers(_ labels: [(ProofQuestion, LumaFrame)]) async throws -> [ProofAnswer] {
    let folder = try TemporaryFolder("deadwax-proof")
    var input: [UInt8] = []
    for (question, frame) in labels { input += question.line + frame.pixels }
    try Data(input).write(to: URL(fileURLWithPath: folder.path("input")))
    // Through a file: the input pipe of a test accepts text only.
    let child = try ChildProgram(
      path: "/bin/sh",
      ["-c", "exec '\(try Repository.program("deadwax-reader"))' proof < '\(folder.path("input"))'"])
    #expect(try await child.exit() == .code(0), "\(child.transcript)")
    return child.lines().compactMap { ProofAnswer(line: Array($0.utf8)) }
  }

  private func question(_ id: Int, _ frame: LumaFrame, _ kind: BarcodeSymbol.Kind, module: Int = 4) -> ProofQuestion {
    ProofQuestion(
      id: id, width: frame.width, height: frame.height, module: module, symbology: kind.rawValue, text: code)
  }

  @Test func `good labels are read in every state, one after the other`() async throws {
    let qr = try frame(.qr)
    let bars = try frame(.code128, module: 3)
    let answers = try await answers([
      (question(1, qr, .qr), qr), (question(2, bars, .code128, module: 3), bars), (question(3, qr, .qr), qr),
    ])
    #expect(answers.map(\.id) == [1, 2, 3])
    #expect(answers.allSatisfy { $0.isReadable && $0.wrong.isEmpty }, "\(answers)")
    // A worn label is read like one frame of a camera. Only the undamaged one is searched with every pass.
    #expect(answers.map(\.searches) == [1, 1, 1], "\(answers)")
  }

  /// The negative cases of the proof: labels with typical printer faults must not pass.
  @Test func `a smeared label is not read`() async throws {
    let qr = try frame(.qr)
    let bars = try frame(.code128)
    // A dragging print head: dark areas are extended by four modules.
    let dragged = bars.inkSpread(by: 16)
    let blotted = qr.inkSpread(by: 12)
    // A gap in the ribbon, in the middle.
    var faded = bars
    faded.fill(PixelRectangle(x: bars.width / 3, y: 0, width: 60, height: bars.height), with: 255)
    // Bars and quiet zone that touch a dark area.
    var framed = bars
    framed.fill(PixelRectangle(x: 0, y: 0, width: 60, height: bars.height), with: 0)
    let answers = try await answers([
      (question(1, dragged, .code128), dragged), (question(2, blotted, .qr), blotted),
      (question(3, faded, .code128), faded), (question(4, framed, .code128), framed),
      (
        question(5, LumaFrame(width: 300, height: 100, filledWith: 255), .qr),
        LumaFrame(width: 300, height: 100, filledWith: 255)
      ),
    ])
    #expect(answers.count == 5)
    for answer in answers { #expect(!answer.isReadable && !answer.clean, "\(answer)") }
  }

  @Test func `a second code on the label is reported as a fault`() async throws {
    let bars = try frame(.code128, module: 3)
    let other = try BarcodeSymbol.encode(.qr, "SOMETHING ELSE").drawn(moduleSize: 4, barHeight: 4)
    var both = LumaFrame(width: bars.width, height: bars.height + other.height, filledWith: 255)
    both.draw(bars, at: PixelPoint(x: 0, y: 0))
    both.draw(other, at: PixelPoint(x: 0, y: bars.height))
    let answer = try #require(try await answers([(question(1, both, .code128, module: 3), both)]).first)
    #expect(!answer.isReadable)
    #expect(answer.wrong == ["QR: SOMETHING ELSE"])
  }

  @Test(arguments: [
    "hello\n", "{}\n", #"{"id":1,"width":0,"height":5,"module":1,"symbology":"QR","text":"x"}"# + "\n",
    #"{"id":1,"width":-5,"height":5,"module":1,"symbology":"QR","text":"x"}"# + "\n",
    #"{"id":1,"width":9223372036854775807,"height":9223372036854775807,"module":1,"symbology":"QR","text":"x"}"# + "\n",
    #"{"id":1,"width":16000,"height":16000,"module":1,"symbology":"QR","text":"x"}"# + "\n",
    #"{"id":1,"width":10,"height":10,"module":0,"symbology":"QR","text":"x"}"# + "\n",
    #"{"id":1,"width":10,"height":10,"module":1,"symbology":"QR","text":"x"}"# + "\nshort",
    String(repeating: "x", count: 10_000), "{\"id\":1",
  ])
  func `an invalid request ends it, with a sentence`(input: String) async throws {
    let child = try ChildProgram("deadwax-reader", ["proof"])
    try child.write(input)
    child.closeInput()
    #expect(try await child.exit() == .code(1), "\(child.transcript)")
    #expect(child.lines(on: .error).first?.hasPrefix("deadwax-reader proof: ") == true)
    #expect(child.lines().isEmpty)
  }

  @Test func `without a label it ends with its input`() async throws {
    let child = try ChildProgram("deadwax-reader", ["proof"])
    child.closeInput()
    #expect(try await child.exit() == .code(0))
    let misused = try ChildProgram("deadwax-reader", ["proof", "--fast"])
    misused.closeInput()
    #expect(try await misused.exit() == .code(64))
  }
}
