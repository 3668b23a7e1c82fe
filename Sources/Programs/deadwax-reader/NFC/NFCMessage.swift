internal import Deadwax
internal import ReaderProtocol
internal import Tags

/// The messages of the reader protocol for the events of the NFC reader.
enum NFCMessage {
  static func message(for event: TagEvent) -> ReaderMessage {
    switch event {
    case .arrived(let sight):
      .tag(
        ReaderMessage.TagSeen(
          event: .arrived, id: sight.id, at: sight.at, uid: sight.uid, kind: sight.kind, ndef: sight.ndef,
          code: sight.code?.description, fault: sight.fault?.rawValue, capacity: sight.capacity,
          access: sight.access?.rawValue, content: sight.owner?.rawValue))
    case .result(let result): .result(result)
    case .left(let sight, let time):
      .tag(
        ReaderMessage.TagSeen(
          event: .left, id: sight.id, at: time, uid: sight.uid, kind: sight.kind, code: sight.code?.description))
    case .state(let state): .state(ReaderState(kind(state.kind), reason: state.reason, hint: state.hint))
    }
  }

  private static func kind(_ kind: TagReaderState.Kind) -> ReaderState.Kind {
    switch kind {
    case .absent: .absent
    case .opening: .opening
    case .ready: .ready
    case .stalled: .stalled
    case .failed: .failed
    }
  }
}
