internal import Lanes
package import Log
package import Readers

/// The machine's own loudspeaker: plays the desk's sounds through a program, and never lets anybody wait for it.
///
/// One sound is played and one may wait; of those that come meanwhile the last waits. What is late by more than a second
/// is not played: it would be taken for the answer to something else.
package final class Speaker: Sendable {
  private struct Wanted {
    var sound: Sound
    var at: ContinuousClock.Instant
  }

  private let player: HookProgram
  private let logger: Logger
  private let files: [Sound: [UInt8]]
  private let waiting = Condition<(next: Wanted?, isStopping: Bool)>((nil, false))
  private let faults = Once()
  private let ended = Signal()
  private let counted = Guarded(0)

  /// How long a player may take: the longest sound lasts less than a second.
  private static let patience = Duration.seconds(4)
  private static let lateness = Duration.seconds(1)

  /// - Parameters:
  ///   - player: takes a WAV file on its standard input.
  ///   - logger: hears once of a player that does not work, and once when it works again.
  package init(player: HookProgram, logger: Logger) {
    self.player = player
    self.logger = logger
    files = Dictionary(uniqueKeysWithValues: Sound.allCases.map { ($0, SoundWave.file(of: $0)) })
    _ = Lane("speaker") { [self] in
      run()
      ended.raise()
    }
  }

  /// The player of this machine: `aplay` of alsa-utils, where there is one.
  package static func standardPlayer() -> HookProgram? {
    HookProgram.find("aplay").map { HookProgram($0, ["-q", "-"], patience: patience) }
  }

  /// A program of the house's own.
  package static func player(_ path: String) -> HookProgram { HookProgram(path, patience: patience) }

  /// How many sounds were played since the start.
  package var played: Int { counted.withLock { $0 } }

  /// Has a sound played. Returns at once.
  package func play(_ sound: Sound) {
    waiting.update { $0.next = Wanted(sound: sound, at: .now) }
  }

  package func stop() {
    waiting.update { $0.isStopping = true }
    ended.wait()
  }

  private func run() {
    while true {
      let wanted = waiting.wait { state -> Wanted?? in
        if state.isStopping { return .some(nil) }
        guard let next = state.next else { return nil }
        state.next = nil
        return .some(next)
      }
      guard let wanted else { return }
      guard .now - wanted.at < Self.lateness else { continue }
      let result = player.run(files[wanted.sound] ?? [])
      if result.isDone {
        counted.withLock { $0 += 1 }
        if faults.over("player") > 0 { logger.info("sounds are played again") }
      } else if faults.isFirst("player") {
        logger.warning("sounds are not played: \(result.said)")
      }
    }
  }
}
