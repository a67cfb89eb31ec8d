// swift-tools-version: 6.0

import PackageDescription

// Debian 13's Swift 6.0 cannot link a program that uses the library Observation: the library lacks
// a symbol.
#if compiler(>=6.1)
  let needsObservation: [String] = []
#else
  let needsObservation = ["Observation"]
#endif

let package = Package(
  name: "ViewModelKit",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ReactiveExtras", targets: ["ReactiveExtras"]),
    .library(name: "ReactiveFoundation", targets: ["ReactiveFoundation"]),
    .library(name: "ReactiveNetworking", targets: ["ReactiveNetworking"]),
    .library(name: "Positioning", targets: ["Positioning"]),
    .library(name: "Expressions", targets: ["Expressions"]),
    .library(name: "Forms", targets: ["Forms"]),
    .library(name: "Credentials", targets: ["Credentials"]),
    .library(name: "Fetching", targets: ["Fetching"]),
    .library(name: "SessionFetching", targets: ["SessionFetching"]),
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .library(name: "TerminalKit", targets: ["TerminalKit"]),
    .library(name: "TerminalForms", targets: ["TerminalForms"]),
    .executable(name: "SignupTUI", targets: ["SignupTUI"]),
  ],
  targets: [
    // The compiler's own module, for a fence that the library Synchronization does not have; see
    // AsymmetricBarrier. Without it, and in packages that use this one, everything still compiles.
    .target(
      name: "Reactive", swiftSettings: [.enableExperimentalFeature("BuiltinModule")]),
    .target(name: "ReactiveExtras", dependencies: ["Reactive"], exclude: needsObservation),
    .target(name: "ReactiveFoundation", dependencies: ["Reactive"]),
    .target(name: "ReactiveNetworking", dependencies: ["Reactive"]),
    .target(name: "Positioning", dependencies: ["Formats", "Platform"]),
    .target(name: "Platform"),
    .target(name: "Formats"),
    .target(name: "Expressions", dependencies: ["Formats", "Platform"]),
    .target(
      name: "Forms", dependencies: ["Expressions", "Formats", "Reactive", "ReactiveExtras"],
      resources: [.embedInCode("german.json")]),
    .target(
      name: "Credentials",
      dependencies: ["Formats", "Forms", "Platform", "Reactive", "ReactiveExtras"],
      linkerSettings: [.linkedLibrary("crypt", .when(platforms: [.linux]))]
    ),
    .target(name: "Fetching", dependencies: ["Formats", "Platform", "Reactive", "ReactiveExtras"]),
    .target(name: "SessionFetching", dependencies: ["Fetching", "Reactive", "ReactiveNetworking"]),
    .target(
      name: "Streams",
      dependencies: [
        "Expressions", "Fetching", "Formats", "Platform", "Reactive", "ReactiveExtras",
      ]
    ),
    .target(
      name: "ViewModels",
      dependencies: [
        "Credentials", "Expressions", "Fetching", "Formats", "Forms", "Platform", "Positioning",
        "Reactive", "ReactiveExtras",
      ]
    ),
    .target(
      name: "TerminalKit", dependencies: ["Formats", "Platform", "Reactive", "ReactiveExtras"]),
    .target(
      name: "TerminalForms",
      dependencies: [
        "Formats", "Forms", "Platform", "Reactive", "ReactiveExtras", "TerminalKit",
      ]),
    .target(name: "CommandLineKit", dependencies: ["Formats", "Platform", "TerminalKit"]),
    .executableTarget(
      name: "SignupTUI",
      dependencies: [
        "CommandLineKit", "Expressions", "Fetching", "Formats", "Platform", "Positioning",
        "Reactive", "ReactiveExtras", "Streams", "TerminalForms", "TerminalKit", "ViewModels",
      ],
      resources: [
        .embedInCode("Forms/Demos/conference.json"), .embedInCode("Forms/Demos/gallery.json"),
        .embedInCode("Forms/reserved-variables.txt"), .embedInCode("Shells/manual.json"),
      ]
    ),
    .target(
      name: "TestSupport",
      dependencies: [
        "Credentials", "Fetching", "Forms", "Platform", "Positioning", "Reactive",
        "ReactiveExtras", "TerminalKit",
      ],
      path: "Tests/TestSupport",
      exclude: ["Fixtures"]),
    .testTarget(
      name: "ReactiveTests", dependencies: ["Reactive", "ReactiveExtras", "TestSupport"]),
    .testTarget(
      name: "ReactiveExtrasTests", dependencies: ["Reactive", "ReactiveExtras", "TestSupport"]),
    // What the tests, none of which runs on the main thread, have a program of its own do.
    .executableTarget(
      name: "MainRunLoop", dependencies: ["Reactive", "ReactiveFoundation", "TestSupport"],
      path: "Tests/MainRunLoop"),
    // The same where `main` is asynchronous.
    .executableTarget(
      name: "AsyncMain", dependencies: ["Reactive", "ReactiveFoundation", "TestSupport"],
      path: "Tests/AsyncMain"),
    .testTarget(
      name: "ReactiveFoundationTests",
      dependencies: [
        "AsyncMain", "MainRunLoop", "Reactive", "ReactiveFoundation", "TestSupport", "ViewModels",
      ]
    ),
    .testTarget(
      name: "ReactiveNetworkingTests",
      dependencies: ["Reactive", "ReactiveFoundation", "ReactiveNetworking", "TestSupport"]),
    .testTarget(
      name: "SessionFetchingTests",
      dependencies: ["Fetching", "Reactive", "SessionFetching", "TestSupport", "ViewModels"]),
    .testTarget(
      name: "PositioningTests",
      dependencies: ["Formats", "Platform", "Positioning", "TestSupport"]
    ),
    .testTarget(name: "FormatsTests", dependencies: ["Formats"]),
    .testTarget(name: "ExpressionsTests", dependencies: ["Expressions", "TestSupport"]),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "Reactive", "TestSupport"]),
    .testTarget(
      name: "FormsTests",
      dependencies: ["Credentials", "Forms", "Reactive", "ReactiveExtras", "TestSupport"]
    ),
    .testTarget(
      name: "CredentialsTests",
      dependencies: [
        "Credentials", "Formats", "Forms", "Platform", "Reactive", "ReactiveExtras", "TestSupport",
      ]
    ),
    .testTarget(
      name: "FetchingTests",
      dependencies: ["Fetching", "Reactive", "ReactiveExtras", "TestSupport"]),
    .testTarget(
      name: "StreamsTests",
      dependencies: [
        "Expressions", "Fetching", "Formats", "Platform", "Reactive", "ReactiveExtras", "Streams",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: [
        "Expressions", "Fetching", "Platform", "Positioning", "Reactive", "ReactiveExtras",
        "Streams",
        "TestSupport", "ViewModels",
      ]
    ),
    .testTarget(
      name: "TerminalKitTests",
      dependencies: ["Platform", "TerminalKit", "Reactive", "ReactiveExtras", "TestSupport"],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "TerminalFormsTests",
      dependencies: [
        "Forms", "Platform", "Reactive", "ReactiveExtras", "TerminalForms", "TerminalKit",
        "TestSupport",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "SignupTUITests",
      dependencies: [
        "CommandLineKit", "Expressions", "Fetching", "Formats", "Platform", "Positioning",
        "Reactive",
        "ReactiveExtras", "SignupTUI", "Streams", "TerminalForms", "TerminalKit", "TestSupport",
        "ViewModels",
      ],
      exclude: ["Golden"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Package managers before 6.1 have no traits: there the product Combine always brings URLSession's
// publisher along. They read Package@swift-6.0.swift, which `make manifests` writes: this file but
// for its first line.
#if compiler(>=6.3)
  package.traits = [
    .default(enabledTraits: ["URLSession"]),
    .trait(
      name: "URLSession",
      description: """
        The product Combine brings URLSession's publisher along, and links libcurl. Without it a \
        program that imports Combine can be linked statically where libcurl's headers are not.
        """),
  ]
  let networking = Target.Dependency.target(
    name: "ReactiveNetworking", condition: .when(traits: ["URLSession"]))
  let networkingSettings: [SwiftSetting] = []
#else
  let networking: Target.Dependency = "ReactiveNetworking"
  let networkingSettings: [SwiftSetting] = [.define("URLSession")]
#endif

// The name that sources written for Combine import. Apple's systems have a module of it already.
#if os(Linux)
  package.products.append(.library(name: "Combine", targets: ["Combine"]))
  package.targets += [
    .target(
      name: "Combine", dependencies: ["Reactive", "ReactiveFoundation", networking],
      swiftSettings: networkingSettings),
    // An extension library for Combine, as those are: it knows Combine alone, in Swift 5's mode.
    .target(
      name: "ExtensionLibrary", dependencies: ["Combine"], path: "Tests/ExtensionLibrary",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "CombineTests", dependencies: ["Combine", "ExtensionLibrary"],
      swiftSettings: networkingSettings),
    // The view models of well-known articles, as their readers type them.
    .testTarget(
      name: "ArticleTests",
      dependencies: [
        "Combine", "Positioning", "ReactiveExtras", "Streams", "TestSupport", "ViewModels",
      ], swiftSettings: networkingSettings),
  ]
#endif

// Each module of some size has a README for whoever changes it.
let described: Set = [
  "CommandLineKit", "Credentials", "Expressions", "Fetching", "Formats", "Forms", "Platform",
  "Positioning", "Reactive", "ReactiveExtras", "SignupTUI", "Streams", "TerminalForms",
  "TerminalKit", "ViewModels",
]
for target in package.targets where described.contains(target.name) {
  target.exclude.append("README.md")
}

// For work on a part: ONLY=FormsTests,StreamsTests leaves those targets and what they depend on.
if let only = Context.environment["ONLY"] {
  var kept: Set<String> = []
  func keep(_ name: String) {
    guard kept.insert(name).inserted,
      let target = package.targets.first(where: { $0.name == name })
    else { return }
    for dependency in target.dependencies {
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): keep(name)
      case .productItem: break
      @unknown default: break
      }
    }
  }
  only.split(separator: ",").forEach { keep(String($0)) }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
}

// For the installed program: modules that nobody waits for. SignupTUI is none of them, since each
// place of a trace goes through it. SwiftPM refuses such flags in packages that others depend on,
// so that only `make static` sets the variable.
if Context.environment["SMALL_PROGRAM"] != nil {
  let small: Set = ["CommandLineKit", "Fetching", "ViewModels"]
  for target in package.targets where small.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Osize"])]
  }
}
