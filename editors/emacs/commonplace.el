;;; commonplace.el --- Book notes in one notebook  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;; Author: The commonplace authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: text, hypermedia, languages
;; URL: https://example.org/commonplace

;;; Commentary:

;; Book notes in Mini Markdown, kept in one notebook file.  This package is a client of the language
;; server `commonplace lsp', which parses the language and manages the notebook.
;;
;;   M-x commonplace-find-note        a note by its title, or a new one
;;   M-x commonplace-search           words, phrases, #tags, while you type
;;   M-x commonplace-tags             a hashtag, then one of its notes
;;   M-x commonplace-review           review of due cards
;;   M-x commonplace-menu             all other commands
;;
;; A note is a file named commonplace://NOTEBOOK/NOTE-ID/slug.md: `find-file', `save-buffer',
;; recentf, bookmarks and desktop treat it like any other file.  When a save returns, the note is on
;; disk.  A save that fails signals an error, and the buffer stays modified.
;;
;; Colors, diagnostics, completion, xref and imenu come from the server, through Eglot.

;;; Code:

;; Older versions of Eglot convert every name to a `file:' URI, which is not the URI of a note.
(when (version< emacs-version "29.1")
  (error "Commonplace needs Emacs 29.1 or later: update Emacs"))

(defgroup commonplace nil
  "Book notes in Mini Markdown, kept in one notebook."
  :group 'text
  :prefix "commonplace-")

(defcustom commonplace-server-command '("commonplace" "lsp")
  "The program that is the language server, and its arguments."
  :type '(repeat string))

(defcustom commonplace-notebook nil
  "The notebook's file.
Nil leaves the choice to the server: $COMMONPLACE_NOTEBOOK, or else the
notebook in commonplace's settings, or else one in the home directory, or
else the one that `commonplace init' creates."
  :type '(choice (const :tag "Chosen by the server" nil) file))

(defcustom commonplace-timeout 15
  "Seconds to wait for an answer of the server.
It may have to wait for another program that writes the notebook."
  :type 'natnum)

;; Emacs shows the text of file errors as it is, and of other errors with strings as Lisp.  Since
;; this is also a user error, a conflict does not start the debugger.
(define-error 'commonplace-error "Commonplace" '(user-error file-error))

(defun commonplace-fail (sentence &rest values)
  "Signal `commonplace-error' with SENTENCE, a format for VALUES.
Keys in it are written as for `substitute-command-keys'."
  ;; A percent sign in a key's name is not part of the format.
  (let ((keyed (substitute-command-keys (string-replace "%" "\0" sentence))))
    (signal 'commonplace-error
            (list (apply #'format (string-replace "\0" "%" (string-replace "%" "%%" keyed))
                         values)))))

;;;###autoload
(progn
  (defconst commonplace-file-name-regexp "\\`commonplace\\(?:-view\\)?://"
    "Regexp of names of notes, and of documents that the server generates.")
  (add-to-list 'file-name-handler-alist
               (cons commonplace-file-name-regexp #'commonplace-file-name-handler))
  (add-to-list 'auto-mode-alist (cons commonplace-file-name-regexp 'commonplace-mode))
  ;; The content of a note is text, not settings for Emacs.
  (add-to-list 'inhibit-local-variables-regexps commonplace-file-name-regexp))

;;;###autoload
(progn
  (autoload 'commonplace-file-name-handler "commonplace-files")
  (dolist (file
           '(("commonplace-mode" commonplace-mode)
             ("commonplace-find" commonplace-search commonplace-search-view commonplace-new-note
              commonplace-random-quotes commonplace-delete-note)
             ("commonplace-title" commonplace-find-note commonplace-tags)
             ("commonplace-day" commonplace-today commonplace-day commonplace-calendar-day
              commonplace-links commonplace-around)
             ("commonplace-list" commonplace-notes)
             ("commonplace-history" commonplace-trash commonplace-restore-note
              commonplace-delete-for-good commonplace-history commonplace-earlier-text
              commonplace-compare-earlier-text commonplace-changed-words
              commonplace-restore-earlier-text)
             ("commonplace-image" commonplace-add-image commonplace-paste-image
              commonplace-images-mode)
             ("commonplace-view" commonplace-follow-link)
             ("commonplace-book" commonplace-book-mode commonplace-book-add
              commonplace-book-record commonplace-book-start commonplace-book-finish
              commonplace-book-want commonplace-book-stop commonplace-book-stars
              commonplace-book-page commonplace-books)
             ("commonplace-edit" commonplace-make-cloze)
             ("commonplace-conflict" commonplace-resolve-conflict)
             ("commonplace-review" commonplace-review commonplace-review-note
              commonplace-review-cram commonplace-review-resume)
             ("commonplace-mode-line" commonplace-review-count-mode commonplace-status-mode)
             ("commonplace-menu" commonplace-menu)))
    (dolist (command (cdr file))
      (autoload command (car file) nil t))))

(dolist (file
         '(("commonplace-conflict" commonplace-conflict-show commonplace-conflict-close)
           ("commonplace-edit" commonplace-edit-typed commonplace-edit-complete
            commonplace-edit-offer)
           ("commonplace-files" commonplace-files-adopt)
           ("commonplace-find" commonplace-find-read-tag)
           ("commonplace-garbage" commonplace-garbage-wait)
           ("commonplace-highlight" commonplace-highlight-mode)
           ("commonplace-image" commonplace-image-accept)
           ("commonplace-note" commonplace-note-buffer commonplace-note-fetch
            commonplace-note-name-buffer commonplace-note-rebase commonplace-note-refresh
            commonplace-note-replace commonplace-note-write)
           ("commonplace-mode-line" commonplace-review-count-take commonplace-status-take)
           ("commonplace-server" commonplace-server-directory commonplace-server-live
            commonplace-server-request)
           ("commonplace-view" commonplace-view-mode commonplace-view-refresh)))
  (dolist (function (cdr file))
    (autoload function (car file))))

(defun commonplace-uri-p (name)
  "Return non-nil if NAME is the name of a note, a book record or a view."
  (and (stringp name) (string-match-p commonplace-file-name-regexp name)))

(defun commonplace-note-id (name)
  "Return the ID of the note that NAME names; nil for any other name.
The record of its book is a separate document: its ID is the note's ID
followed by a slash and the name of the record."
  (and (stringp name)
       (string-match "\\`commonplace://[^/]*/\\([^/]+\\(?:/book\\.yaml\\'\\)?\\)\\(?:/[^/]*\\)?\\'"
                     name)
       (match-string 1 name)))

(defun commonplace-record-p (name)
  "Return non-nil if NAME is the name of a book's record."
  (string-suffix-p "/book.yaml" (or (commonplace-note-id name) "")))

(defun commonplace-note-here ()
  "Return the name of the current note; signal an error if the buffer has none."
  (if (and (commonplace-note-id buffer-file-name)
           (not (commonplace-record-p buffer-file-name)))
      buffer-file-name
    (user-error "This buffer is not a note")))

(provide 'commonplace)
;;; commonplace.el ends here
