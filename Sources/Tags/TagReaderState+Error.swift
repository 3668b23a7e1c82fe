extension TagReaderState {
  /// What an error at opening means for whoever stands before the reader.
  package init(_ error: TagError) {
    switch error {
    case .absent(let path):
      self.init(.absent, reason: "There is no NFC reader at \(path).", hint: "Plug it in; it is found by itself.")
    case .denied(let path):
      self.init(
        .failed, reason: "This program may not open \(path).",
        hint: "Add its user to the group dialout (sudo adduser USER dialout), then log in again or restart the service."
      )
    case .busy(let path, let holder):
      self.init(
        .failed, reason: "\(path) is in use\(holder.map { " by \($0)" } ?? " by another program").",
        hint: "Close that program; the reader is taken as soon as it is free.")
    case .notSerial(let path):
      self.init(.failed, reason: "\(path) is not a serial line.", hint: "Name the reader's own line, as /dev/ttyUSB0.")
    case .badName(let why):
      self.init(.failed, reason: "The reader's name cannot be used: \(why).", hint: "See deadwax-reader nfc --list.")
    case .mute(let name):
      self.init(
        .stalled, reason: "\(name) does not answer.",
        hint: "Check that the board is switched to HSU and that TX and RX are crossed; unplug it for a moment.")
    case .call, .system:
      self.init(
        .stalled, reason: "The NFC reader cannot be used (\(error)).",
        hint: "Unplug it for a moment and plug it in again.")
    }
  }
}
