// swift-tools-version: 6.1

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
      ]
    ),
    // Links to the files of ReactiveWorkloads: the same words, compiled against the rival.
    .target(
      name: "OpenCombineWorkloads",
      dependencies: [
        "Harness",
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: [.define("OPENCOMBINE")]
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
        .product(name: "ViewModels", package: "ViewModelKit"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
