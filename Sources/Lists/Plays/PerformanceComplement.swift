package import Deadwax

/// The "sound recording performance complement" of the United States (17 U.S.C. 114(j)(13)), as a pure rule over the
/// plays of one channel.
///
/// In any three hours it allows three different recordings of one record, two of them one after the other; and four by one
/// artist, or of one set of several records, three of them one after the other. The exception for programmes without
/// intent is a question for people, so this is a warning and refuses nothing.
package enum PerformanceComplement {
  /// The length of the period.
  package static let period = Duration.seconds(3 * 3600)

  /// One recording that was played.
  package struct Selection: Hashable, Sendable {
    package var play: Play.ID
    package var at: Timestamp
    /// Equal for the same recording, and for no other.
    package var recording: String
    package var groups: [Group]

    package init(play: Play.ID, at: Timestamp, recording: String, groups: [Group]) {
      self.play = play
      self.at = at
      self.recording = recording
      self.groups = groups
    }
  }

  /// A record, an artist or a set that a recording belongs to.
  package struct Group: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case phonorecord, artist, set }

    package var kind: Kind
    /// Equal for the same group of this kind.
    package var key: String
    package var name: String

    package init(kind: Kind, key: String, name: String) {
      self.kind = kind
      self.key = key
      self.name = name
    }

    func isSame(as other: Group) -> Bool { kind == other.kind && key == other.key }
  }

  /// Returns the plays that exceed a limit, each once for each limit and group.
  ///
  /// - Parameter selections: the recordings of one channel. Those of the same time are in the order in which they were
  ///   played.
  /// - Returns: the warnings in the order of the plays.
  package static func warnings(_ selections: [Selection]) -> [ComplementWarning] {
    let ordered = selections.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
    var warnings: [ComplementWarning] = []
    var places: [Place: Int] = [:]
    var first = 0
    for (index, selection) in ordered.enumerated() {
      while ordered[first].at + period <= selection.at { first += 1 }
      let window = ordered[first...index]
      for group in selection.groups {
        let limits = Self.limits(of: group.kind)
        let all = Set(window.filter { $0.belongs(to: group) }.map(\.recording)).count
        let inARow = Set(window.reversed().prefix { $0.belongs(to: group) }.map(\.recording)).count
        for (rule, count, limit) in [(limits.rule, all, limits.most), (limits.rowRule, inARow, limits.mostInARow)]
        where count > limit {
          let warning = ComplementWarning(
            play: selection.play, at: selection.at, rule: rule, count: count, limit: limit, subject: group.name)
          // A play of a side is several recordings; the last of them has the greatest number.
          let place = Place(play: selection.play, rule: rule, key: group.key)
          if let known = places[place] {
            warnings[known] = warning
          } else {
            places[place] = warnings.count
            warnings.append(warning)
          }
        }
      }
    }
    return warnings
  }

  private struct Place: Hashable {
    var play: Play.ID
    var rule: ComplementWarning.Rule
    var key: String
  }

  private struct Limits {
    var rule: ComplementWarning.Rule
    var most: Int
    var rowRule: ComplementWarning.Rule
    var mostInARow: Int
  }

  private static func limits(of kind: Group.Kind) -> Limits {
    switch kind {
    case .phonorecord: Limits(rule: .phonorecord, most: 3, rowRule: .phonorecordInARow, mostInARow: 2)
    case .artist: Limits(rule: .artist, most: 4, rowRule: .artistInARow, mostInARow: 3)
    case .set: Limits(rule: .set, most: 4, rowRule: .setInARow, mostInARow: 3)
    }
  }
}

extension PerformanceComplement.Selection {
  fileprivate func belongs(to group: PerformanceComplement.Group) -> Bool {
    groups.contains { $0.isSame(as: group) }
  }
}
