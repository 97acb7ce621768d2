extension PageFile {
  /// The objects that the file declares, as far as they can be read, with the first page of each
  /// tree; and whether these are all. To be called once.
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

  /// Whether the file declares all tables that a notebook declares, word for word, and more than a
  /// notebook does. The full-text index does not count. To be asked once.
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

  /// The name of something the file declares that is no part of a notebook; nil when there is nothing
  /// such, or the file is not even remotely a notebook.
  var foreignObject: String? {
    let objects = schema().objects.map(\.object)
    guard NotebookSchema.landmarks.isSubset(of: objects.map(\.name)) else { return nil }
    return objects.first { !NotebookSchema.isKnown($0) }?.name
  }
}

extension SchemaObject {
  /// Whether it is a part of the full-text index.
  fileprivate var isOfIndex: Bool { name.contains("entryfulltext") }
}
