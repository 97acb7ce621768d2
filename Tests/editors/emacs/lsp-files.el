;;; lsp-files.el --- Notes as files, with the README's lsp-mode  -*- lexical-binding: t; -*-

;;; Code:

(require 'programs)

(defvar lsp-session-file)
(defvar lsp-server-install-dir)
(defvar lsp-auto-guess-root)
(defvar lsp-response-timeout)
(declare-function lsp "lsp-mode")
(declare-function lsp-workspaces "lsp-mode")
(declare-function lsp-workspace-shutdown "lsp-mode")

(defun lsp-files-configuration (notebook)
  "Return the README's forms, for NOTEBOOK and the server under test."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "../../../editors/emacs/README.md"
                                            (file-name-directory (locate-library "lsp-files"))))
    (search-forward "(require 'lsp-mode)")
    (let ((text (buffer-substring (match-beginning 0) (1- (search-forward "```")))))
      (dolist (change `(("\"commonplace\" \"lsp\""
                         . ,(format "%S \"lsp\"" (getenv "COMMONPLACE_BIN")))
                        ("~/notes/mine.libnotes" . ,notebook)))
        (should (string-match-p (regexp-quote (car change)) text))
        (setq text (replace-regexp-in-string (regexp-quote (car change)) (cdr change) text t t)))
      (car (read-from-string (concat "(progn " (substring text 0 -2) ")"))))))

(defun lsp-files-missing ()
  "Return why lsp-mode cannot be tried, or nil."
  (when (fboundp 'package-activate-all)
    (package-activate-all))
  (unless (and (require 'lsp-mode nil t) (require 'markdown-mode nil t) (require 'company nil t))
    "lsp-mode is not installed (elpa-lsp-mode, elpa-markdown-mode, elpa-company)"))

(defun lsp-files-call (function)
  "Call FUNCTION in the directory of a new starter notebook.
It is served by lsp-mode as the README has it; files are in notes/."
  (when-let ((reason (lsp-files-missing)))
    (ert-skip reason))
  (let* ((default-directory (file-name-as-directory (make-temp-file "lsp-" t)))
         (programs-notebook (expand-file-name "starter.libnotes"))
         (transient-mark-mode t)
         (programs-connections nil))
    (programs-run "init" "--notebook" programs-notebook)
    (setq lsp-session-file (expand-file-name "session")
          lsp-server-install-dir default-directory
          lsp-auto-guess-root t
          lsp-response-timeout programs-patience)
    (eval (lsp-files-configuration programs-notebook) t)
    (unwind-protect
        (save-window-excursion (funcall function))
      (lsp-files-close)
      (programs-close)
      (delete-directory default-directory t))))

(defun lsp-files-close ()
  "End the server, and kill its files' buffers."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (bound-and-true-p lsp-mode)
        (ignore-errors (lsp-workspace-shutdown (car (lsp-workspaces))))
        (set-buffer-modified-p nil)
        (let ((kill-buffer-query-functions nil)) (kill-buffer))))))

(provide 'lsp-files)
;;; lsp-files.el ends here
