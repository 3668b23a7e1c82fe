import Scanners
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordingTests {
  @Test func `there are recordings of every way to type`() {
    #expect(Recording.all.count >= 20)
    #expect(Recording.all.allSatisfy { !$0.codes.isEmpty && $0.events.count > 20 })
  }

  @Test(arguments: Recording.all)
  func `the keys of a scanner become the text of the label`(_ recording: Recording) {
    let (codes, drops) = recording.replay()
    #expect(codes == recording.codes)
    #expect(drops == recording.drops)
  }

  @Test(arguments: Recording.all)
  func `a recording that ends anywhere gives only codes that are in it`(_ recording: Recording) {
    // With a pause as its end, a code ends wherever the keys end: that is the meaning of a pause.
    guard recording.name != "pause", recording.name != "short-pause" else { return }
    let events = recording.events
    for count in stride(from: 0, to: events.count, by: 7) {
      var line = CodeLine(layout: recording.settings.layout, ends: CodeLine.Ends(pause: .never))
      var output: [CodeLine.Output] = []
      for event in events.prefix(count) {
        switch event {
        case .key(let event): output += line.take(event)
        case .dropped(let time): output += line.lose(at: time)
        }
      }
      let whole = output.count
      output += line.end()
      #expect(output.dropFirst(whole).allSatisfy { if case .dropped = $0 { true } else { false } })
      let texts = output.compactMap { output in
        if case .line(let text, _) = output { try? recording.settings.content(of: text) } else { nil }
      }
      #expect(texts == Array(recording.codes.prefix(texts.count)))
    }
  }
}
