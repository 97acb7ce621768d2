;;; commonplace-book.el --- Books: readings, stars, records, lists  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Actions on the book of a note; its record, which is a separate document; and lists of books,
;; whose lines link to notes.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-mode)
(require 'url-util)

(defconst commonplace-book--lists
  '(("all" . "") ("reading" . "?section=reading") ("want to read" . "?section=want")
    ("read, by year" . "?section=read&sort=read") ("did not finish" . "?section=stopped")
    ("by author" . "?sort=author") ("by title" . "?sort=title") ("by stars" . "?sort=stars"))
  "The lists of books to choose from, with the queries of their documents.")

(defconst commonplace-book-font-lock-keywords
  '(("^#.*" . font-lock-comment-face)
    ("^[ \t-]*\\([[:alnum:]-]+\\):" 1 font-lock-keyword-face)
    ("\"\\(?:[^\"\\\n]\\|\\\\.\\)*\"" . font-lock-string-face))
  "The highlighted parts of a book's record.")

(define-derived-mode commonplace-book-mode commonplace-mode "Book"
  "Major mode for the record of a note's book: fields and values.
The server completes them and reports errors in them."
  (setq-local font-lock-defaults '(commonplace-book-font-lock-keywords t)
              comment-start "# "))

;; The book

(defun commonplace-book--listed ()
  "Return the URI of the note that the current line of a list of books links to."
  (let* ((line (1- (line-number-at-pos (point) t)))
         (links (commonplace-server-request
                 :textDocument/documentLink
                 (list :textDocument (list :uri buffer-file-name))))
         (link (seq-find (lambda (link)
                           (= line (plist-get (plist-get (plist-get link :range) :start) :line)))
                         links)))
    (and link (car (split-string (plist-get link :target) "#")))))

(defun commonplace-book--uri ()
  "Return the URI of this note or record, or of the note of this line."
  (or (cond ((commonplace-note-id buffer-file-name) buffer-file-name)
            ((commonplace-uri-p buffer-file-name) (commonplace-book--listed))
            (buffer-file-name (concat "file://" (url-hexify-string
                                                 buffer-file-name url-path-allowed-chars))))
      (user-error "Go to a note, a book's record, or a book in a list first")))

(defun commonplace-book--run (step &rest more)
  "Run the server's command STEP on the book here; MORE is a plist."
  (let ((result (apply #'commonplace-server-execute (concat "commonplace.book." step)
                       (list (append (list :uri (commonplace-book--uri)) more)))))
    (message "%s" (plist-get result :message))))

(defun commonplace-book--read-date ()
  "Return a date from the user if there is a prefix argument, or else nil."
  (and current-prefix-arg
       (completing-read "When (2021, 2021-03 or 2021-03-04): " '("today" "yesterday" "unknown"))))

;; Actions on the book

(defun commonplace-book-start (&optional date)
  "Record that you started the book of this note on DATE, by default today.
With a prefix argument, ask for the date."
  (interactive (list (commonplace-book--read-date)))
  (commonplace-book--run "start" :date (or date "today")))

(defun commonplace-book-finish (&optional date)
  "Record that you finished the book of this note on DATE, by default today.
With a prefix argument, ask for the date."
  (interactive (list (commonplace-book--read-date)))
  (commonplace-book--run "finish" :date (or date "today")))

(defun commonplace-book-stop (&optional date)
  "Record that you stopped reading the book of this note on DATE, by default today.
With a prefix argument, ask for the date."
  (interactive (list (commonplace-book--read-date)))
  (commonplace-book--run "stop" :date (or date "today")))

(defun commonplace-book-want (&optional forget)
  "Move the book of this note to the section “Want to read”.
A reading in progress becomes one that you gave up.  A book that you
read before is moved only with a prefix argument, FORGET, which deletes
all its readings."
  (interactive "P")
  (commonplace-book--run "want" :forget (if forget t :json-false)))

(defun commonplace-book-stars (stars)
  "Rate the book of this note with STARS, 0.25 to 5 in quarters, or 0 for none."
  (interactive "nStars (0 to 5): ")
  (commonplace-book--run "rate" :stars stars))

(defun commonplace-book-page (page)
  "Record that you reached PAGE of the book; use 0 to remove the page."
  (interactive "nPage: ")
  (commonplace-book--run "page" :page page))

(defun commonplace-book-record ()
  "Open the record of the book of this note.
If the note has no book, saving the record attaches one."
  (interactive)
  (find-file (plist-get (commonplace-server-execute
                         "commonplace.book.record" (list :uri (commonplace-book--uri)))
                        :uri)))

(defun commonplace-book--isbn-p (text)
  "Return non-nil if TEXT has the digits and the length of an ISBN."
  (string-match-p "\\`\\(?:[0-9]\\{9\\}\\|[0-9]\\{12\\}\\)[0-9xX]\\'"
                  (replace-regexp-in-string "[- ]" "" text)))

(defun commonplace-book-add (title authors &optional isbn)
  "Create and open a note about the book with TITLE, AUTHORS (a list) and ISBN.
If the book already has a note, open that note.  Interactively, ask for
the ISBN or the title."
  (interactive
   (let* ((words (string-trim (read-string "ISBN or title of the book: ")))
          (isbn (and (commonplace-book--isbn-p words) words))
          (title (if isbn (read-string "Title: ") words)))
     (list title (split-string (read-string "Authors, separated by commas: ") "," t "[ \t]+")
           isbn)))
  (let ((book (commonplace-server-execute
               "commonplace.book.add"
               (append (list :title title :authors (vconcat authors))
                       (and isbn (list :isbn isbn))))))
    (find-file (plist-get book :uri))
    (when (eq (plist-get book :found) t)
      (message "This book has a note already"))))

(defun commonplace-books (list)
  "Show a LIST of books, such as \"by stars\", as a document.
LIST may also be a year, or a part of an author's name."
  (interactive (list (completing-read "Books (or a year, or an author): "
                                      commonplace-book--lists nil nil nil nil "all")))
  (find-file (concat "commonplace-view://notes/books"
                     (or (cdr (assoc list commonplace-book--lists))
                         (if (string-match-p "\\`[0-9]\\{4\\}\\'" list)
                             (concat "?year=" list)
                           (concat "?author=" (url-hexify-string list)))))))

(provide 'commonplace-book)
;;; commonplace-book.el ends here
