// swift-tools-version: 6.0

import PackageDescription

// A package as a user of the library has one: what it takes there is to be what it takes in ours.
let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ViewModelKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [.product(name: "Reactive", package: "ViewModelKit")],
      // So that a global variable is a plain one.
      swiftSettings: [.swiftLanguageMode(.v5)]
    )
  ]
)
