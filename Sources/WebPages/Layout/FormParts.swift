import MiniMarkdown

enum FormParts {
  static func choice(
    _ name: String, _ label: String, _ choices: [(value: String, words: String)],
    selected: String?, id: String? = nil
  ) -> HTML {
    let id = id ?? name
    return HTML(.span, .class("field")) {
      HTML(.label, .set(.for, id)) { label }
      HTML(.select, .set(.id, id), .set(.name, name)) {
        for choice in choices {
          HTML(
            .option,
            [.set(.value, choice.value)] + (choice.value == selected ? [.flag(.selected)] : []),
            HTML(choice.words))
        }
      }
    }
  }

  static func text(
    _ name: String, _ label: String, value: String = "", type: String = "text",
    _ attributes: HTML.Attribute..., id: String? = nil
  ) -> HTML {
    let id = id ?? name
    return HTML(.span, .class("field")) {
      HTML(.label, .set(.for, id)) { label }
      HTML(
        .input,
        [.set(.type, type), .set(.id, id), .set(.name, name), .set(.value, value)] + attributes,
        HTML())
    }
  }

  static func hidden(_ name: String, _ value: String) -> HTML {
    HTML(.input, .set(.type, "hidden"), .set(.name, name), .set(.value, value))
  }

  static func button(_ words: String, _ attributes: HTML.Attribute...) -> HTML {
    HTML(.button, [.set(.type, "submit")] + attributes, HTML(words))
  }

  static func post(
    _ path: HTML.Path, _ attributes: HTML.Attribute..., @HTMLBuilder contents: () -> HTML
  ) -> HTML {
    HTML(.form, [.set(.method, "post"), .action(path)] + attributes, contents())
  }
}
