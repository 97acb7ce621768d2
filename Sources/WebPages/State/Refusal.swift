/// The reason why a request changes nothing.
enum Refusal {
  case readOnly, malformed

  var title: String {
    switch self {
    case .readOnly: "For reading only"
    case .malformed: "This did not work"
    }
  }

  var sentences: [String] {
    switch self {
    case .readOnly:
      ["These pages only show the notebook. Start them without --read-only to change it."]
    case .malformed: ["The form was incomplete. Go back and try again."]
    }
  }

  var status: Int { self == .readOnly ? 403 : 400 }
}
