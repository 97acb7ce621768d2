;;; commonplace-menu.el --- All commands at a glance  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A transient menu.

;;; Code:

(require 'transient)
(require 'commonplace)

(declare-function eglot-code-actions "eglot")
(declare-function eglot-rename "eglot")

(transient-define-prefix commonplace-menu ()
  "Commands for notes."
  [["Find"
    ("s" "search" commonplace-search)
    ("v" "search results as a document" commonplace-search-view)
    ("f" "note by title" commonplace-find-note)
    ("l" "table of notes" commonplace-notes)
    ("t" "hashtags" commonplace-tags)
    ("q" "random quotes" commonplace-random-quotes)]
   ["Make"
    ("n" "new note" commonplace-new-note)
    ("d" "today's note" commonplace-today)
    ("." "note of any day" commonplace-day)
    ("c" "cloze from the selection" commonplace-make-cloze)
    ("i" "image from a file" commonplace-add-image)
    ("I" "image from the clipboard" commonplace-paste-image)]
   ["Review"
    ("R" "due cards" commonplace-review)
    ("N" "this note" commonplace-review-note)
    ("C" "cram: nothing is recorded" commonplace-review-cram)
    ("S" "resume suspended cards" commonplace-review-resume)]
   ["Book"
    ("b" "books" commonplace-books)
    ("B" "add a book" commonplace-book-add)
    ("e" "record" commonplace-book-record)
    ("1" "start reading" commonplace-book-start)
    ("2" "finish today" commonplace-book-finish)
    ("3" "did not finish" commonplace-book-stop)
    ("4" "want to read" commonplace-book-want)
    ("5" "stars" commonplace-book-stars)]
   ["This note"
    ("o" "follow the link" commonplace-follow-link)
    ("L" "links" commonplace-links)
    ("A" "related notes" commonplace-around)
    ("a" "fixes and other actions" eglot-code-actions)
    ("r" "rename hashtag or title" eglot-rename)
    ("!" "resolve the conflict" commonplace-resolve-conflict)
    ("m" "show images" commonplace-images-mode)
    ("D" "move to the trash" commonplace-delete-note)]
   ["History"
    ("h" "earlier texts" commonplace-history)
    ("=" "compare with an earlier text" commonplace-compare-earlier-text)
    ("w" "words that changed since" commonplace-changed-words)
    ("<" "restore an earlier text" commonplace-restore-earlier-text)
    ("T" "trash" commonplace-trash)
    ("u" "restore from the trash" commonplace-restore-note)
    ("X" "delete permanently" commonplace-delete-for-good)]])

(provide 'commonplace-menu)
;;; commonplace-menu.el ends here
