import TestSupport
import Testing

@testable import Barcodes

/// The relation of a row's brightness to the light around it.
@Suite(.timeLimit(.minutes(5)))
struct InkLineTests {
  @Test func `bars are ink and spaces are paper, also under light that changes along the row`() {
    let row = (0..<400).map { sample -> Float in
      let light = 0.4 + 0.6 * Float(sample) / 400
      return light * (sample / 4 % 2 == 0 ? 220 : 60)
    }
    var ink = InkLine()
    ink.measure(row)
    for sample in 8..<392 where sample % 4 == 1 || sample % 4 == 2 {
      let value = ink.values[sample]
      #expect(sample / 4 % 2 == 0 ? value < -0.7 : value > 0.7, "\(sample): \(value)")
    }
  }

  @Test func `ink is measured by what lies within six modules`() {
    // A black beam 24 samples beyond weak bars does not make paper of them.
    var row = (0..<400).map { sample -> Float in sample / 4 % 2 == 0 ? 200 : 150 }
    for sample in 0..<100 { row[sample] = 5 }
    var ink = InkLine()
    ink.measure(row)
    #expect(ink.values[246] > 0.9)
    #expect(ink.values[250] < -0.9)
  }
}
