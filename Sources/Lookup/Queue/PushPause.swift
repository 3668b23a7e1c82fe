/// The reason that a push cannot go on until a person corrects something.
struct PushPause: Error {
  let reason: String
}
