/// This program's version, as in CHANGELOG.md.
package let commonplaceVersion = "0.1.0"
