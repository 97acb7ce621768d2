;;; commonplace.el --- Book notes in one notebook  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;; Author: The commonplace authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: text, hypermedia, languages
;; URL: https://example.org/commonplace

;;; Commentary:

;; Book notes in Mini Markdown, kept in one notebook file.  The language server `commonplace lsp'
;; knows the language and the notebook; this package is its client.
;;
;;   M-x commonplace-find-note        a note by its title, or a new one
;;   M-x commonplace-search           words, phrases, #tags, while you type
;;   M-x commonplace-tags             a hashtag, then one of its notes
;;   M-x commonplace-review           what is due is asked
;;   M-x commonplace-menu             the rest
;;
;; A note is a file called commonplace://NOTEBOOK/NOTE-ID/slug.md: `find-file', `save-buffer',
;; recentf, bookmarks and desktop treat it as any other.  A save has reached the disk when it
;; returns, or signals an error and leaves the buffer modified.
;;
;; Colours, diagnostics, completion, xref and imenu come from the server, through Eglot.

;;; Code:

;; Older Eglots make `file:' of every name: what they would open and save is no note.
(when (version< emacs-version "29.1")
  (error "Commonplace needs Emacs 29.1; see its README for older ones"))

(defgroup commonplace nil
  "Book notes in Mini Markdown, kept in one notebook."
  :group 'text
  :prefix "commonplace-")

(defcustom commonplace-server-command '("commonplace" "lsp")
  "The program that is the language server, and its arguments."
  :type '(repeat string))

(defcustom commonplace-notebook nil
  "The notebook's file.
Nil leaves the choice to the server: $COMMONPLACE_NOTEBOOK, the nearest
notebook in the home directory, and then the one that
`commonplace init' makes."
  :type '(choice (const :tag "Chosen by the server" nil) file))

(defcustom commonplace-timeout 15
  "Seconds to wait for an answer of the server.
It may have to wait for another program that writes the notebook."
  :type 'natnum)

;; Of errors with strings Emacs shows those of files as they are, and all others as Lisp.  Being an
;; error of the user's as well, a conflict starts no debugger.
(define-error 'commonplace-error "Commonplace" '(user-error file-error))

(defun commonplace-fail (sentence &rest values)
  "Signal `commonplace-error' with SENTENCE, a format for VALUES.
Keys in it are written as for `substitute-command-keys'."
  ;; A percent sign of a key's name is not one of the format.
  (let ((keyed (substitute-command-keys (string-replace "%" "\0" sentence))))
    (signal 'commonplace-error
            (list (apply #'format (string-replace "\0" "%" (string-replace "%" "%%" keyed))
                         values)))))

;;;###autoload
(progn
  (defconst commonplace-file-name-regexp "\\`commonplace\\(?:-view\\)?://"
    "Regexp of names of notes, and of documents that the server makes.")
  (add-to-list 'file-name-handler-alist
               (cons commonplace-file-name-regexp #'commonplace-file-name-handler))
  (add-to-list 'auto-mode-alist (cons commonplace-file-name-regexp 'commonplace-mode))
  ;; The content of a note is text, not settings for Emacs.
  (add-to-list 'inhibit-local-variables-regexps commonplace-file-name-regexp))

;; For those who load this file without a package manager's autoloads.
(autoload 'commonplace-file-name-handler "commonplace-files")
(autoload 'commonplace-mode "commonplace-mode" nil t)
(autoload 'commonplace-search "commonplace-find" nil t)
(autoload 'commonplace-search-view "commonplace-find" nil t)
(autoload 'commonplace-find-note "commonplace-title" nil t)
(autoload 'commonplace-tags "commonplace-title" nil t)
(autoload 'commonplace-new-note "commonplace-find" nil t)
(autoload 'commonplace-today "commonplace-day" nil t)
(autoload 'commonplace-day "commonplace-day" nil t)
(autoload 'commonplace-calendar-day "commonplace-day" nil t)
(autoload 'commonplace-links "commonplace-day" nil t)
(autoload 'commonplace-around "commonplace-day" nil t)
(autoload 'commonplace-random-quotes "commonplace-find" nil t)
(autoload 'commonplace-delete-note "commonplace-find" nil t)
(autoload 'commonplace-notes "commonplace-list" nil t)
(autoload 'commonplace-trash "commonplace-history" nil t)
(autoload 'commonplace-restore-note "commonplace-history" nil t)
(autoload 'commonplace-delete-for-good "commonplace-history" nil t)
(autoload 'commonplace-history "commonplace-history" nil t)
(autoload 'commonplace-earlier-text "commonplace-history" nil t)
(autoload 'commonplace-compare-earlier-text "commonplace-history" nil t)
(autoload 'commonplace-changed-words "commonplace-history" nil t)
(autoload 'commonplace-restore-earlier-text "commonplace-history" nil t)
(autoload 'commonplace-add-image "commonplace-image" nil t)
(autoload 'commonplace-paste-image "commonplace-image" nil t)
(autoload 'commonplace-images-mode "commonplace-image" nil t)
(autoload 'commonplace-follow-link "commonplace-view" nil t)
(autoload 'commonplace-book-mode "commonplace-book" nil t)
(autoload 'commonplace-book-add "commonplace-book" nil t)
(autoload 'commonplace-book-record "commonplace-book" nil t)
(autoload 'commonplace-book-start "commonplace-book" nil t)
(autoload 'commonplace-book-finish "commonplace-book" nil t)
(autoload 'commonplace-book-want "commonplace-book" nil t)
(autoload 'commonplace-book-stop "commonplace-book" nil t)
(autoload 'commonplace-book-stars "commonplace-book" nil t)
(autoload 'commonplace-book-page "commonplace-book" nil t)
(autoload 'commonplace-books "commonplace-book" nil t)
(autoload 'commonplace-make-cloze "commonplace-edit" nil t)
(autoload 'commonplace-resolve-conflict "commonplace-conflict" nil t)
(autoload 'commonplace-review "commonplace-review" nil t)
(autoload 'commonplace-review-note "commonplace-review" nil t)
(autoload 'commonplace-review-cram "commonplace-review" nil t)
(autoload 'commonplace-review-resume "commonplace-review" nil t)
(autoload 'commonplace-review-count-mode "commonplace-review-count" nil t)
(autoload 'commonplace-status-mode "commonplace-status" nil t)
(autoload 'commonplace-menu "commonplace-menu" nil t)

(defun commonplace-uri-p (name)
  "Return non-nil if NAME is that of a note, or of a view made by the server."
  (and (stringp name) (string-match-p commonplace-file-name-regexp name)))

(defun commonplace-note-id (name)
  "Return the id of the note that NAME names, nil for any other name.
The record of its book is another document: its id has a slash and the
name of the record after that of the note."
  (and (stringp name)
       (string-match "\\`commonplace://[^/]*/\\([^/]+\\(?:/book\\.yaml\\'\\)?\\)\\(?:/[^/]*\\)?\\'"
                     name)
       (match-string 1 name)))

(defun commonplace-record-p (name)
  "Return non-nil if NAME is that of the record of a book."
  (string-suffix-p "/book.yaml" (or (commonplace-note-id name) "")))

(provide 'commonplace)
;;; commonplace.el ends here
