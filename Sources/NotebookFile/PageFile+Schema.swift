extension PageFile {
  /// Returns the readable objects that the file declares, each with the first page of its tree, and
  /// whether all could be read. Call only once, since it takes the pages.
  package func schema() -> (objects: [(object: SchemaObject, root: Int)], isWhole: Bool) {
    var objects: [(SchemaObject, Int)] = []
    var isWhole = true
    var tree = TableTree(self)
    tree.forEachRow(root: 1) { row, _ in
      guard let values = row?.values, values.count == 5,
        let type = values[0].text(atMost: 100), let name = values[1].text(atMost: 1000),
        let table = values[2].text(atMost: 1000), case let root = values[3].integer,
        case let sql = values[4].text(atMost: GuardedFile.largestValue)
      else {
        isWhole = false
        return
      }
      let object = SchemaObject(type: type, name: name, table: table, sql: sql)
      objects.append((object, root.flatMap { Int(exactly: $0) } ?? 0))
    }
    return (objects, isWhole && tree.damagedPages.isEmpty)
  }

  /// Whether the file declares all tables of a notebook, word for word, and also unknown objects
  /// with other names. Ignores the full-text index. Call only once, since it takes the pages.
  package var declaresAllOfANotebook: Bool {
    let schema = schema()
    let objects = Set(schema.objects.map(\.object))
    let foreign = objects.filter { !NotebookSchema.isKnown($0) }
    let names = Set(NotebookSchema.required.union(NotebookSchema.optional).map(\.name))
    let forms = ([NotebookSchema.required] + NotebookSchema.older).map { form in
      form.filter { !$0.isOfIndex }
    }
    return schema.isWhole && !foreign.isEmpty && forms.contains { $0.isSubset(of: objects) }
      && foreign.allSatisfy { $0.isOfIndex || !names.contains($0.name) }
  }

  /// The name of a declared object that notebooks do not have; nil if there is none, or the file
  /// lacks the tables of every notebook. Call only once, since it takes the pages.
  var foreignObject: String? {
    let objects = schema().objects.map(\.object)
    guard NotebookSchema.landmarks.isSubset(of: objects.map(\.name)) else { return nil }
    return objects.first { !NotebookSchema.isKnown($0) }?.name
  }
}

extension SchemaObject {
  fileprivate var isOfIndex: Bool { name.contains("entryfulltext") }
}
