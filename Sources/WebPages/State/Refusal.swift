/// The reason why a request changes nothing.
enum Refusal {
  case readOnly, malformed, noEditor

  var title: String {
    switch self {
    case .readOnly: "For reading only"
    case .malformed, .noEditor: "This did not work"
    }
  }

  var sentences: [String] {
    switch self {
    case .readOnly:
      ["These pages only show the notebook. Start them without --read-only to change it."]
    case .malformed: ["The form was incomplete. Go back and try again."]
    case .noEditor:
      ["Your editor could not be started. The setting web.editor says which command starts it."]
    }
  }

  var status: Int {
    switch self {
    case .readOnly: 403
    case .malformed: 400
    case .noEditor: 500
    }
  }
}
