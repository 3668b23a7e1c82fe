internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

/// The station at which a command works with tags: the tags on its readers and its tag jobs.
struct TagStation {
  let invocation: Invocation
  let hub: HubClient
  let name: Station.Name

  /// The maximum time of the whole command in seconds.
  let seconds: Int
  private let deadline: ContinuousClock.Instant

  private static let pause = 0.2
  /// The additional time for a tag that is being written when the time is over, because the write ends soon.
  private static let writingTime = Duration.seconds(3)

  init(_ invocation: Invocation, seconds: String = "seconds") throws(Failure) {
    self.invocation = invocation
    let text = invocation.text("station") ?? "desk"
    guard let name = Station.Name(text) else {
      throw Failure(
        .usage, "--station must be 1 to 40 lower-case letters, digits or hyphens, not '\(printable(text))'.")
    }
    self.name = name
    self.seconds = invocation.number(seconds)
    deadline = .now + .seconds(self.seconds)
    hub = try HubClient(invocation)
  }

  /// Returns a path below this station, such as `/api/v1/stations/desk/tags`.
  func path(_ rest: String) -> String { "/api/v1/stations/\(name)/\(rest)" }

  /// Returns the tags that are on the readers now.
  func lying() throws(Failure) -> (tags: [PresentTagResource], bytes: [UInt8]) {
    let answer = try hub.get(path("tags"))
    let page: ListPage<PresentTagResource> = try JSONCoding.decode(answer.body)
    return (page.items, answer.body)
  }

  /// Waits until the tags on the readers match a condition.
  ///
  /// - Parameters:
  ///   - sentence: a prompt that is printed once before waiting; nil for none.
  ///   - isWanted: a function that returns true for the expected tags.
  /// - Returns: the last tags read, whether they match or not.
  /// - Throws: `Failure` if the hub is not reachable.
  func wait(
    _ sentence: String?, until isWanted: ([PresentTagResource]) -> Bool
  ) throws(Failure) -> (tags: [PresentTagResource], bytes: [UInt8]) {
    var isReported = false
    while true {
      let found = try lying()
      if isWanted(found.tags) || ContinuousClock.now >= deadline { return found }
      if let sentence, !isReported { StandardError.line(sentence) }
      isReported = true
      Thread.sleep(forTimeInterval: Self.pause)
    }
  }

  /// Sends a job and follows it to its end. If the job needs a tag and none is on the reader, it waits for one.
  ///
  /// - Parameter order: the job; without a tag's number it applies to the tag on the reader.
  /// - Returns: the exit code for the end of the job.
  /// - Throws: `Failure` if the hub refuses the job, or is not reachable.
  func carryOut(_ order: TagOrderRequest) throws(Failure) -> ExitCode {
    let mayWait = !invocation.has("no-wait")
    let body = JSONCoding.encode(order)
    let key = UUID().uuidString.lowercased()
    var answer = try hub.send(.post, "/api/v1/tag-jobs", body, key: key)
    if mayWait, seconds > 0, order.uid == nil, HubProblem.code(of: answer) == .noTag {
      let found = try wait("Put the tag on the reader of \(name).") { !$0.isEmpty }
      guard !found.tags.isEmpty else {
        throw Failure(
          .tryAgain, "No tag was put on the reader within \(seconds) s.", advice: "To wait longer: --seconds N.")
      }
      answer = try hub.send(.post, "/api/v1/tag-jobs", body, key: key)
    }
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: hub.address) }
    guard mayWait else {
      let job: TagJobResource = try JSONCoding.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : "\(job.id)  \(job.progress)")
      return .done
    }
    return try follow(answer.body)
  }

  /// Follows a job until it ends or the command's time is over. A torn write stays open at the hub.
  private func follow(_ bytes: [UInt8]) throws(Failure) -> ExitCode {
    var bytes = bytes
    var reported = ""
    var isGone = false
    while true {
      let job: TagJobResource = try JSONCoding.decode(bytes)
      let end = job.state == .writing ? deadline + Self.writingTime : deadline
      if job.isOver || ContinuousClock.now >= end {
        StandardOutput.line(
          invocation.isJSON ? JSONCoding.line(bytes) : job.isOver ? job.full : "… \(job.progress)")
        return job.isOver ? job.exitCode : .tryAgain
      }
      if !invocation.isJSON, job.progress != reported {
        reported = job.progress
        StandardError.line(reported)
      }
      Thread.sleep(forTimeInterval: Self.pause)
      do throws(Failure) {
        bytes = try hub.get("/api/v1/tag-jobs/\(HubClient.encoded(job.id))").body
        isGone = false
      } catch {
        // The job is stored at the hub, which continues it after a restart.
        guard error.code == .unavailable || error.code == .tryAgain, ContinuousClock.now < end else { throw error }
        if !isGone { StandardError.line("deadwax: \(error.sentence) Retrying until it responds.") }
        isGone = true
      }
    }
  }
}

extension Option {
  static let station = Option("station", "NAME", "the station of the reader (desk)")
  static let seconds = Option(
    "seconds", .number(0...3600), "N", standard: "60", "the maximum time to wait for the tag")
}
