internal import CNFC
internal import Deadwax

/// An open reader. It must stay on the thread that created it.
///
/// Every call has a timeout: opening ends within 1.6 s, all others within 0.4 s, even if the chip does not answer.
/// `nfc_initiator_poll_target` and timeouts of 0 are not used, because they wait forever and cannot be stopped.
/// `nfc_abort_command` is not used, because it leaks a descriptor when no command runs.
final class NFCDevice {
  /// A tag that was found and selected.
  struct Found: Hashable, Sendable {
    let uid: TagID
    /// The ATQA with the high byte first; 0044 for an NTAG.
    let atqa: UInt16
    let sak: UInt8
  }

  let name: DeviceName
  private let handle: OpaquePointer
  /// The lock on the port. It is released after the device is closed, so that no other program opens the port while the
  /// chip is still in use.
  private let lock: PortLock?

  /// Opens the reader and prepares it to search for tags. nfc_open, nfc_initiator_init
  ///
  /// - Parameters:
  ///   - name: the libnfc name of the reader.
  ///   - lock: the lock on its serial line; nil if it has none.
  /// - Throws: `mute` if it cannot be opened or identified, or the error of the call that failed.
  init(_ name: DeviceName, lock: PortLock?) throws(TagDeviceError) {
    guard let library = NFCLibrary.shared else { throw .call("nfc_init", TagDeviceError.Code(rawValue: -80)) }
    guard let handle = nfc_open(library.context, name.text) else { throw .mute(name.text) }
    self.name = name
    self.handle = handle
    self.lock = lock
    // Before this point libnfc itself could not have opened an exclusive line.
    lock?.makeExclusive()
    guard deadwax_nfc_is_known(handle) else { throw .mute(name.text) }
    try check("nfc_initiator_init", nfc_initiator_init(handle))
    // The chip polls for cards three times and then answers. Otherwise a search without a tag would end only by
    // libnfc's timeout.
    try set(NP_INFINITE_SELECT, false)
    // Without RATS, selection is the same for all cards. libnfc 1.8.0 then never parses an answer to select (ATS),
    // which it does without checking its length.
    try set(NP_AUTO_ISO14443_4, false)
    try check("nfc_device_set_property_int", nfc_device_set_property_int(handle, NP_TIMEOUT_COM, Self.tagPatience))
  }

  deinit { nfc_close(handle) }

  /// True if the serial line was unplugged.
  var isGone: Bool { lock?.isGone ?? false }

  /// Polls for tags and selects one. With a UID this is that tag, halted or not; otherwise any tag that is not halted.
  /// Returns nil if no tag answered. nfc_initiator_select_passive_target
  func select(_ uid: TagID? = nil) throws(TagDeviceError) -> Found? {
    var card = deadwax_nfc_card()
    let number = uid?.bytes ?? []
    let result = number.withUnsafeBufferPointer {
      deadwax_nfc_select(handle, $0.isEmpty ? nil : $0.baseAddress, $0.count, &card)
    }
    guard try check("nfc_initiator_select_passive_target", result) > 0 else { return nil }
    let bytes = withUnsafeBytes(of: card.uid) { Array($0.prefix(Int(card.uid_length))) }
    guard let found = TagID(.nfcA, bytes) else { throw .call("nfc_initiator_select_passive_target", .chip) }
    guard uid == nil || uid == found else { return nil }
    return Found(uid: found, atqa: UInt16(card.atqa.0) << 8 | UInt16(card.atqa.1), sak: card.sak)
  }

  /// Halts the selected tag, so that the next poll finds another one. nfc_initiator_deselect_target
  func halt() throws(TagDeviceError) {
    do {
      try check("nfc_initiator_deselect_target", nfc_initiator_deselect_target(handle))
    } catch  where error.isAboutTag {
      // The tag was removed in the meantime.
    }
  }

  /// Sends a frame to the selected tag and returns its answer. pn53x_transceive
  ///
  /// - Parameters:
  ///   - frame: the frame without its checksum.
  ///   - raw: true to send the frame unchanged (InCommunicateThru), which GET_VERSION and FAST_READ need. False lets
  ///     the chip send it as a MIFARE command (InDataExchange), which READ and WRITE need.
  /// - Returns: at most 264 bytes, without the checksum.
  /// - Throws: `refused` if the tag answered with a NAK, otherwise the error of the call that failed. `isAboutTag` is
  ///   true if the tag did not answer.
  func exchange(_ frame: [UInt8], raw: Bool) throws(TagDeviceError) -> [UInt8] {
    let command = (raw ? [Chip.inCommunicateThru] : [Chip.inDataExchange, Chip.firstTarget]) + frame
    var answer = [UInt8](repeating: 0, count: Self.answerLimit)
    // No real status is FF: libnfc gives a status with bits 6 and 7 set a meaning of its own.
    answer[0] = 0xFF
    let count = pn53x_transceive(handle, command, command.count, &answer, answer.count, Self.patience)
    if count == TagDeviceError.Code.transmission.rawValue, answer[0] == (raw ? Chip.badChecksum : Chip.badFormat) {
      throw .refused(answer[0])
    }
    let received = Int(try check("pn53x_transceive", count))
    return Array(answer.prefix(received).dropFirst())
  }

  /// Commands and status bytes of the chip (UM0701-02, 7.1 and 7.3).
  private enum Chip {
    static let inDataExchange: UInt8 = 0x40
    static let inCommunicateThru: UInt8 = 0x42
    static let firstTarget: UInt8 = 1
    /// A NAK of four bits arrived where an answer with a checksum was expected.
    static let badChecksum: UInt8 = 0x02
    /// A MIFARE command was refused.
    static let badFormat: UInt8 = 0x13
  }

  /// Switches the field off and on, which resets every tag. nfc_device_set_property_bool
  func restartField() throws(TagDeviceError) {
    try set(NP_ACTIVATE_FIELD, false)
    try set(NP_ACTIVATE_FIELD, true)
  }

  private static let answerLimit = 264
  /// The timeout for the chip's answer, in milliseconds.
  private static let patience: Int32 = 200
  /// The timeout for the tag's answer, in milliseconds. The chip rounds it to 12.8 ms; writing a page takes at most 10
  /// ms (NTAG21x data sheet, 9.1). Without it the chip waits 51.2 ms whenever an exchange is lost.
  private static let tagPatience: Int32 = 13

  private func set(_ property: nfc_property, _ value: Bool) throws(TagDeviceError) {
    try check("nfc_device_set_property_bool", nfc_device_set_property_bool(handle, property, value))
  }

  @discardableResult
  private func check(_ call: String, _ result: Int32) throws(TagDeviceError) -> Int32 {
    guard result >= 0 else { throw .call(call, TagDeviceError.Code(rawValue: result)) }
    return result
  }
}
