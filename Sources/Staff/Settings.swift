internal import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// The settings that the library can change while the hub runs, each with its default and its history.
package struct Settings: Sendable {
  let room: StaffContext

  /// Returns all settings, in the order of their sections.
  package func all() throws -> [SettingView] {
    try room.database.read { [room] reading in
      let stored = Dictionary(uniqueKeysWithValues: try reading.settings().map { ($0.key, $0) })
      let library = try room.library(in: reading)
      return Setting.all.map { view(of: $0, stored[$0.key], library, at: reading.now) }
    }
  }

  /// Returns one setting.
  ///
  /// - Throws: `StaffError.noSuchSetting`.
  package func view(_ key: String) throws -> SettingView {
    guard let setting = Setting.named(key) else { throw StaffError.noSuchSetting }
    return try room.database.read { try view(of: setting, in: $0) }
  }

  /// Changes a setting.
  ///
  /// - Parameters:
  ///   - key: the key, for example `loan.days`, or `loan.days.cd` for one medium.
  ///   - value: the value as people enter it, such as the name of a time zone; nil restores the default.
  ///   - ifVersion: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the setting after the change.
  /// - Throws: `StaffError.noSuchSetting`, `.staleVersion`, or `.badValue` with a sentence.
  package func set(_ key: String, to value: String?, ifVersion: Int? = nil, by: String?) throws -> SettingView {
    guard let setting = Setting.named(key) else { throw StaffError.noSuchSetting }
    let text = try value.map { value in
      do throws(PolicyError) {
        return try setting.validate(try entered(value, for: setting))
      } catch {
        throw StaffError.badValue(field: key, sentence: error.sentence)
      }
    }
    return try room.write { transaction in
      let before = try view(of: setting, in: transaction)
      if let ifVersion, ifVersion != before.version { throw StaffError.staleVersion(now: before.version) }
      if case .text(.place) = setting.kind, let id = text.flatMap(Place.ID.init), try transaction.place(id) == nil {
        throw StaffError.badValue(field: key, sentence: "There is no place with this id.")
      }
      if setting.section == .appearance {
        try Self.check(setting, text ?? setting.default, try room.library(in: transaction))
      }
      try transaction.set(key, to: text)
      guard try transaction.storeChange(.setting, by: by) != nil else { return before }
      try transaction.publish(.settingChanged, subject: key)
      return try view(of: setting, in: transaction)
    }
  }

  /// The library's own colours of the pages, as a stylesheet.
  package func stylesheet() throws -> String {
    try room.database.read { try room.library(in: $0) }.appearance.stylesheet
  }

  /// Returns the number of hours for which the link that a station shows to a borrower is valid; nil for no such link.
  package func sessionLinkHours() throws -> Int? {
    try room.database.read { try room.library(in: $0) }.privacy.linkHours
  }

  /// Verifies that the pages can be read with a colour, beside the colours that are set already.
  ///
  /// - Throws: `StaffError.badValue` with the colours that are too close.
  private static func check(_ setting: Setting, _ text: String, _ library: LibraryPolicy) throws {
    var library = library
    try? setting.set(text, in: &library)
    if let problem = library.appearance.problem { throw StaffError.badValue(field: setting.key, sentence: problem) }
  }

  /// Returns the earlier values of a setting, the newest first.
  ///
  /// - Throws: `StaffError.noSuchSetting`.
  package func history(of key: String, limit: Int = 50) throws -> [SettingChange] {
    guard Setting.named(key) != nil else { throw StaffError.noSuchSetting }
    return try room.database.read { reading in
      try reading.changes(of: .setting, key, limit: limit).map { change in
        let row = try reading.rows(of: change).first { $0.table == .setting && $0.row == key }
        return SettingChange(
          change: change, before: try row?.before.flatMap(Self.value), after: try row?.after.flatMap(Self.value))
      }
    }
  }

  private struct StoredRow: Decodable { var value: String }

  private static func value(_ row: String) throws -> String? { try ColumnJSON.read(StoredRow.self, row).value }

  /// Returns the text to store for a text that a person entered.
  private func entered(_ text: String, for setting: Setting) throws(PolicyError) -> String {
    guard setting.kind == .text(.timeZone) else { return text }
    do throws(PolicyError) {
      return try LibraryTimeZone(chosen: text.trimmed, from: room.zones).stored
    } catch {
      throw PolicyError("\(setting.key): \(error.sentence)")
    }
  }

  private func view(of setting: Setting, in records: some Queryable) throws -> SettingView {
    let stored = try records.settings().first { $0.key == setting.key }
    return view(of: setting, stored, try room.library(in: records), at: records.now)
  }

  private func view(
    of setting: Setting, _ stored: SettingRecord?, _ library: LibraryPolicy, at now: Timestamp
  ) -> SettingView {
    SettingView(
      key: setting.key, section: setting.section.rawValue, kind: setting.kind.name, choices: setting.kind.choices,
      value: setting.displayed(setting.text(in: library)), standard: setting.displayed(setting.text(in: room.defaults)),
      help: setting.help, hint: setting.kind.sentence, version: stored?.version ?? 0,
      timeZone: setting.kind == .text(.timeZone) ? TimeZoneView(library.due.calendar.zone, at: now) : nil)
  }
}
