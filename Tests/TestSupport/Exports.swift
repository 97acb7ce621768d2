// The seeded generator lives with the note generator; tests find it here with the rest.
@_exported public import NoteGenerator
