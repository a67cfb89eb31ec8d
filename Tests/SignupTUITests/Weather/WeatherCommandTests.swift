import CommandLineKit
import Positioning
import TerminalKit
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The command line of weather")
struct WeatherCommandTests {
  private func parse(_ arguments: String...) throws -> WeatherCommand? {
    let request = try CommandParser(Program.specification).parse(["weather"] + arguments)
    guard case .run(let command) = request else { return nil }
    return command as? WeatherCommand
  }

  private func problem(_ arguments: String...) -> String? {
    do {
      _ = try CommandParser(Program.specification).parse(["weather"] + arguments)
      return nil
    } catch { return error.problem }
  }

  @Test(
    "A place is degrees north and east, also where they are below zero",
    arguments: [
      ("51.5074,-0.1278", 51.5074, -0.1278), ("-33.9,18.4", -33.9, 18.4), ("90,180", 90, 180),
      ("-90,-180", -90, -180), ("+1,2", 1, 2), ("0,0", 0, 0),
    ])
  func place(text: String, latitude: Double, longitude: Double) throws {
    let wanted = Coordinate(latitude: latitude, longitude: longitude)
    #expect(try parse("--at", text)?.source.place == .fixed(wanted))
    #expect(try parse("--at=\(text)")?.source.place == .fixed(wanted))
  }

  @Test(
    "A place that is none gets a sentence that says why",
    arguments: [
      ("200,0", "--at takes a latitude from -90 to 90, not 200."),
      ("-90.1,0", "--at takes a latitude from -90 to 90, not -90.1."),
      ("0,180.5", "--at takes a longitude from -180 to 180, not 180.5."),
      ("London", "not 'London'."), ("1", "not '1'."), ("1,2,3", "not '1,2,3'."),
      ("1,", "not '1,'."),
      ("nan,0", "not 'nan,0'."), ("inf,0", "not 'inf,0'."), ("0x10,0", "not '0x10,0'."),
      ("1e1,0", "not '1e1,0'."), ("", "not ''."), ("5,N", "not '5,N'."),
    ])
  func noPlace(text: String, complaint: String) {
    let problem = problem("--at", text)
    #expect(problem?.hasSuffix(complaint) == true, "\(problem ?? "")")
  }

  @Test("Whose weather it is can be said in one way only; without any it is that of saved places")
  func sources() throws {
    #expect(try parse()?.source.place == .saved)
    #expect(try parse("London", "Paris")?.source.place == .named(["London", "Paris"]))
    #expect(problem("London", "--at", "1,2")?.contains("'London' and --at cannot be") == true)
    #expect(problem(" , ")?.contains("' , ' is not the name of a place") == true)
    #expect(problem("--at", "1,2", "--file", "a,b")?.contains("cannot be combined") == true)
    #expect(problem("--at", "1,2", "--track", "a")?.contains("cannot be combined") == true)
    #expect(
      problem("--file", "a,b", "--key-file", "k")?.contains("saved responses need no service")
        == true)
    #expect(problem("--track", "a", "--json")?.contains("a track has many") == true)
    #expect(problem("--file", "a")?.contains("two files separated by a comma") == true)
    #expect(problem("--file", "a,b,c")?.contains("not 'a,b,c'") == true)
    #expect(problem("--file", ",b") != nil)
    #expect(
      try parse("--file", "a.json,b.json")?.source.place
        == .files(current: "a.json", forecast: "b.json"))
    #expect(try parse("--track", "x.nmea")?.source.place == .trace("x.nmea"))
  }

  @Test("A provider is one of two; the one without a key takes none")
  func providers() throws {
    #expect(try parse("Oslo")?.source.provider == nil)
    #expect(try parse("Oslo", "--provider", "open-meteo")?.source.provider == .openMeteo)
    #expect(try parse("Oslo", "--provider", "openweather")?.source.provider == .openWeather)
    #expect(problem("Oslo", "--provider", "met")?.contains("not 'met'") == true)
    #expect(
      problem("Oslo", "--provider", "open-meteo", "--key-file", "k")?.contains("needs no key")
        == true)
  }

  @Test("Saving and forgetting need places, and units go with every output")
  func saving() throws {
    #expect(try parse("Oslo", "--save")?.isSaving == true)
    #expect(try parse("--at", "1,2", "--save")?.isSaving == true)
    #expect(try parse("Oslo", "--forget")?.isForgetting == true)
    #expect(problem("--save")?.contains("weather London --save") == true)
    #expect(problem("--forget")?.contains("weather London --forget") == true)
    #expect(problem("--save", "--track", "a") != nil)
    #expect(try parse("Oslo", "--json", "--units", "imperial")?.units == .imperial)
    #expect(try parse("Oslo", "--line", "{temp}")?.line != nil)
    #expect(problem("Oslo", "--line", "{temp}", "--json") != nil)
  }

  @Test("A base URL is one of the web, without anything secret in it")
  func baseURL() throws {
    #expect(
      try parse("--at", "1,2", "--base-url", "http://localhost:80")?.source.baseURL
        == "http://localhost:80")
    for url in ["localhost", "ftp://a", "http://", "http://a b"] {
      #expect(problem("--at", "1,2", "--base-url", url)?.hasPrefix("--base-url: ") == true)
    }
    for url in ["http://a/?appid=s3cret", "http://me:s3cret@a"] {
      let problem = problem("--at", "1,2", "--base-url", url)
      #expect(problem?.contains("without a user") == true && problem?.contains("s3cret") == false)
    }
  }
}
