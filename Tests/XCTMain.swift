import Testing

/// Entry point of the program of all tests.
///
/// With a file of this name, the package manager does not look for XCTest's classes in an index of the code. `./dev` builds
/// without that index: writing it takes a quarter of the build's time. `swift test` finds no test then: use `./dev test`.
@main
struct TestProgram {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
