// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "ViewModelKit",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ReactiveFoundation", targets: ["ReactiveFoundation"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .executable(name: "SignupTUI", targets: ["SignupTUI"]),
  ],
  targets: [
    .target(name: "Reactive"),
    .target(name: "ReactiveFoundation", dependencies: ["Reactive"]),
    .target(
      name: "ViewModels",
      dependencies: ["Reactive"],
      linkerSettings: [.linkedLibrary("crypt", .when(platforms: [.linux]))]
    ),
    .executableTarget(name: "SignupTUI", dependencies: ["Reactive", "ViewModels"]),
    .testTarget(name: "ReactiveTests", dependencies: ["Reactive"]),
    .testTarget(name: "ReactiveFoundationTests", dependencies: ["ReactiveFoundation"]),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: ["ViewModels", "Reactive"],
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "SignupTUITests",
      dependencies: ["SignupTUI", "ViewModels", "Reactive"],
      exclude: ["Golden"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
