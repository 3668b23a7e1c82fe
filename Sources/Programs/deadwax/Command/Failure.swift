/// The reason why a command failed, with advice on what to do.
struct Failure: Error, Equatable {
  var code: ExitCode
  var sentence: String
  var advice: String?

  init(_ code: ExitCode, _ sentence: String, advice: String? = nil) {
    self.code = code
    self.sentence = sentence
    self.advice = advice
  }
}
