;;; lsp-mode-tests.el --- The README's configuration of lsp-mode  -*- lexical-binding: t; -*-

;;; Commentary:

;; For who prefers lsp-mode: notes as files.

;;; Code:

(require 'lsp-files)

(declare-function lsp-diagnostics "lsp-mode")

(ert-deftest lsp-mode-shows-diagnostics-of-notes-as-files ()
  (lsp-files-call
   (lambda ()
     (make-directory "notes")
     (with-temp-file "notes/loose.md" (insert "# Title\n\nAn ?[animal](Okapi\n"))
     (find-file "notes/loose.md")
     (lsp)
     (let (found)
       (programs-wait "a diagnostic"
                      (lambda ()
                        (maphash (lambda (_file diagnostics) (setq found diagnostics))
                                 (lsp-diagnostics))
                        found))
       (should (string-match-p "Unclosed cloze" (format "%S" found)))))))
;;; lsp-mode-tests.el ends here
