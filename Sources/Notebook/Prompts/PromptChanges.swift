internal import JSON
internal import MiniMarkdown

extension NoteChanges {
  /// Stores the prompts of `text`, in which we find `ours`, and no others of the kinds that are known
  /// here.
  ///
  /// In the note's scope is just what the app finds in the text: anything else would send it to prompts
  /// that it does not see, and it would crash. What we find besides is stored in our scope, which
  /// it leaves alone. An edit can move prompts from one to the other. A key that goes on keeps its
  /// statistics; a new one is none that the note ever had, so that no history is taken for another's.
  mutating func setPrompts(of text: String, _ ours: [PromptCollection]) {
    let id = stored.id
    let rows = stored.values.filter { PromptKey.isKnown($0.key.promptKey(note: id) ?? "") }
    let old = rows.compactMap { place, value in
      place.promptKey(note: id).flatMap { StoredPrompts(key: $0, place: place, value: value) }
    }
    let wanted = WantedPrompts.all(in: text, ours)
    let matching = PromptMatching(wanted, with: old) {
      NoteContent(text: stored.text ?? "").promptCollections
    }
    let had = Set(rows.keys.compactMap { $0.promptKey(note: id) })
    var used: Set<String> = []
    var kept: Set<EntryKey> = []
    for (index, wanted) in wanted.enumerated() {
      let predecessor = matching.predecessor(of: index)
      let known = predecessor?.key.text
      let key =
        known.flatMap { used.contains($0) ? nil : $0 }
        ?? PromptKey.fresh(for: wanted.prompts) { used.contains($0) || had.contains($0) }.text
      used.insert(key)
      let place = EntryKey(promptKey: key, note: id, isInApp: wanted.isInApp)
      kept.insert(place)
      set(place, to: .json(.object(wanted.prompts.json(goingOnFrom: predecessor))))
    }
    for place in rows.keys.sorted() where !kept.contains(place) { set(place, to: .null) }
  }
}

extension PromptCollection {
  /// The value to store; of that of `predecessor` only the text is another.
  fileprivate func json(goingOnFrom predecessor: StoredPrompts?) -> JSONObject {
    guard var json = predecessor?.json else { return self.json }
    json["rawValue"] = .string(rawValue)
    return json
  }
}
