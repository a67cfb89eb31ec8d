// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "ViewModelKit",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ReactiveExtras", targets: ["ReactiveExtras"]),
    .library(name: "ReactiveFoundation", targets: ["ReactiveFoundation"]),
    .library(name: "Positioning", targets: ["Positioning"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .library(name: "TerminalKit", targets: ["TerminalKit"]),
    .executable(name: "SignupTUI", targets: ["SignupTUI"]),
  ],
  targets: [
    .target(name: "Reactive"),
    .target(name: "ReactiveExtras", dependencies: ["Reactive"]),
    .target(name: "ReactiveFoundation", dependencies: ["Reactive"]),
    .target(name: "Positioning"),
    .target(
      name: "ViewModels",
      dependencies: ["Positioning", "Reactive", "ReactiveExtras"],
      linkerSettings: [.linkedLibrary("crypt", .when(platforms: [.linux]))]
    ),
    .target(name: "TerminalKit", dependencies: ["Reactive", "ReactiveExtras"]),
    .executableTarget(
      name: "SignupTUI",
      dependencies: ["Positioning", "Reactive", "ReactiveExtras", "TerminalKit", "ViewModels"]
    ),
    .target(
      name: "TestSupport",
      dependencies: ["Positioning", "Reactive", "ReactiveExtras", "TerminalKit"],
      path: "Tests/TestSupport",
      exclude: ["Fixtures"]),
    .testTarget(
      name: "ReactiveTests", dependencies: ["Reactive", "ReactiveExtras", "TestSupport"]),
    .testTarget(
      name: "ReactiveExtrasTests", dependencies: ["Reactive", "ReactiveExtras", "TestSupport"]),
    .testTarget(
      name: "ReactiveFoundationTests",
      dependencies: ["Reactive", "ReactiveFoundation", "TestSupport", "ViewModels"]
    ),
    .testTarget(
      name: "PositioningTests",
      dependencies: ["Positioning", "TestSupport"]
    ),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: ["ViewModels", "Positioning", "Reactive", "ReactiveExtras", "TestSupport"]
    ),
    .testTarget(
      name: "TerminalKitTests",
      dependencies: ["TerminalKit", "Reactive", "ReactiveExtras", "TestSupport"],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "SignupTUITests",
      dependencies: [
        "SignupTUI", "Positioning", "ViewModels", "Reactive", "ReactiveExtras", "TerminalKit",
        "TestSupport",
      ],
      exclude: ["Golden"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
