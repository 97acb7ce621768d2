enum Refusal {
  case readOnly, malformed, noEditor

  var title: String {
    switch self {
    case .readOnly: "Read-only"
    case .malformed, .noEditor: "Something went wrong"
    }
  }

  var sentences: [String] {
    switch self {
    case .readOnly:
      ["Start “commonplace web” without --read-only to make changes."]
    case .malformed: ["The form was incomplete. Go back and try again."]
    case .noEditor:
      ["Your editor could not be started. Check the command in the setting “web.editor”."]
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
