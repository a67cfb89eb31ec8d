// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ViewModelKit", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "Harness"),
    .target(name: "AllocationCounter"),
    .target(
      name: "ReactiveWorkloads",
      dependencies: [
        "Harness",
        .product(name: "Reactive", package: "ViewModelKit"),
        .product(name: "ReactiveFoundation", package: "ViewModelKit"),
      ]
    ),
    // Links to the files of ReactiveWorkloads: the same words, compiled against the rival.
    .target(
      name: "OpenCombineWorkloads",
      dependencies: [
        "Harness",
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "OpenCombineFoundation", package: "OpenCombine"),
      ],
      swiftSettings: [.define("OPENCOMBINE")]
    ),
    .target(name: "PipelineCases"),
    .target(
      name: "ReactiveInterpreter",
      dependencies: ["PipelineCases", .product(name: "Reactive", package: "ViewModelKit")]
    ),
    // Links to the files of ReactiveInterpreter, as with the workloads.
    .target(
      name: "OpenCombineInterpreter",
      dependencies: ["PipelineCases", .product(name: "OpenCombine", package: "OpenCombine")],
      swiftSettings: [.define("OPENCOMBINE")]
    ),
    .executableTarget(
      name: "Differential",
      dependencies: ["Harness", "PipelineCases", "ReactiveInterpreter", "OpenCombineInterpreter"]
    ),
    // Links to the files of the package in Client: the same program, built in this one.
    .executableTarget(
      name: "InHouse",
      dependencies: [.product(name: "Reactive", package: "ViewModelKit")],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AllocationCounter",
        "Harness",
        "ReactiveWorkloads",
        "OpenCombineWorkloads",
        .product(name: "Positioning", package: "ViewModelKit"),
        .product(name: "Reactive", package: "ViewModelKit"),
        .product(name: "ReactiveExtras", package: "ViewModelKit"),
        .product(name: "ReactiveFoundation", package: "ViewModelKit"),
        .product(name: "Expressions", package: "ViewModelKit"),
        .product(name: "Streams", package: "ViewModelKit"),
        .product(name: "ViewModels", package: "ViewModelKit"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
