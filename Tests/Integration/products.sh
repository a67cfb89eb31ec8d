#!/usr/bin/env bash
# The libraries of the package in a client's package, linked statically, where no headers of libcurl
# need be, and run; each program prints 42.
#
#     Tests/Integration/products.sh [PRODUCT...]     all of them, unless some are named
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
client=$here/.build-products/client
rm -rf "$client" && mkdir -p "$client"
fail() { echo "FAILED: $*" >&2; exit 1; }

timer='let timer = Timer.publish(every: 0.01, on: .main, in: .default).autoconnect()
  .sink { _ in print(42); exit(0) }
RunLoop.main.run()'

# What the program of a product consists of, behind its import.
declare -A programs=(
  [Reactive]='_ = [1, 2].publisher.map { $0 * 21 }.last().sink { print($0) }'
  [ReactiveExtras]='let clock = VirtualTimeScheduler()
clock.schedule(options: nil) { print(42) }
clock.run()'
  [ReactiveFoundation]="import Foundation
$timer"
  [Combine]="import Foundation
$timer"
  [Positioning]='do { _ = try TraceFile(path: "/nowhere") } catch { print(42) }'
  [Expressions]='print(try StreamExpression("%d * 42").result(of: [1], for: .map) == 42 ? 42 : 0)'
  [Forms]='print(ValidationMessages.forms.templates.isEmpty ? 0 : 42)'
  [Credentials]='print(PasswordStrength(of: "correct horse battery staple").score > .weak ? 42 : 0)'
  [Fetching]='print(HTTPRequest("https://example.org/?key=1").place == "https://example.org/" ? 42 : 0)'
  [Streams]='print(StreamDocumentFile(StreamDocument.defaults).library.errors.isEmpty ? 42 : 0)'
  [ViewModels]='let model = SignupViewModel()
model.username = "anniek"
print(model.username == "anniek" ? 42 : 0)'
  [TerminalKit]='print(Canvas(size: Size(2, 1)).size.width * 21)'
  [TerminalForms]='import Forms
struct Trip: Sendable { var name = "" }
let form = FormViewModel(Trip(), fields: [.text("name", \.name, .required)])
print(FormScreen(form, title: "Trip").title == "Trip" ? 42 : 0)'
)

# A product that nobody has written a program for is one that nobody has tried. Those two are
# libcurl's, and are left out.
products=$(cd "$here" && swift package describe --type json |
  python3 -c 'import json, sys
for product in json.load(sys.stdin)["products"]:
  if "library" in product["type"]: print(product["name"])' |
  grep -vx -e ReactiveNetworking -e SessionFetching | sort)
[ "$products" = "$(printf '%s\n' "${!programs[@]}" | sort)" ] ||
  fail "the products are $products, the programs ${!programs[*]}"
[ $# = 0 ] || products=$(printf '%s\n' "$@")

{
  echo '// swift-tools-version: 6.3'
  echo 'import PackageDescription'
  echo 'let package = Package(name: "Client",'
  echo '  dependencies: [.package(name: "ViewModelKit", path: "'"$here"'", traits: [])], targets: ['
  for product in $products; do
    extra=
    [ "$product" != TerminalForms ] || extra='.product(name: "Forms", package: "ViewModelKit"), '
    echo "    .executableTarget(name: \"Uses$product\", dependencies: ["
    echo "      $extra.product(name: \"$product\", package: \"ViewModelKit\")]),"
    mkdir -p "$client/Sources/Uses$product"
    printf 'import %s\n%s\n' "$product" "${programs[$product]}" \
      > "$client/Sources/Uses$product/main.swift"
  done
  echo '  ], swiftLanguageModes: [.v6])'
} > "$client/Package.swift"

build=(swift build --package-path "$client" --scratch-path "$here/.build-products/build"
  -Xswiftc -static-executable)
"${build[@]}"
for product in $products; do
  program=$("${build[@]}" --show-bin-path)/Uses$product
  if readelf --program-headers "$program" | grep -q INTERP; then fail "Uses$product is not static"; fi
  printed=$("$program") || fail "Uses$product ended with $?"
  [ "$printed" = 42 ] || fail "Uses$product printed $printed"
done
echo "Linked statically, and run: ${products//$'\n'/, }."
