internal import CNFC
internal import Deadwax

/// An open reader. Stays on the thread that made it.
///
/// Every call ends by itself: opening within 1.6 s, all others within 0.4 s, even when the chip is silent. Left out on
/// purpose are `nfc_initiator_poll_target` and timeouts of 0 (they wait without end, and nothing can stop them) and
/// `nfc_abort_command` (it leaks a descriptor when nothing runs).
final class NFCDevice {
  /// A tag as it was found and selected.
  struct Found: Hashable, Sendable {
    let uid: TagUID
    /// High byte first; 0044 for an NTAG.
    let atqa: UInt16
    let sak: UInt8
  }

  let name: DeviceName
  private let handle: OpaquePointer
  /// Given back after the device was closed: nobody may come in while the chip is still being spoken to.
  private let lock: PortLock?
  private var isRaw = false

  /// Opens the reader and makes it ready to look for tags. nfc_open, nfc_initiator_init
  ///
  /// - Parameters:
  ///   - name: how libnfc is to find it.
  ///   - lock: on its line; nil where it is on none.
  /// - Throws: `mute` when it cannot be opened or does not tell what it is, or the call that failed.
  init(_ name: DeviceName, lock: PortLock?) throws(TagError) {
    guard let library = NFCLibrary.shared else { throw .call("nfc_init", TagError.Code(rawValue: -80)) }
    guard let handle = nfc_open(library.context, name.text) else { throw .mute(name.text) }
    self.name = name
    self.handle = handle
    self.lock = lock
    // Only now, or libnfc could not have opened the line either.
    lock?.makeExclusive()
    guard deadwax_nfc_is_known(handle) else { throw .mute(name.text) }
    try check("nfc_initiator_init", nfc_initiator_init(handle))
    // Three calls to the cards, then an answer: without this a look ends only with a tag or libnfc's own timeout.
    try set(NP_INFINITE_SELECT, false)
    // No RATS: selecting is then the same for all cards, and libnfc 1.8.0 never parses an answer to select, which it
    // does without checking its length.
    try set(NP_AUTO_ISO14443_4, false)
  }

  deinit { nfc_close(handle) }

  /// Whether its line was unplugged.
  var isGone: Bool { lock?.isGone ?? false }

  /// Calls for tags and selects one: that with the number, halted or not, or else any that is not halted. Nil when none
  /// answered. nfc_initiator_select_passive_target
  func select(_ uid: TagUID? = nil) throws(TagError) -> Found? {
    var card = deadwax_nfc_card()
    let number = uid?.bytes ?? []
    let result = number.withUnsafeBufferPointer {
      deadwax_nfc_select(handle, $0.isEmpty ? nil : $0.baseAddress, $0.count, &card)
    }
    guard try check("nfc_initiator_select_passive_target", result) > 0 else { return nil }
    let bytes = withUnsafeBytes(of: card.uid) { Array($0.prefix(Int(card.uid_length))) }
    guard let found = TagUID(bytes) else { throw .call("nfc_initiator_select_passive_target", .chip) }
    guard uid == nil || uid == found else { return nil }
    return Found(uid: found, atqa: UInt16(card.atqa.0) << 8 | UInt16(card.atqa.1), sak: card.sak)
  }

  /// Sends the selected tag to sleep, so that a call finds the next one. nfc_initiator_deselect_target
  func halt() throws(TagError) {
    do {
      try check("nfc_initiator_deselect_target", nfc_initiator_deselect_target(handle))
    } catch  where error.isAboutTag {
      // It was taken away in between.
    }
  }

  /// Sends a frame to the selected tag and returns its answer. nfc_initiator_transceive_bytes
  ///
  /// - Parameters:
  ///   - frame: without checksum.
  ///   - raw: true hands it on as it is, which GET_VERSION and FAST_READ need; false lets the chip frame it as MIFARE,
  ///     which READ and WRITE need.
  /// - Returns: at most 264 bytes, without checksum.
  /// - Throws: the call that failed; `isAboutTag` when the tag refused or left.
  func exchange(_ frame: [UInt8], raw: Bool) throws(TagError) -> [UInt8] {
    if raw != isRaw {
      try set(NP_EASY_FRAMING, !raw)
      isRaw = raw
    }
    var answer = [UInt8](repeating: 0, count: Self.answerLimit)
    let count = nfc_initiator_transceive_bytes(handle, frame, frame.count, &answer, answer.count, Self.patience)
    let received = Int(try check("nfc_initiator_transceive_bytes", count))
    return Array(answer.prefix(received))
  }

  /// Switches the field off and on: every tag starts afresh. nfc_device_set_property_bool
  func restartField() throws(TagError) {
    try set(NP_ACTIVATE_FIELD, false)
    try set(NP_ACTIVATE_FIELD, true)
  }

  private static let answerLimit = 264
  /// Milliseconds.
  private static let patience: Int32 = 200

  private func set(_ property: nfc_property, _ value: Bool) throws(TagError) {
    try check("nfc_device_set_property_bool", nfc_device_set_property_bool(handle, property, value))
  }

  @discardableResult
  private func check(_ call: String, _ result: Int32) throws(TagError) -> Int32 {
    guard result >= 0 else { throw .call(call, TagError.Code(rawValue: result)) }
    return result
  }
}
