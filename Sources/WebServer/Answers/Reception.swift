/// Answers requests that `RequestGuard` has checked.
package struct Reception: Sendable {
  package var requestGuard: RequestGuard
  package var site: any WebSite
  /// Uses up a pass. Returns whether it lets a browser in: each pass does so only once.
  package var redeem: @Sendable (_ pass: String) -> Bool

  package init(
    requestGuard: RequestGuard, site: any WebSite, redeem: @escaping @Sendable (String) -> Bool
  ) {
    (self.requestGuard, self.site, self.redeem) = (requestGuard, site, redeem)
  }

  /// May block while the notebook is read, so call it on the connection's thread.
  package func answer(
    _ verdict: RequestGuard.Verdict, method: String, form: [UInt8] = []
  ) -> WebAnswer {
    switch verdict {
    case .refused(let refusal): return WebAnswer(refusal, isHead: method == "HEAD")
    case .entered: return WebAnswer(WebAnswer.entered(root: requestGuard.root.text))
    case .enter(let pass):
      guard redeem(pass) else { return WebAnswer(.usedPass) }
      return WebAnswer(
        WebAnswer.entered(root: requestGuard.root.text), cookie: requestGuard.newCookie)
    case .page(let target, let length):
      let limits = requestGuard.limits
      guard let fields = PercentCoding.fields(form, most: limits.fields) else {
        return WebAnswer(.badForm)
      }
      let request = WebRequest(
        method: length == nil ? .get : .post, path: target.path, query: target.query, form: fields)
      return WebAnswer(site.response(to: request), isHead: method == "HEAD")
    }
  }
}
