// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "PostgresAccounts",
  platforms: [.macOS(.v15)],
  products: [.library(name: "PostgresAccounts", targets: ["PostgresAccounts"])],
  dependencies: [.package(name: "ViewModelKit", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "PostgresAccounts",
      dependencies: ["CPostgres", .product(name: "Credentials", package: "ViewModelKit")]),
    .executableTarget(
      name: "Accounts",
      dependencies: [
        "PostgresAccounts",
        .product(name: "Credentials", package: "ViewModelKit"),
        .product(name: "Forms", package: "ViewModelKit"),
        .product(name: "TerminalForms", package: "ViewModelKit"),
        .product(name: "TerminalKit", package: "ViewModelKit"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
