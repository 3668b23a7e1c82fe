internal import Foundation
internal import HTTPClient

/// The desk at which a command works with tags: what lies on its readers, and the orders given there.
struct TagDesk {
  let invocation: Invocation
  let hub: Hub
  let station: String

  /// How long it is waited for a tag.
  let seconds: Int

  private static let pause = 0.2

  init(_ invocation: Invocation, seconds: String = "seconds", otherwise standard: Int = 60) throws(Failure) {
    self.invocation = invocation
    station = invocation.text("station") ?? "desk"
    self.seconds = try invocation.number(seconds, in: 0...3600, otherwise: standard)
    hub = try Hub(invocation)
  }

  /// The address of something at this desk, as `/api/v1/stations/desk/tags`.
  func path(_ rest: String) -> String { "/api/v1/stations/\(Hub.encoded(station))/\(rest)" }

  /// What lies there now.
  func lying() throws(Failure) -> (tags: [TagShape], bytes: [UInt8]) {
    let answer = try hub.get(path("tags"))
    let page: TagPage = try JSONText.decode(answer.body)
    return (page.items, answer.body)
  }

  /// Waits until something lies there.
  ///
  /// - Parameters:
  ///   - sentence: told once when there is something to wait for; nil to say nothing.
  ///   - isWanted: tells what is waited for from what lies there.
  /// - Returns: what lay there last, wanted or not.
  /// - Throws: `Failure` when the hub is gone.
  func wait(
    _ sentence: String?, until isWanted: ([TagShape]) -> Bool
  ) throws(Failure) -> (tags: [TagShape], bytes: [UInt8]) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var isTold = false
    while true {
      let found = try lying()
      if isWanted(found.tags) || ContinuousClock.now >= deadline { return found }
      if let sentence, !isTold { StandardError.line(sentence) }
      isTold = true
      Thread.sleep(forTimeInterval: Self.pause)
    }
  }

  /// Gives an order, waiting for a tag where none lies there and it needs one, and follows it to its end.
  ///
  /// - Parameter order: without a tag's number it is meant for the one that lies there.
  /// - Returns: how it ended.
  /// - Throws: `Failure` when the hub refuses it, or is gone.
  func carryOut(_ order: TagOrder) throws(Failure) -> ExitCode {
    let mayWait = !invocation.has("no-wait")
    let body = JSONText.encode(order)
    let key = UUID().uuidString.lowercased()
    var answer = try hub.send(.post, "/api/v1/tag-jobs", body, key: key)
    if mayWait, seconds > 0, order.uid == nil, HubProblem.code(of: answer) == "no-tag" {
      let found = try wait("Lay the tag on the reader of \(printable(station)).") { !$0.isEmpty }
      guard !found.tags.isEmpty else {
        throw Failure(.tryAgain, "No tag came within \(seconds) s.", advice: "Wait longer: --seconds N.")
      }
      answer = try hub.send(.post, "/api/v1/tag-jobs", body, key: key)
    }
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: hub.address) }
    guard mayWait else {
      let job: TagJobShape = try JSONText.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONText.line(answer.body) : "\(job.id)  \(job.progress)")
      return .done
    }
    return try follow(answer.body)
  }

  /// Follows a job until it is over, or until nobody would wait any longer: one that was begun and torn stays open.
  private func follow(_ bytes: [UInt8]) throws(Failure) -> ExitCode {
    let deadline = ContinuousClock.now + .seconds(seconds + 15)
    var bytes = bytes
    var told = ""
    var isGone = false
    while true {
      let job: TagJobShape = try JSONText.decode(bytes)
      if job.isOver || ContinuousClock.now >= deadline {
        StandardOutput.line(
          invocation.isJSON ? JSONText.line(bytes) : job.isOver ? job.full : "… \(job.progress)")
        return job.isOver ? job.exitCode : .tryAgain
      }
      if !invocation.isJSON, job.progress != told {
        told = job.progress
        StandardError.line(told)
      }
      Thread.sleep(forTimeInterval: Self.pause)
      do throws(Failure) {
        bytes = try hub.get("/api/v1/tag-jobs/\(Hub.encoded(job.id))").body
        isGone = false
      } catch {
        // The job is safe with the hub, which goes on with it when it is back.
        guard error.code == .unavailable || error.code == .tryAgain, ContinuousClock.now < deadline else { throw error }
        if !isGone { StandardError.line("deadwax: \(error.sentence) Trying again until it is back.") }
        isGone = true
      }
    }
  }
}

extension Option {
  static let station = Option("station", "NAME", "the desk on whose reader the tag lies (desk)")
  static let seconds = Option("seconds", "N", "how long to wait for the tag (60)")
}
