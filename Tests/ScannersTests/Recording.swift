import Deadwax
import Foundation
import Scanners
import TestSupport
import Testing

/// The recorded keys of a scanner: evemu's text format, with the expected results in lines that begin with `#:`.
struct Recording: Sendable, CustomTestStringConvertible {
  enum Event: Sendable {
    case key(KeyEvent)
    case dropped(Microseconds)
  }

  /// A line of the file as numbers.
  struct Raw: Sendable {
    let time: Microseconds
    let type: UInt16
    let code: UInt16
    let value: Int32
  }

  let name: String
  private(set) var raw: [Raw] = []
  var settings = ScannerReader.Settings()
  /// The options of deadwax-reader that correspond to `settings`.
  private(set) var options: [String] = []
  private(set) var codes: [Framing.Content] = []
  /// The words for the expected drops, in order.
  private(set) var drops: [String] = []

  var testDescription: String { name }

  static let folder = Repository.path("Tests/ScannersTests/Recordings")

  static let all: [Recording] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".events") }.sorted().map { Recording(String($0.dropLast(7))) }
  }()

  /// - Parameter name: the name of a file in the folder, without its extension.
  init(_ name: String) {
    self.name = name
    let path = "\(Self.folder)/\(name).events"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { preconditionFailure("no \(path)") }
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#: ") {
        let words = line.dropFirst(3).split(separator: " ", maxSplits: 1)
        guard let key = words.first, let value = words.last, words.count == 2 else { preconditionFailure("\(line)") }
        expect(String(key), String(value).replacing("\\x1d", with: "\u{1D}"))
      } else if line.hasPrefix("E: ") {
        let words = line.dropFirst(3).split(separator: " ")
        guard words.count == 4, let time = Double(words[0]), let type = UInt16(words[1], radix: 16),
          let code = UInt16(words[2], radix: 16), let value = Int32(words[3])
        else { preconditionFailure("\(path): \(line)") }
        raw.append(Raw(time: Microseconds((time * 1e6).rounded()), type: type, code: code, value: value))
      }
    }
  }

  private mutating func expect(_ key: String, _ value: String) {
    switch key {
    case "layout":
      guard let layout = KeyboardLayout.named(value) else { preconditionFailure(value) }
      settings.layout = layout
      options += ["--layout", value]
    case "pause":
      settings.ends.pause = .after(.milliseconds(Int(value) ?? 0))
      options += ["--pause", "\(value)ms"]
    case "prefix":
      settings.framing.prefix = value
      options += ["--prefix", value]
    case "suffix":
      settings.framing.suffix = value
      options += ["--suffix", value]
    case "drop": drops.append(value)
    case "code":
      // A symbology may contain a space: two of those used here do.
      let symbology = ["Code 128", "Code 39"].first { value.hasPrefix($0 + " ") } ?? String(value.prefix { $0 != " " })
      codes.append(Framing.Content(String(value.dropFirst(symbology.count + 1)), Symbology(rawValue: symbology)))
    default: preconditionFailure("\(name) expects something unknown: \(key)")
    }
  }

  /// The events as the reader receives them: after SYN_DROPPED, events before the next SYN_REPORT must not be used.
  var events: [Event] {
    var events: [Event] = []
    var isSkipping = false
    for line in raw {
      switch (line.type, line.code) {
      case (0, 3):
        events.append(.dropped(line.time))
        isSkipping = true
      case (0, 0): isSkipping = false
      case (1, let code):
        guard !isSkipping, let action = KeyEvent.Action(rawValue: line.value) else { continue }
        events.append(.key(KeyEvent(KeyCode(rawValue: code), action, at: line.time)))
      default: break
      }
    }
    return events
  }

  /// Processes the events and returns the codes, and the words for the drops.
  func replay() -> (codes: [Framing.Content], drops: [String]) {
    var line = CodeLine(layout: settings.layout, ends: settings.ends, capsLock: settings.capsLock)
    var output: [CodeLine.Output] = []
    for event in events {
      switch event {
      case .key(let event): output += line.take(event)
      case .dropped(let time): output += line.lose(at: time)
      }
    }
    output += line.settle(at: (raw.last?.time ?? 0) + 10_000_000)
    var codes: [Framing.Content] = []
    var drops: [String] = []
    for output in output {
      switch output {
      case .dropped(let drop): drops.append(drop.word)
      case .line(let text, _):
        do throws(DroppedScan) {
          codes.append(try settings.content(of: text))
        } catch {
          drops.append(error.word)
        }
      }
    }
    return (codes, drops)
  }
}

extension DroppedScan {
  /// The word used in the recordings.
  var word: String {
    switch self {
    case .lostKeys: "lost-keys"
    case .halfSeen: "half-seen"
    case .unplugged: "unplugged"
    case .noEnd: "no-end"
    case .tooLong: "too-long"
    case .unreadable: "unreadable"
    case .otherLayout: "other-layout"
    case .noPrefix: "no-prefix"
    case .noSuffix: "no-suffix"
    case .noIdentifier: "no-identifier"
    case .wrongCheckDigit: "wrong-check-digit"
    case .addOn: "add-on"
    case .empty: "empty"
    }
  }
}
