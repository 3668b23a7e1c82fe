package import Configuration
internal import Deadwax
package import Readers

/// The sections `[reader NAME]` of a configuration file, each of which starts a reader.
package enum ReaderSections {
  /// The keys of a section.
  package static let group = KeyGroup(
    "reader",
    keys: [
      Key("command", section: "reader", help: "absolute path of a program that speaks the reader protocol; arguments"),
      Key("station", section: "reader", help: "station that receives its readings; by default this machine's own"),
    ], required: ["command"], help: "a further reader, in the file only; once for each")

  /// Returns the readers of a configuration whose table has the group, in their order in the file.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - plan: the readers of the other settings, whose names are taken.
  /// - Returns: the readers; they are not part of the plan yet.
  /// - Throws: `ConfigurationError` with the line of the first invalid value.
  package static func readers(
    in configuration: Configuration, besides plan: ReaderPlan
  ) throws(ConfigurationError) -> [OpenReader] {
    let taken = plan.configurations(program: "", station: "").map(\.name)
    var readers: [OpenReader] = []
    for section in configuration.sections(group.name) {
      guard !taken.contains(section.name) else {
        throw section.error("another setting starts the reader \(section.name); choose another name")
      }
      let station = section.text("station")
      if let station, Station.Name(station) == nil {
        throw section.invalid("station", expected: "1 to 40 lower-case letters, digits or hyphens")
      }
      guard let reader = OpenReader(name: section.name, station: station, command: section.text("command") ?? "") else {
        throw section.invalid("command", expected: OpenReader.choices)
      }
      readers.append(reader)
    }
    return readers
  }
}
