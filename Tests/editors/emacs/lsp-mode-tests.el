;;; lsp-mode-tests.el --- The README's configuration of lsp-mode  -*- lexical-binding: t; -*-

;;; Commentary:

;; For Emacs 28, and for who prefers lsp-mode: notes as files.

;;; Code:

(require 'ert)
(require 'seq)

(defvar lsp-session-file)
(defvar lsp-server-install-dir)
(defvar lsp-auto-guess-root)
(declare-function lsp "lsp-mode")
(declare-function lsp-diagnostics "lsp-mode")

(defun lsp-mode-tests-configuration (notebook)
  "Return the README's forms, for NOTEBOOK and the server under test."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "../../../editors/emacs/README.md"
                                            (file-name-directory (locate-library "run"))))
    (search-forward "(require 'lsp-mode)")
    (let ((text (buffer-substring (match-beginning 0) (1- (search-forward "```")))))
      (dolist (change `(("\"commonplace\" \"lsp\""
                         . ,(format "%S \"lsp\"" (getenv "COMMONPLACE_BIN")))
                        ("~/notes/mine.libnotes" . ,notebook)))
        (should (string-match-p (regexp-quote (car change)) text))
        (setq text (replace-regexp-in-string (regexp-quote (car change)) (cdr change) text t t)))
      (car (read-from-string (concat "(progn " (substring text 0 -2) ")"))))))

(ert-deftest lsp-mode-shows-diagnostics-of-notes-as-files ()
  (when (fboundp 'package-activate-all)
    (package-activate-all))
  (unless (and (require 'lsp-mode nil t) (require 'markdown-mode nil t))
    (ert-skip "lsp-mode is not installed (elpa-lsp-mode, elpa-markdown-mode)"))
  (let* ((directory (make-temp-file "lsp-" t))
         (default-directory (file-name-as-directory directory))
         (notebook (expand-file-name "starter.libnotes"))
         (note (expand-file-name "notes/loose.md")))
    (call-process (getenv "COMMONPLACE_BIN") nil nil nil "init" "--notebook" notebook)
    (make-directory "notes")
    (with-temp-file note (insert "# Title\n\nAn ?[animal](Okapi\n"))
    (setq lsp-session-file (expand-file-name "session")
          lsp-server-install-dir directory
          lsp-auto-guess-root t)
    (eval (lsp-mode-tests-configuration notebook) t)
    (find-file note)
    (lsp)
    (let ((end (+ (float-time) 15)) found)
      (while (and (not found) (< (float-time) end))
        (accept-process-output nil 0.05)
        (maphash (lambda (_file diagnostics) (when diagnostics (setq found diagnostics)))
                 (lsp-diagnostics)))
      (should (string-match-p "not finished" (format "%S" found))))
    (set-buffer-modified-p nil)
    (ignore-errors (lsp-workspace-shutdown (car (lsp-workspaces))))
    (let ((kill-buffer-query-functions nil)) (kill-buffer))))
;;; lsp-mode-tests.el ends here
