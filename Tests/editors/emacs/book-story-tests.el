;;; book-story-tests.el --- The story's part about books  -*- lexical-binding: t; -*-

;;; Commentary:

;; Tests/editors/story.md, “Books”, step by step.  Where a step fails, those after it fail.

;;; Code:

(require 'notebook)
(require 'story)
(require 'commonplace-book)
(require 'commonplace-view)

(defvar book-story-uri nil "The note about the book.")

(defun book-story-replace (old new)
  "Replace OLD by NEW in the current buffer, and send that."
  (story-replace old new)
  (eglot--signal-textDocument/didChange))

(defun book-story-add ()
  (commonplace-book-add "Emma" '("Jane Austen") "9780141439587")
  (setq book-story-uri buffer-file-name)
  (should (string-suffix-p "/emma.md" book-story-uri))
  (switch-to-buffer "*scratch*")
  (commonplace-book-add "" nil "9780141439587")
  (should (equal buffer-file-name book-story-uri)))

(defun book-story-record ()
  (commonplace-book-record)
  (should (eq major-mode 'commonplace-book-mode))
  (should (eglot-managed-p))
  (should (string-search "\ntitle: Emma\n" (buffer-string))))

(defun book-story-fix ()
  (book-story-replace "9780141439587" "9780141439588")
  (flymake-start)
  (programs-wait "the diagnostic" (lambda () (member "book-isbn" (notebook-codes))))
  (goto-char (line-beginning-position))
  (story-choose "Change the last digit"
                (lambda () (eglot-code-actions (point) (line-end-position) "quickfix" t)))
  (should (string-search "9780141439587" (buffer-string)))
  (eglot--signal-textDocument/didChange))

(defun book-story-complete ()
  (goto-char (point-max))
  (insert "number-of")
  (eglot--signal-textDocument/didChange)
  (completion-at-point)
  (should (string-search "number-of-pages" (buffer-substring (line-beginning-position) (point))))
  (delete-region (line-beginning-position) (point-max))
  (eglot--signal-textDocument/didChange))

(defun book-story-save ()
  (book-story-replace "\nlanguage:" "\nlanguage: en")
  (save-buffer)
  (should-not (buffer-modified-p))
  (book-story-replace "\nstars:" "\nstars: many")
  (should-error (save-buffer) :type 'commonplace-error)
  (book-story-replace "\nstars: many" "\nstars:")
  (save-buffer))

(defun book-story-finish ()
  (let ((record (current-buffer)))
    (find-file book-story-uri)
    (commonplace-book-start "2026-10")
    (commonplace-book-finish "2026-11-20")
    (switch-to-buffer record)
    (programs-wait "the reading"
                   (lambda () (string-search "finish: 2026-11-20" (buffer-string))))))

(defun book-story-rate ()
  (commonplace-book-stars 4)
  (programs-wait "the stars" (lambda () (string-search "\nstars: 4\n" (buffer-string)))))

(defun book-story-list ()
  (commonplace-books "2026")
  (should (string-search "## Read in 2026\n\n- Emma, Jane Austen  ★★★★  2026-11-20\n"
                         (buffer-string)))
  (goto-char (point-min))
  (search-forward "- Emma")
  (commonplace-book-stars 5)
  (programs-wait "the list to follow" (lambda () (string-search "★★★★★" (buffer-string))))
  (goto-char (point-min))
  (search-forward "- Emma")
  (backward-char)
  (commonplace-follow-link)
  (should (equal buffer-file-name book-story-uri)))

(defun book-story-the-file-holds-it ()
  (notebook-close)
  (story-check-whole)
  (should (equal (story-sqlite
                  "SELECT json_extract(json, '$.book.isbn13'), json_extract(json, '$.book.rating'),
                     json_extract(json, '$.book.readingHistory.entries[0].finish.year')
                   FROM entry WHERE json_extract(json, '$.book.title') = 'Emma'")
                 "9780141439587|5|2026"))
  (should (equal (story-sqlite "SELECT json_extract(json, '$.language') FROM entry
                                WHERE key = '.commonplace-book'")
                 "en")))

(story-define
 "story_books"
 '(("add a book by its ISBN" . book-story-add)
   ("open its record" . book-story-record)
   ("see a fault and fix it" . book-story-fix)
   ("complete a value" . book-story-complete)
   ("save it" . book-story-save)
   ("finish it" . book-story-finish)
   ("rate it" . book-story-rate)
   ("see it in its year" . book-story-list)
   ("the file holds it" . book-story-the-file-holds-it))
 #'notebook-call)
;;; book-story-tests.el ends here
