internal import Deadwax
internal import Foundation
internal import Storage

/// A cache of big libraries between runs, because generating one takes minutes. Each has a folder named after its
/// parameters.
struct LibraryCache {
  /// The folder of the cache; nil to cache nothing.
  let folder: String?

  /// Returns the library of this week. Its times are close to now, so that recent loans are not overdue yet.
  static func library(_ size: BigLibrary.Size, seed: UInt64) -> BigLibrary {
    let week = 7 * BigLibrary.day
    // 1970 began on a Thursday.
    let monday = (Timestamp.now().milliseconds + 3 * BigLibrary.day) / week * week - 3 * BigLibrary.day
    return BigLibrary(seed: seed, size: size, now: Timestamp(milliseconds: monday))
  }

  /// Puts the library into a folder as a hub's data, newly generated or copied from the cache.
  ///
  /// - Throws: a `StorageError`, or an error of `FileManager`.
  func provide(_ library: BigLibrary, in data: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: data, withIntermediateDirectories: true)
    guard let folder else {
      try timed("made") { try library.write(to: data + "/deadwax.sqlite") }
      return
    }
    let stored = "\(folder)/\(name(of: library))"
    if !files.fileExists(atPath: stored) {
      let unfinished = stored + ".unfinished"
      try? files.removeItem(atPath: unfinished)
      try files.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
      try timed("made") { try library.write(to: unfinished + "/deadwax.sqlite") }
      try files.moveItem(atPath: unfinished, toPath: stored)
    }
    try timed("copied") {
      for file in try files.contentsOfDirectory(atPath: stored) {
        try files.copyItem(atPath: "\(stored)/\(file)", toPath: "\(data)/\(file)")
        // Otherwise the hub's first sync would wait for gigabytes that are not its own.
        let copy = try FileHandle(forUpdating: URL(fileURLWithPath: "\(data)/\(file)"))
        try copy.synchronize()
        try copy.close()
      }
    }
  }

  /// Returns the folder's name, which depends on the schema, the seed, the size and the week.
  private func name(of library: BigLibrary) -> String {
    // FNV-1a identifies a schema; it is not used for security.
    let schema = Migration.all.flatMap { Array(($0.name + $0.sql).utf8) }.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let (size, week) = (library.size, library.now.milliseconds)
    return "library-\(size.copies)-\(size.tracks)-\(library.seed)-\(week)-\(String(schema, radix: 16))"
  }

  private func timed(_ verb: String, _ work: () throws -> Void) throws {
    let start = seconds()
    try work()
    print(String(format: "  the library was %@ in %.1f s", verb, seconds() - start))
  }
}
