;;; commonplace-mode.el --- Major mode for Mini Markdown  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The major mode of notes, highlighted by the language server.  The mode itself does not parse the
;; language.  For Mini Markdown in ordinary files:
;;
;;   (add-to-list 'auto-mode-alist '("/notes/.*\\.md\\'" . commonplace-mode))
;;   (add-hook 'commonplace-mode-hook #'eglot-ensure)

;;; Code:

(require 'commonplace)
(require 'text-mode)

(defgroup commonplace-text nil
  "The faces of each kind of text."
  :group 'commonplace)

(defface commonplace-heading '((t :inherit outline-1 :weight bold))
  "The text of a heading.")
(defface commonplace-strong '((t :inherit bold))
  "Text between double asterisks.")
(defface commonplace-emphasis '((t :inherit italic))
  "Text between asterisks or underscores.")
(defface commonplace-code '((t :inherit (fixed-pitch font-lock-constant-face)))
  "Text between backticks.")
(defface commonplace-hashtag '((t :inherit font-lock-type-face))
  "A hashtag.")
(defface commonplace-quote '((t :inherit font-lock-string-face))
  "The text of a quote.")
(defface commonplace-list-marker '((t :inherit font-lock-keyword-face))
  "The marker or number of a list item.")
(defface commonplace-image '((t :inherit font-lock-preprocessor-face))
  "An image's delimiters and alternative text.")
(defface commonplace-link '((t :inherit link))
  "The address of an image.")
(defface commonplace-emoji '((t :inherit default))
  "An emoji.")
(defface commonplace-cloze '((t :inherit font-lock-builtin-face))
  "The delimiters of a cloze.")
(defface commonplace-cloze-hint '((t :inherit font-lock-doc-face))
  "The hint of a cloze.")
(defface commonplace-cloze-answer '((t :inherit font-lock-warning-face))
  "The answer of a cloze.")
(defface commonplace-question '((t :inherit font-lock-function-name-face))
  "A question.")
(defface commonplace-answer '((t :inherit font-lock-variable-name-face))
  "The answer to a question.")
(defface commonplace-summary '((t :inherit font-lock-doc-face))
  "A summary.")
(defface commonplace-delimiter '((t :inherit shadow))
  "All other delimiters.")

(defface commonplace-note-link '((t :inherit link))
  "A link to a note.")

(defconst commonplace-token-faces
  '(("heading" . commonplace-heading)
    ("strong" . commonplace-strong)
    ("emphasis" . commonplace-emphasis)
    ("code" . commonplace-code)
    ("hashtag" . commonplace-hashtag)
    ("quote" . commonplace-quote)
    ("listMarker" . commonplace-list-marker)
    ("image" . commonplace-image)
    ("link" . commonplace-link)
    ("emoji" . commonplace-emoji)
    ("cloze" . commonplace-cloze)
    ("clozeHint" . commonplace-cloze-hint)
    ("clozeAnswer" . commonplace-cloze-answer)
    ("question" . commonplace-question)
    ("answer" . commonplace-answer)
    ("summary" . commonplace-summary)
    ("delimiter" . commonplace-delimiter)
    ("noteLink" . commonplace-note-link))
  "The server's token types, with the face of each.")

(defvar commonplace-mode-syntax-table
  (let ((table (make-syntax-table text-mode-syntax-table)))
    ;; A hashtag is one symbol, so that completion and renaming use the whole hashtag.
    (dolist (character '(?# ?/ ?- ?_))
      (modify-syntax-entry character "_" table))
    table)
  "The syntax table of `commonplace-mode'.")

(defvar-keymap commonplace-mode-map
  :doc "The keymap of `commonplace-mode'."
  :parent text-mode-map
  "C-c C-c" #'commonplace-menu
  "C-c C-k" #'commonplace-resolve-conflict
  "C-c C-o" #'commonplace-follow-link
  "C-c C-r" #'commonplace-review-note
  "C-c C-s" #'commonplace-search
  "C-c C-z" #'commonplace-make-cloze)

(define-derived-mode commonplace-mode text-mode "Mini Markdown"
  "Major mode for book notes in Mini Markdown.
The server provides the highlights, which `commonplace-highlight-mode'
shows; its other features are available through Eglot."
  ;; Before other code uses the directory: the directory of a note is not on this machine.
  (when (commonplace-uri-p buffer-file-name)
    (commonplace-files-adopt))
  ;; Without keywords, because the server provides the highlights.  Users may add keywords.
  (setq-local font-lock-defaults '(nil t))
  ;; The server also handles Return; electric indentation would remove the blank after a list
  ;; marker.
  (electric-indent-local-mode -1)
  ;; A paragraph is one long line: it is shown broken at words, but the text has no line breaks.
  (setq-local word-wrap t
              truncate-lines nil))

(provide 'commonplace-mode)
;;; commonplace-mode.el ends here
