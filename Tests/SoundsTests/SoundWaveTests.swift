import Deadwax
import Sounds
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SoundWaveTests {
  @Test func `six outcomes sound in six ways`() {
    #expect(Set(Sound.allCases.map { SoundWave.samples(of: $0) }).count == 6)
  }

  @Test(arguments: Sound.allCases)
  func `a sound begins and ends in silence, and never jumps`(_ sound: Sound) throws {
    let samples = SoundWave.samples(of: sound)
    #expect(samples.first == 0)
    #expect(samples.suffix(SoundWave.rate / 50).allSatisfy { $0 == 0 })
    #expect(samples.map { abs(Int($0)) }.max() ?? 0 > 4000, "it can be heard")
    #expect(samples.count < SoundWave.rate)
    // The level in the first milliseconds is low at any frequency: no click.
    #expect(samples.prefix(SoundWave.rate / 2000).allSatisfy { abs(Int($0)) < 2500 })
  }

  @Test(arguments: Sound.allCases)
  func `the file describes its content`(_ sound: Sound) {
    let file = SoundWave.file(of: sound)
    func number(_ at: Int, _ count: Int) -> Int { file[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) } }
    #expect(String(decoding: file[0..<4], as: UTF8.self) == "RIFF")
    #expect(number(4, 4) == file.count - 8)
    #expect(String(decoding: file[8..<16], as: UTF8.self) == "WAVEfmt ")
    #expect([number(20, 2), number(22, 2), number(24, 4), number(28, 4)] == [1, 1, 44_100, 88_200])
    #expect([number(32, 2), number(34, 2)] == [2, 16])
    #expect(String(decoding: file[36..<40], as: UTF8.self) == "data")
    #expect(number(40, 4) == file.count - 44)
  }

  @Test(
    arguments: [
      (.checkedOut, .ok), (.returnedOverdue, .okNote), (.alreadyYours, .again), (.chooseCopy, .request),
      (.unknownCode, .request), (.limit, .no), (.notSaved, .fault), (.readerFault, .fault),
    ] as [(Outcome.Code, Sound)])
  func `an outcome is heard as what it is`(_ code: Outcome.Code, _ sound: Sound) {
    #expect(Sound(Outcome(code, mode: .checkout)) == sound)
  }

  @Test func `an outcome that is done with a note has the sound of a note`() {
    #expect(Sound(Outcome(.checkedOut, mode: .checkout, facts: Outcome.Facts(notes: [.clock]))) == .okNote)
  }
}
