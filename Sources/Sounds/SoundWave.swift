internal import Glibc

/// The synthesis of sounds: 16-bit samples of one channel, without a click at either end.
package enum SoundWave {
  /// The sample rate in samples per second.
  package static let rate = 44_100
  /// The times in seconds that a tone takes to fade in and to fade out. An abrupt change of volume is heard as a click.
  static let swell = 0.008
  static let fade = 0.04
  /// The silence after the last tone, in seconds. Some players discard samples that they have not played when their
  /// input ends.
  static let tail = 0.05

  /// Returns the samples of a sound, −32,768 to 32,767.
  package static func samples(of sound: Sound) -> [Int16] {
    let notes = sound.notes
    let seconds = (notes.map { $0.start + $0.length }.max() ?? 0) + tail
    var sum = [Double](repeating: 0, count: Int(seconds * Double(rate)))
    for note in notes {
      let first = Int(note.start * Double(rate))
      let count = Int(note.length * Double(rate))
      for index in 0..<count where first + index < sum.count {
        let time = Double(index) / Double(rate)
        sum[first + index] += note.wave.level(at: time * note.pitch) * level(at: time, of: note.length)
      }
    }
    return sum.map { Int16((max(-1, min(1, $0)) * 32_000).rounded()) }
  }

  /// Returns a sound as a WAV file (RIFF, PCM, one channel, 16 bits, 44,100 samples per second). The file contains
  /// everything a player needs to know.
  package static func file(of sound: Sound) -> [UInt8] {
    let samples = samples(of: sound)
    let bytes = UInt32(samples.count * 2)
    var file: [UInt8] = []
    file.reserveCapacity(44 + samples.count * 2)
    func add(_ text: StaticString) { text.withUTF8Buffer { file += $0 } }
    func add(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { file += $0 } }
    func add(_ number: UInt16) { withUnsafeBytes(of: number.littleEndian) { file += $0 } }
    add("RIFF")
    add(36 + bytes)
    add("WAVE")
    add("fmt ")
    add(16 as UInt32)
    // The format PCM and one channel.
    add(1 as UInt16)
    add(1 as UInt16)
    add(UInt32(rate))
    add(UInt32(rate * 2))
    // The bytes per sample of all channels, and the bits per sample.
    add(2 as UInt16)
    add(16 as UInt16)
    add("data")
    add(bytes)
    for sample in samples { add(UInt16(bitPattern: sample)) }
    return file
  }

  /// Returns the volume of a tone, 0 to 1, at a time after its start.
  private static func level(at time: Double, of length: Double) -> Double {
    let end = min(fade, length / 2)
    return max(0, min(1, time / swell, (length - time) / end))
  }
}

extension Note.Wave {
  /// Returns the level, −1 to 1, times the volume of the wave. Harsh waves sound louder than soft waves of the same
  /// amplitude.
  fileprivate func level(at turns: Double) -> Double {
    let phase = turns - turns.rounded(.down)
    return switch self {
    case .sine: 0.6 * sin(2 * .pi * phase)
    case .triangle: 0.65 * (4 * abs(phase - 0.5) - 1)
    case .sawtooth: 0.3 * (2 * phase - 1)
    case .square: phase < 0.5 ? 0.18 : -0.18
    }
  }
}
