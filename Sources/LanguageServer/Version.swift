/// This program's version, as in CHANGELOG.md.
public let commonplaceVersion = "0.1.0"
