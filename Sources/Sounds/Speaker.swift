package import Log
package import Readers
internal import Threads

/// The machine's own loudspeaker. It plays the station's sounds through a program and never blocks the caller.
///
/// One sound is played and one may wait. A new sound replaces the waiting one. A sound that is more than one second
/// late is not played, because it would be mistaken for the answer to something else.
package final class Speaker: Sendable {
  private struct Wanted {
    var sound: Sound
    var at: ContinuousClock.Instant
  }

  private let player: ExternalCommand
  private let logger: Logger
  private let files: [Sound: [UInt8]]
  private let waiting = Monitor<(next: Wanted?, isStopping: Bool)>((nil, false))
  private let faults = RepeatFilter()
  private let ended = Latch()
  private let counted = Locked(0)

  /// The time that a player may take. The longest sound lasts less than a second.
  private static let patience = Duration.seconds(4)
  private static let lateness = Duration.seconds(1)

  /// - Parameters:
  ///   - player: a program that reads a WAV file from its standard input.
  ///   - logger: the log for one message when the player fails, and one when it works again.
  package init(player: ExternalCommand, logger: Logger) {
    self.player = player
    self.logger = logger
    files = Dictionary(uniqueKeysWithValues: Sound.allCases.map { ($0, SoundWave.file(of: $0)) })
    _ = DedicatedThread("speaker") { [self] in
      run()
      ended.raise()
    }
  }

  /// Returns the player of this machine: `aplay` of alsa-utils, or nil if it is not installed.
  package static func standardPlayer() -> ExternalCommand? {
    ExternalCommand.find("aplay").map { ExternalCommand($0, ["-q", "-"], patience: patience) }
  }

  /// Returns a player that runs the configured program.
  package static func player(_ path: String) -> ExternalCommand { ExternalCommand(path, patience: patience) }

  /// The number of sounds played since the start.
  package var played: Int { counted.withLock { $0 } }

  /// Requests a sound. Returns immediately.
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
        logger.warning("cannot play sounds: \(result.said)")
      }
    }
  }
}
