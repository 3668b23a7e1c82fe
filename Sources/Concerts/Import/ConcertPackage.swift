internal import Archives
internal import Deadwax
internal import FoundationEssentials

/// The contents of a package, read and checked. Files that cannot be used are left out, each with its reason.
struct ConcertPackage {
  /// The greatest sizes of a package: more than ten times those of a band with thousands of shows.
  static let limits = ArchiveLimits(entries: 400_000, entryBytes: 8 << 20, totalBytes: 1 << 30, ratio: 400)
  /// The maximum number of faults that are reported one by one.
  static let shownFaults = 200

  /// A file that was left out, and the reason as a sentence.
  struct Fault: Hashable {
    let file: String
    let sentence: String
  }

  private(set) var version = ConcertPackageVersion(
    version: "", name: "", kind: "", importedAt: Timestamp(milliseconds: 0))
  private(set) var shows: [Show] = []
  private(set) var recordings: [ShowRecording] = []
  private(set) var collections: [ConcertCollection] = []
  /// The first faults, and the number of all of them.
  private(set) var faults: [Fault] = []
  private(set) var faultCount = 0
  /// The number of recordings that no show names.
  private(set) var unnamedRecordings = 0

  /// The progress: the phase, the files that are done, their number, and the name of the current one.
  typealias Progress = (ConcertImport.Step, Int, Int, String) throws -> Void

  /// Reads a package.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - progress: called before each hundredth file. An error of it ends the work.
  /// - Throws: `ConcertError` if the file is no package, or the error of `progress`.
  init(_ path: String, progress: Progress) throws {
    do {
      try read(try ArchiveReader(path, limits: Self.limits), progress)
    } catch let error as ArchiveError {
      throw ConcertError(error)
    }
  }

  private mutating func read(_ archive: ArchiveReader, _ progress: Progress) throws {
    let decoder = JSONDecoder()
    guard archive.entries.contains(where: { $0.name == "manifest.json" }) else {
      throw ConcertError.badPackage(entry: nil, "The package has no 'manifest.json'.")
    }
    let total = archive.entries.count { !$0.isFolder }
    var (done, bytes) = (0, 0)
    var manifest: ManifestFile?
    var listed: CollectionFile?
    var files: [(file: ShowFile, show: Show)] = []
    var unbound: [ShowRecording] = []
    while let entry = try archive.next() {
      let (folder, name) = Self.parts(of: entry.name)
      let step: ConcertImport.Step = folder == "recordings" ? .recordings : folder == "shows" ? .shows : .collections
      if done % 100 == 0 { try progress(step, done, total, entry.name) }
      (done, bytes) = (done + 1, bytes + entry.size)
      do {
        switch (folder, name) {
        case ("shows", let name?):
          let file = try Self.decode(ShowFile.self, archive, decoder)
          files.append((file, try file.show(named: name)))
        case ("recordings", let name?):
          unbound.append(try Self.decode(RecordingFile.self, archive, decoder).recording(name))
        case (nil, "manifest"): manifest = try Self.decode(ManifestFile.self, archive, decoder)
        case (nil, "collections"): listed = try Self.decode(CollectionFile.self, archive, decoder)
        default: throw PackageFault("The package should not have this file.")
        }
      } catch let fault as PackageFault {
        note(entry.name, fault)
      }
    }
    guard let manifest else {
      let reason = faults.first { $0.file == "manifest.json" }?.sentence ?? "It cannot be read."
      throw ConcertError.badPackage(entry: "manifest.json", reason)
    }
    guard !files.isEmpty else { throw ConcertError.badPackage(entry: nil, "The package has no show that can be read.") }
    try progress(.collections, done, total, "")
    connect(files.sorted { $0.show.id < $1.show.id }, unbound)
    do {
      let days = Dictionary(shows.map { ($0.id, $0.date) }) { first, _ in first }
      collections = try listed?.collections(of: days) ?? []
    } catch {
      note("collections.json", error)
    }
    version = manifest.packageVersion()
    version.shows = shows.count
    version.venues = Set(shows.map { "\($0.venue)\n\($0.city ?? "")\n\($0.state ?? "")" }).count
    (version.files, version.bytes) = (total, bytes)
  }

  /// Gives each recording its show, and each show what its recordings add.
  private mutating func connect(_ files: [(file: ShowFile, show: Show)], _ unbound: [ShowRecording]) {
    var showOf: [String: String] = [:]
    for (file, show) in files {
      for identifier in file.recordings ?? [] where showOf[identifier] == nil { showOf[identifier] = show.id }
    }
    for var recording in unbound {
      guard let show = showOf[recording.identifier] else {
        unnamedRecordings += 1
        continue
      }
      recording.show = show
      recordings.append(recording)
    }
    let reviews = Dictionary(recordings.map { ($0.show, $0.reviews) }, uniquingKeysWith: &+)
    var sequences: [String: Int] = [:]
    for (_, var show) in files {
      show.reviews = reviews[show.id] ?? 0
      sequences["\(show.date) \(show.band)", default: 0] += 1
      show.sequence = sequences["\(show.date) \(show.band)"] ?? 1
      shows.append(show)
    }
  }

  private mutating func note(_ file: String, _ fault: PackageFault) {
    faultCount += 1
    if faults.count < Self.shownFaults { faults.append(Fault(file: file, sentence: fault.sentence)) }
  }

  /// Returns the folder and the name without `.json` of a file; nil as its name if it has another ending.
  private static func parts(of name: String) -> (folder: String?, name: String?) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let last = parts.last, last.hasSuffix(".json") else { return (nil, nil) }
    return (parts.count == 2 ? parts[0] : nil, String(last.dropLast(5)))
  }

  private static func decode<File: Decodable>(
    _ type: File.Type, _ archive: ArchiveReader, _ decoder: JSONDecoder
  ) throws -> File {
    let content = try archive.content(atMost: limits.entryBytes)
    do {
      return try decoder.decode(type, from: Data(content))
    } catch let error as DecodingError {
      throw PackageFault(error)
    }
  }
}
