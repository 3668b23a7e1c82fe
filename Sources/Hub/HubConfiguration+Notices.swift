internal import Circulation
internal import Foundation
internal import Log
internal import Notices
internal import Sounds

extension HubConfiguration {
  /// What leaves the house, and by which programs.
  package struct NoticeUse: Hashable, Sendable {
    /// A program that sends mail.
    package var mailCommand: String?
    /// The address that mails come from.
    package var mailFrom: String?
    /// A program that prints receipts.
    package var receiptCommand: String?
    /// Whether the receipt printer knows no other letters than those of ASCII.
    package var printsASCII = false
    package var speaker = Speaker.none
    /// The paper on which a desk has labels made, by the id of a layout.
    package var deskLabel: String?
    /// Whether the operator vouches for the machine's clock.
    package var trustsClock = false

    package init() {}
  }

  /// What makes the sounds of this machine's desk, beside the page.
  package enum Speaker: Hashable, Sendable {
    case none
    /// `aplay`, where there is one.
    case auto
    /// A program that is given a WAV file on its standard input.
    case program(String)
  }

  /// The address that mails come from.
  ///
  /// - Throws: `HubError` for what is no address.
  func mailSender() throws -> String {
    guard let given = noticeUse.mailFrom else { return "deadwax@\(ProcessInfo.processInfo.hostName)" }
    guard MailAddress.isUsable(given) else {
      throw HubError("--mail-from must be a mail address, as library@example.org; it is '\(given)'")
    }
    return given
  }

  /// The loudspeaker; nil for none.
  func speaker(logger: Logger) -> Sounds.Speaker? {
    switch noticeUse.speaker {
    case .none: return nil
    case .program(let path): return Sounds.Speaker(player: Sounds.Speaker.player(path), logger: logger)
    case .auto:
      guard let player = Sounds.Speaker.standardPlayer() else {
        logger.info("no sounds are played: there is no aplay; Debian's is in alsa-utils")
        return nil
      }
      return Sounds.Speaker(player: player, logger: logger)
    }
  }
}
