import Positioning
import Testing

@Suite("Grids for display")
struct GridTests {
  /// Latitude, longitude, zone and band, easting, northing, by GeographicLib 2.1.2's GeoConvert
  /// (`GeoConvert -u -p 6`): cities, the edges of zones and of the grid, random points.
  static let table = """
    59.3303 18.058 34V 332632.190947 6580529.206609
    0 0 31N 166021.443081 0.000000
    -33.8568 151.2153 56H 334900.569652 6252288.752888
    40.6892 -74.0445 18T 580735.870703 4504695.165219
    60.39 5.32 32V 297230.220210 6700510.175254
    78.22 15.65 33X 514813.527264 8683004.153277
    71.9 25 35W 430660.304293 7978928.859471
    72.1 25 35X 431400.834412 8001226.185488
    -79.99 0.5 31C 451502.181490 1118488.209200
    83.99 179.99 60X 534936.023866 9327884.235243
    0 -180 1N 166021.443081 0.000000
    0 180 1N 166021.443081 0.000000
    -0.0001 3 31M 500000.000000 9999988.946995
    55.99 4 31U 562382.734030 6205417.902248
    56 3 32V 126049.970713 6222336.335317
    63.999 11.99 32V 646211.744093 7100332.728397
    64 11 32W 597812.110083 7098548.748859
    75 8.99 31X 672780.731342 8332339.785630
    75 9 33X 326931.734075 8332368.952479
    75 20.99 33X 672780.731342 8332339.785630
    75 21 35X 326931.734075 8332368.952479
    75 33 37X 326931.734075 8332368.952479
    75 41.99 37X 586348.475656 8325783.663790
    75 42 38X 413362.961728 8325798.247026
    35.6586 139.7454 54S 386437.602781 3946808.155174
    22.131298 87.043316 45Q 504466.986929 2447360.558086
    50.352706 159.282102 57U 520069.115613 5577885.408437
    41.295387 152.036999 56T 419372.298981 4571995.847670
    -75.148944 -12.375844 28C 575054.792000 1658113.165349
    74.62183 53.630839 39X 577852.284374 8283137.396731
    67.667501 -139.245853 7W 574374.541712 7506847.599034
    -3.06649 -91.23378 15M 696287.650929 9660895.588005
    9.168029 26.618828 35P 458123.082671 1013451.274783
    -77.751896 -101.977272 14C 429520.263332 1367528.769583
    -34.120788 149.884334 55H 766026.368911 6220693.188585
    45.525829 -122.542484 10T 535727.908077 5041467.826591
    50.672677 -130.043729 9U 426248.658153 5613946.007407
    21.238723 -134.388276 8Q 563475.007656 2348690.890978
    -79.609278 133.705708 53C 473941.701082 1161734.697198
    -45.591045 -102.426779 13G 700711.956673 4948167.791477
    81.020578 134.066796 53X 483739.826532 8995632.102804
    -32.511814 166.132076 58H 606335.318870 6402266.622132
    8.424804 64.018972 41P 612176.279792 931407.236755
    -46.357116 158.75136 57G 480871.468552 4866243.190760
    33.22715 167.963152 58S 776143.391730 3680384.160162
    66.494887 -72.435997 18W 614085.863615 7377414.724990
    -20.737089 -120.255819 10K 785778.329146 7704524.493196
    -56.034027 -156.549703 4E 652667.903541 3787425.157837
    -30.537379 37.119599 37J 319608.982609 6620161.870513
    -79.345845 64.05633 41C 521800.847533 1191228.897779
    -24.552494 -68.415145 19J 559230.190951 7284476.854515
    54.173261 -6.931733 29U 635001.152341 6004775.011889
    -28.173089 -6.761381 29J 719785.172506 6881595.579110
    35.524804 -159.479665 4S 456510.905429 3931350.135729
    79.821308 -171.768397 2X 484841.148313 8861741.217048
    42.916425 124.15712 51T 594443.149575 4752183.429042
    -76.940538 103.585789 48C 464330.945274 1459433.475338
    -19.918983 28.266778 35K 632587.615023 7796984.578596
    -78.41296 -163.178237 3C 540842.011992 1294907.057083
    -50.265388 163.864764 58F 419090.658110 4431245.125903
    -47.70975 92.065108 46G 429871.273091 4715535.779741
    72.377541 159.135779 57X 504588.059346 8031050.033660
    -23.490259 -52.274446 22K 369861.900379 7401630.050388
    6.046158 99.217085 47N 524022.702272 668311.770852
    -62.20094 89.4233 45E 626067.912428 3101075.795062
    """

  @Test("Grid coordinates lead back to their place")
  func places() throws {
    for row in Self.table.split(separator: "\n") {
      let cells = row.split(separator: " ").map(String.init)
      let latitude = try #require(Double(cells[0]))
      let longitude = try #require(Double(cells[1]))
      let place = UTMCoordinate.coordinate(
        zone: try #require(Int(cells[2].dropLast())), isSouthern: latitude < 0,
        easting: try #require(Double(cells[3])), northing: try #require(Double(cells[4])))
      #expect(abs(try #require(place).latitude - latitude) < 2e-11)
      #expect(abs((try #require(place).longitude - longitude).remainder(dividingBy: 360)) < 1e-9)
    }
    #expect(UTMCoordinate.coordinate(zone: 61, isSouthern: false, easting: 5e5, northing: 0) == nil)
    #expect(UTMCoordinate.coordinate(zone: 1, isSouthern: false, easting: 5e6, northing: 0) == nil)
    #expect(UTMCoordinate.coordinate(zone: 1, isSouthern: false, easting: .nan, northing: 0) == nil)
  }

  @Test("UTM agrees with the oracle to a micrometre", arguments: table.split(separator: "\n"))
  func utm(row: Substring) throws {
    let fields = row.split(separator: " ").map(String.init)
    let numbers = fields.map { Double($0) ?? .nan }
    let found = try #require(
      UTMCoordinate(Coordinate(latitude: numbers[0], longitude: numbers[1])))
    #expect("\(found.zone)\(found.band)" == fields[2])
    #expect(abs(found.easting - numbers[3]) < 2e-6)
    #expect(abs(found.northing - numbers[4]) < 2e-6)
  }

  @Test("UTM is said as maps have it, and ends before the poles")
  func description() {
    let stockholm = UTMCoordinate(Coordinate(latitude: 59.3303, longitude: 18.058))
    #expect(stockholm?.description == "34V 332632 6580529")
    for latitude in [-80.1, 84.1, 90, -90, .nan] {
      #expect(UTMCoordinate(Coordinate(latitude: latitude, longitude: 0)) == nil)
    }
  }

  @Test(
    "Maidenhead locators",
    arguments: [
      (59.3303, 18.058, 3, "JO99ah"), (48.14666, 11.60833, 3, "JN58td"),
      (-34.91, -56.21166, 3, "GF15vc"), (38.92, -77.065, 3, "FM18lw"),
      (-41.28333, 174.745, 3, "RE78ir"), (41.714775, -72.727260, 5, "FN31pr21rn"),
      (90, 180, 2, "RR99"), (-90, -180, 1, "AA"), (0, 0, 4, "JJ00aa00"),
    ] as [(Double, Double, Int, String)])
  func maidenhead(latitude: Double, longitude: Double, pairs: Int, text: String) {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(coordinate.maidenhead(pairs: pairs) == text)
  }

  @Test("what is no coordinate is in no square")
  func invalid() {
    #expect(Coordinate(latitude: .nan, longitude: 0).maidenhead().isEmpty)
  }
}
