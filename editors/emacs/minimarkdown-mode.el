;;; minimarkdown-mode.el --- Major mode for Mini Markdown  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The mode of notes: of commonplace.el, which paints them as the language server says.  It knows
;; nothing of the language itself.  For Mini Markdown in ordinary files:
;;
;;   (add-to-list 'auto-mode-alist '("/notes/.*\\.md\\'" . minimarkdown-mode))
;;   (add-hook 'minimarkdown-mode-hook #'eglot-ensure)

;;; Code:

(require 'commonplace)
(require 'text-mode)

(declare-function commonplace-files-adopt "commonplace-files")

(defface minimarkdown-heading '((t :inherit outline-1 :weight bold))
  "The text of a heading."
  :group 'commonplace)
(defface minimarkdown-strong '((t :inherit bold))
  "Text between two asterisks each."
  :group 'commonplace)
(defface minimarkdown-emphasis '((t :inherit italic))
  "Text between asterisks or underscores."
  :group 'commonplace)
(defface minimarkdown-code '((t :inherit (fixed-pitch font-lock-constant-face)))
  "Text between backticks."
  :group 'commonplace)
(defface minimarkdown-hashtag '((t :inherit font-lock-type-face))
  "A hashtag."
  :group 'commonplace)
(defface minimarkdown-quote '((t :inherit font-lock-string-face))
  "The text of a quote."
  :group 'commonplace)
(defface minimarkdown-list-marker '((t :inherit font-lock-keyword-face))
  "The beginning of a list item."
  :group 'commonplace)
(defface minimarkdown-image '((t :inherit font-lock-preprocessor-face))
  "An image's marks and alternative text."
  :group 'commonplace)
(defface minimarkdown-link '((t :inherit link))
  "Where an image is found."
  :group 'commonplace)
(defface minimarkdown-emoji '((t :inherit default))
  "An emoji."
  :group 'commonplace)
(defface minimarkdown-cloze '((t :inherit font-lock-builtin-face))
  "The marks of a cloze."
  :group 'commonplace)
(defface minimarkdown-cloze-hint '((t :inherit font-lock-doc-face))
  "The hint of a cloze."
  :group 'commonplace)
(defface minimarkdown-cloze-answer '((t :inherit font-lock-warning-face))
  "The answer of a cloze."
  :group 'commonplace)
(defface minimarkdown-question '((t :inherit font-lock-function-name-face))
  "A question."
  :group 'commonplace)
(defface minimarkdown-answer '((t :inherit font-lock-variable-name-face))
  "The answer to a question."
  :group 'commonplace)
(defface minimarkdown-summary '((t :inherit font-lock-doc-face))
  "A summary."
  :group 'commonplace)
(defface minimarkdown-delimiter '((t :inherit shadow))
  "Every other mark."
  :group 'commonplace)

(defconst minimarkdown-token-faces
  '(("heading" . minimarkdown-heading)
    ("strong" . minimarkdown-strong)
    ("emphasis" . minimarkdown-emphasis)
    ("code" . minimarkdown-code)
    ("hashtag" . minimarkdown-hashtag)
    ("quote" . minimarkdown-quote)
    ("listMarker" . minimarkdown-list-marker)
    ("image" . minimarkdown-image)
    ("link" . minimarkdown-link)
    ("emoji" . minimarkdown-emoji)
    ("cloze" . minimarkdown-cloze)
    ("clozeHint" . minimarkdown-cloze-hint)
    ("clozeAnswer" . minimarkdown-cloze-answer)
    ("question" . minimarkdown-question)
    ("answer" . minimarkdown-answer)
    ("summary" . minimarkdown-summary)
    ("delimiter" . minimarkdown-delimiter))
  "The server's token types, with the face of each.")

(defvar minimarkdown-mode-syntax-table
  (let ((table (make-syntax-table text-mode-syntax-table)))
    ;; A hashtag is one symbol, so that completion and renaming take it whole.
    (dolist (character '(?# ?/ ?- ?_))
      (modify-syntax-entry character "_" table))
    table)
  "The syntax table of `minimarkdown-mode'.")

(defvar-keymap minimarkdown-mode-map
  :doc "The keymap of `minimarkdown-mode'."
  :parent text-mode-map
  "C-c C-c" #'commonplace-menu
  "C-c C-o" #'commonplace-follow-link
  "C-c C-r" #'commonplace-review-note
  "C-c C-s" #'commonplace-search
  "C-c C-z" #'commonplace-make-cloze)

;;;###autoload
(define-derived-mode minimarkdown-mode text-mode "Mini Markdown"
  "Major mode for book notes in Mini Markdown.
The server says what is what in the text: through Eglot, and where Eglot
paints nothing, `commonplace-highlight-mode' does."
  ;; Before anything asks where this file is: a note is in no directory.
  (when (commonplace-uri-p buffer-file-name)
    (require 'commonplace-files)
    (commonplace-files-adopt))
  ;; No keywords: colours are the server's.  A user may add some.
  (setq-local font-lock-defaults '(nil t))
  ;; The effect of Return is the server's, too; indenting would take the blank from a list's mark.
  (electric-indent-local-mode -1)
  ;; A paragraph is one long line: shown broken at words, never broken in the text.
  (setq-local word-wrap t
              truncate-lines nil))

(provide 'minimarkdown-mode)
;;; minimarkdown-mode.el ends here
