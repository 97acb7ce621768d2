import Foundation

extension String {
  /// Returns whether both texts have equal UTF-8 bytes. `==` treats two encodings of `é` as equal.
  /// Cost: linear.
  package func hasBytes(of other: String) -> Bool {
    let isEqual = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard own.count == other.count else { return false }
        guard let left = own.baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, own.count) == 0
      }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Returns whether the text contains the UTF-8 bytes of `other`, which should be short. Cost:
  /// linear, and fast if the first byte of `other` is rare.
  package func containsBytes(of other: String) -> Bool {
    var (own, other) = (self, other)
    return own.withUTF8 { own in
      other.withUTF8 { other in
        guard let first = other.first, let part = other.baseAddress else { return true }
        guard var next = own.baseAddress else { return false }
        let end = next + own.count
        while end - next >= other.count,
          let found = memchr(next, Int32(truncatingIfNeeded: first), end - next - other.count + 1)
        {
          if memcmp(found, part, other.count) == 0 { return true }
          next = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
        }
        return false
      }
    }
  }

  /// Returns whether the UTF-8 bytes sort before those of `other`, in SQLite's default order.
  package func precedesByBytes(_ other: String) -> Bool {
    let isBefore = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        guard let left = own.baseAddress, let right = other.baseAddress else {
          return own.count < other.count
        }
        let order = memcmp(left, right, min(own.count, other.count))
        return order == 0 ? own.count < other.count : order < 0
      }
    }
    return (isBefore ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Returns the lengths of the common prefix, and of the common suffix after it, in UTF-8 bytes.
  /// Neither splits a scalar. Cost: linear.
  package func commonBytes(with other: String) -> (prefix: Int, suffix: Int) {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        let most = min(left.count, right.count)
        var prefix = left.commonPrefix(with: right, most)
        var suffix = 0
        while suffix < most - prefix,
          left[left.count - 1 - suffix] == right[right.count - 1 - suffix]
        {
          suffix += 1
        }
        // The common bytes may end within a scalar.
        while prefix > 0, left.continuesScalar(at: prefix) || right.continuesScalar(at: prefix) {
          prefix -= 1
        }
        while suffix > 0, left.continuesScalar(at: left.count - suffix) { suffix -= 1 }
        return (prefix, suffix)
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func continuesScalar(at index: Int) -> Bool {
    indices.contains(index) && self[index] & 0xC0 == 0x80
  }

  /// Both buffers must have at least `most` bytes.
  fileprivate func commonPrefix(with other: UnsafeBufferPointer<UInt8>, _ most: Int) -> Int {
    guard let left = baseAddress, let right = other.baseAddress else { return 0 }
    let step = 4096
    var count = 0
    while count + step <= most, memcmp(left + count, right + count, step) == 0 { count += step }
    while count < most, self[count] == other[count] { count += 1 }
    return count
  }
}
