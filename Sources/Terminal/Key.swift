/// A key that was pressed.
package enum Key: Sendable, Hashable {
  /// A key that writes something.
  case character(Character)
  /// A letter with the control key, in lower case.
  case control(Character)
  /// A key that writes something, with the Alt or Meta key.
  case alt(Character)
  case enter, escape, tab, backspace
  case up, down, left, right, pageUp, pageDown, home, end
}
