// Solves the cases of standard input with Positioning's geodesics, for scripts/geodesy.py.
//
// A line is latitude₁ longitude₁ latitude₂ longitude₂, and gets distance and both bearings; or
// latitude longitude bearing distance with `direct` as the argument, and gets latitude, longitude
// and bearing. Numbers are written with all their digits.
let isDirect = CommandLine.arguments.last == "direct"
while let line = readLine() {
  let numbers = line.split(separator: " ").map { Double($0) ?? .nan }
  let start = Coordinate(latitude: numbers[0], longitude: numbers[1])
  if isDirect {
    let (end, bearing) = GeodesicLine(from: start, bearing: numbers[2]).position(at: numbers[3])
    print(end.latitude, end.longitude, bearing)
  } else {
    let end = Coordinate(latitude: numbers[2], longitude: numbers[3])
    let found = Geodesic(from: start, to: end)
    print(found.distance, found.initialBearing, found.finalBearing)
  }
}
