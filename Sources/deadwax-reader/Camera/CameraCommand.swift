func runCameraReader(_ words: [String]) -> Int32 { ExitCode.usage }
