internal import Execution
internal import Foundation
internal import Log
internal import Notices
internal import Sounds

extension HubConfiguration {
  /// The programs for everything that the hub sends to people: mails, receipts and sounds.
  package struct NoticeUse: Hashable, Sendable {
    /// A program that sends mail.
    package var mailCommand: String?
    /// A program that sends text messages.
    package var textCommand: String?
    /// The sender's address of mails.
    package var mailFrom: String?
    /// A program that prints receipts.
    package var receiptCommand: String?
    /// True if the receipt printer supports only ASCII characters.
    package var printsASCII = false
    package var speaker = Speaker.none
    /// The paper of labels that a station orders, by the id of a layout.
    package var stationLabel: String?
    /// True if the operator guarantees that the machine's clock is right.
    package var trustsClock = false

    package init() {}
  }

  /// The sound output of this machine's station, in addition to the page.
  package enum Speaker: Hashable, Sendable {
    case none
    /// `aplay`, if it is installed.
    case auto
    /// A program that reads a WAV file from its standard input.
    case program(String)
  }

  /// Returns the sender's address of mails.
  ///
  /// - Throws: `HubError` for an invalid address.
  func mailSender() throws -> String {
    guard let given = noticeUse.mailFrom else { return "deadwax@\(ProcessInfo.processInfo.hostName)" }
    guard MailAddress.isUsable(given) else {
      throw HubError("--mail-from must be an e-mail address such as library@example.org; it is '\(given)'")
    }
    return given
  }

  /// Returns the speaker; nil for none.
  func speaker(logger: Logger) -> Sounds.Speaker? {
    switch noticeUse.speaker {
    case .none: return nil
    case .program(let path): return Sounds.Speaker(player: Sounds.Speaker.player(path), logger: logger)
    case .auto:
      guard let player = Sounds.Speaker.standardPlayer() else {
        logger.info("sounds are off: aplay is not installed (Debian package alsa-utils)")
        return nil
      }
      return Sounds.Speaker(player: player, logger: logger)
    }
  }
}
