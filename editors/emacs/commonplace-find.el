;;; commonplace-find.el --- Finding and making notes  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; All with `completing-read', so that Vertico, Ivy and the default completion are equally good.
;; The server searches, not a completion style: what it finds need not contain what was typed.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-view)

(defvar commonplace-search-history nil "Past searches.")
(defvar commonplace-find-history nil "The notes that were found by title.")
(defvar commonplace-tags-history nil "The hashtags that were chosen.")

(defcustom commonplace-list-order 'modified
  "The order of lists of notes."
  :type '(choice (const :tag "Last changed first" modified)
                 (const :tag "Newest first" created)
                 (const :tag "By title" title)
                 (const :tag "By author" author)
                 (const :tag "Most due prompts first" due))
  :group 'commonplace)

(defface commonplace-match '((t :inherit match))
  "The matches of a hit."
  :group 'commonplace)

;; Lines to choose from

(defun commonplace-find-line (text)
  "Return TEXT as one line: what could garble it becomes a blank."
  (string-trim
   (replace-regexp-in-string
    "[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+" " " text)))

(defun commonplace-find-distinct (items title)
  "Return an alist from a line to each of ITEMS, where TITLE gives its title.
Of lines that are equal the second is followed by <2>, and so on."
  (let ((seen (make-hash-table :test #'equal)))
    (mapcar (lambda (item)
              (let* ((line (commonplace-find-line (funcall title item)))
                     (line (if (equal line "") "Untitled" line))
                     (count (puthash line (1+ (gethash line seen 0)) seen)))
                (cons (if (= count 1) line (format "%s<%d>" line count)) item)))
            items)))

(defun commonplace-find-suffix (text width)
  "Return TEXT as the annotation after a line of WIDTH."
  (concat (make-string (max 2 (- 40 width)) ?\s)
          (propertize text 'face 'completions-annotations)))

;; Completion of titles and hashtags

(defun commonplace-find--has-words-p (words text)
  "Return non-nil if TEXT has each of WORDS somewhere, in any case."
  (let ((case-fold-search t))
    (seq-every-p (lambda (word) (string-match-p (regexp-quote word) text)) words)))

(defun commonplace-find--matches (string table predicate)
  "Return the lines of TABLE and PREDICATE that have the words of STRING."
  (let ((words (split-string string)))
    (seq-filter (lambda (line) (commonplace-find--has-words-p words line))
                (all-completions "" table predicate))))

(defun commonplace-find--marked (line words)
  "Return a copy of LINE with WORDS in the face for what completion matched."
  (let ((line (copy-sequence line))
        (case-fold-search t))
    (dolist (word words line)
      (when (string-match (regexp-quote word) line)
        (add-face-text-property (match-beginning 0) (match-end 0)
                                'completions-common-part nil line)))))

(defun commonplace-find--try-words (string table predicate point)
  "Complete STRING, with the cursor at POINT, if only one line of TABLE fits.
PREDICATE as for `completion-try-completion'."
  (let ((lines (commonplace-find--matches string table predicate)))
    (cond ((null lines) nil)
          ((cdr lines) (cons string point))
          ((equal (car lines) string) t)
          (t (cons (car lines) (length (car lines)))))))

(defun commonplace-find--all-words (string table predicate _point)
  "Return what of TABLE has the words of STRING and PREDICATE, and a base of 0."
  (let ((words (split-string string))
        (lines (commonplace-find--matches string table predicate)))
    (and lines
         (nconc (mapcar (lambda (line) (commonplace-find--marked line words)) lines) 0))))

(add-to-list 'completion-styles-alist
             '(commonplace-words commonplace-find--try-words commonplace-find--all-words
                                 "Lines with all of the words, in any order and any case."))
(add-to-list 'completion-category-defaults '(commonplace-note (styles commonplace-words)))
(add-to-list 'completion-category-defaults '(commonplace-tag (styles commonplace-words)))

;; Searching

(defun commonplace-find--snippet (hit)
  "Return the snippet of HIT with its matches in `commonplace-match'."
  (let ((snippet (copy-sequence (plist-get hit :snippet))))
    (seq-doseq (range (plist-get hit :highlights))
      (let ((begin (commonplace-find--index snippet (aref range 0)))
            (end (commonplace-find--index snippet (aref range 1))))
        (put-text-property begin end 'face 'commonplace-match snippet)))
    (commonplace-find-line snippet)))

(defun commonplace-find--index (text units)
  "Return the index in TEXT that is UNITS of UTF-16 from its begin."
  (let ((index 0))
    (while (and (> units 0) (< index (length text)))
      (setq units (- units (if (> (aref text index) #xffff) 2 1))
            index (1+ index)))
    index))

(defun commonplace-find--hits (query)
  "Return an alist from lines to the hits for QUERY."
  (unless (string-blank-p query)
    (let ((result (commonplace-server-request
                   :commonplace/search (list :query query :limit 100))))
      (commonplace-find-distinct (append (plist-get result :hits) nil)
                                  (lambda (hit) (plist-get hit :title))))))

(defun commonplace-find--any (string _table _predicate point)
  "Leave STRING and POINT as they are: all that is found fits."
  (cons string point))

(defun commonplace-find--all (string table predicate _point)
  "Return all that TABLE has for STRING and PREDICATE."
  (let ((all (all-completions string table predicate)))
    ;; The default completion adds no prefix.
    (and all (nconc all 0))))

(add-to-list 'completion-styles-alist
             '(commonplace commonplace-find--any commonplace-find--all
                           "The hits of the server, without more filtering."))
(add-to-list 'completion-category-defaults
             '(commonplace-hit (styles commonplace) (cycle . nil)))

(defun commonplace-find--search-table (last)
  "Return a completion table of hits.
LAST is a cons: the query that was asked last, and its hits."
  (lambda (string predicate action)
    (pcase action
      ('metadata
       `(metadata
         (category . commonplace-hit)
         (display-sort-function . identity)
         (cycle-sort-function . identity)
         (affixation-function
          . ,(lambda (lines)
               (mapcar (lambda (line)
                         (let ((hit (cdr (assoc line (cdr last)))))
                           (list line ""
                                 (if hit
                                     (concat (make-string (max 2 (- 32 (string-width line))) ?\s)
                                             (commonplace-find--snippet hit))
                                   ""))))
                       lines)))))
      (`(boundaries . ,_) nil)
      ('lambda (and (assoc string (cdr last)) t))
      (_
       ;; A line that was chosen, or is gone through, is no new query.
       (unless (or (equal string (car last)) (assoc string (cdr last)))
         (setcdr last (commonplace-find--hits string))
         (setcar last string))
       (let ((lines (mapcar #'car (cdr last))))
         (if (eq action t)
             (if predicate (seq-filter predicate lines) (copy-sequence lines))
           string))))))

;;;###autoload
(defun commonplace-search (&optional query)
  "Search the notes while you type, and go to the hit that is chosen.
Words in any of their forms, \"phrases\", -without, OR, #tag.  What is
entered without a choice becomes a document of all hits.  QUERY is what
is typed to begin with."
  (interactive)
  (require 'commonplace-server)
  (let* ((last (list ""))
         (minibuffer-allow-text-properties nil)
         (history-add-new-input nil)
         (choice (completing-read "Search the notes: " (commonplace-find--search-table last)
                                  nil nil query 'commonplace-search-history))
         (hit (cdr (assoc choice (cdr last))))
         (asked (if hit (car last) choice)))
    (unless (string-blank-p asked)
      (add-to-history 'commonplace-search-history asked)
      (if hit
          (commonplace-find--go hit)
        (commonplace-search-view asked)))))

(defun commonplace-find--go (hit)
  "Go to the place of HIT."
  (let* ((snippet (plist-get hit :snippet))
         (range (seq-first (plist-get hit :highlights)))
         (match (and range
                     (substring snippet
                                (commonplace-find--index snippet (aref range 0))
                                (commonplace-find--index snippet (aref range 1))))))
    (push-mark nil t)
    (find-file (plist-get hit :uri))
    (goto-char (point-min))
    (forward-line (plist-get hit :line))
    (when match
      (search-forward match (line-end-position) t)
      (unless (= (point) (line-beginning-position))
        (goto-char (match-beginning 0))))))

;;;###autoload
(defun commonplace-search-view (query)
  "Show all hits for QUERY as a document, whose links lead to them."
  (interactive (list (read-string "Search the notes: " nil 'commonplace-search-history)))
  (find-file (format "commonplace-view://notes/search?q=%s" (url-hexify-string query))))

;; Notes by title and by hashtag

(defun commonplace-find--notes (tag)
  "Return an alist from titles to the notes with TAG, to all if it is nil."
  (commonplace-find-distinct
   (seq-remove (lambda (note) (eq (plist-get note :trashed) t))
               (append (plist-get (commonplace-server-request
                                   :commonplace/listNotes
                                   `(,@(and tag (list :tag tag))
                                     :sort ,(symbol-name commonplace-list-order)))
                                  :notes)
                       nil))
   (lambda (note) (plist-get note :title))))

(defun commonplace-find--byline (note)
  "Return the authors and the year of the book that NOTE is about, and two blanks."
  (let* ((line (plist-get note :byline))
         (book (plist-get note :book))
         (year (plist-get book :year))
         (byline (concat (string-join (plist-get book :authors) ", ")
                         (and (integerp year) (format " (%d)" year)))))
    (commonplace-find-line (if (stringp line) line byline))))

(defun commonplace-find-columns (note)
  "Return what lists show of NOTE after its title: book, hashtags, due and day."
  (let ((due (plist-get note :due)))
    (list (commonplace-find--byline note)
          (commonplace-find-line (string-join (plist-get note :tags) " "))
          (if (and (integerp due) (> due 0)) (format "%d due" due) "")
          (or (plist-get note :date) (substring (plist-get note :modified) 0 10)))))

(defun commonplace-find--note-table (notes)
  "Return a completion table of NOTES, in their order, with tags and days."
  (lambda (string predicate action)
    (if (eq action 'metadata)
        `(metadata
          (category . commonplace-note)
          (display-sort-function . identity)
          (annotation-function
           . ,(lambda (line)
                (when-let* ((note (cdr (assoc line notes))))
                  (commonplace-find-suffix
                   (string-join (remove "" (commonplace-find-columns note)) "  ")
                   (string-width line))))))
      (complete-with-action action notes string predicate))))

;;;###autoload
(defun commonplace-find-note (&optional tag)
  "Open a note by any part of its title, in any case.
If no title has it, a note is made, after a question; one whose title is
a part of another's is made by \\[commonplace-new-note].
The notes are those with TAG; interactively, with a prefix argument, the
hashtag is asked for."
  (interactive (list (and current-prefix-arg (commonplace-find-read-tag))))
  (commonplace-find--open (commonplace-find--read-note
                           (if tag (format "Note with %s: " tag) "Note: ")
                           (commonplace-find--notes tag))
                          tag))

(defun commonplace-find--read-note (prompt notes &optional initial)
  "Ask with PROMPT for one of NOTES; return it, or a string that fits none.
INITIAL is what is typed to begin with.  A part of a title, in any case,
is enough if just one title has it; of several, one is asked for."
  (let* ((completion-ignore-case t)
         (choice (string-trim
                  (completing-read prompt (commonplace-find--note-table notes)
                                   nil nil initial 'commonplace-find-history)))
         (words (split-string choice))
         (found (seq-filter (lambda (entry) (commonplace-find--has-words-p words (car entry)))
                            notes)))
    (cond ((null words) (user-error "No title"))
          ((cdr (or (assoc choice notes) (assoc-string choice notes t))))
          ((null found) choice)
          ((cdr found)
           (commonplace-find--read-note (format "%d titles have this: " (length found))
                                        found choice))
          (t (cdar found)))))

(defun commonplace-find--open (note tag)
  "Open NOTE; if it is a title that there is not yet, offer to make it, with TAG."
  (cond ((consp note) (find-file (plist-get note :uri)))
        ((y-or-n-p (format "No title has \"%s\"; make this note? " note))
         (commonplace-new-note note tag))
        (t (message "Nothing was made"))))

(defun commonplace-find-read-tag ()
  "Ask for one of the notebook's hashtags."
  (let* ((tags (mapcar (lambda (entry)
                         (cons (plist-get entry :tag) (plist-get entry :noteCount)))
                       (plist-get (commonplace-server-request
                                   :commonplace/listTags (make-hash-table))
                                  :tags)))
         (completion-extra-properties
          (list :annotation-function
                (lambda (tag)
                  (commonplace-find-suffix (format "%d" (alist-get tag tags 0 nil #'equal))
                                            (string-width tag))))))
    (unless tags (user-error "No note has a hashtag"))
    (completing-read "Hashtag: "
                     (lambda (string predicate action)
                       (if (eq action 'metadata)
                           '(metadata (category . commonplace-tag))
                         (complete-with-action action tags string predicate)))
                     nil t nil 'commonplace-tags-history)))

;;;###autoload
(defun commonplace-tags (tag)
  "Choose a hashtag, TAG, and then one of its notes."
  (interactive (progn (require 'commonplace-server) (list (commonplace-find-read-tag))))
  (commonplace-find-note tag))

;;;###autoload
(defun commonplace-new-note (title &optional tag)
  "Make a note called TITLE, with the hashtag TAG if that is given, and open it."
  (interactive "sTitle of the new note: ")
  (let ((note (commonplace-server-execute
               "commonplace.newNote"
               (append (list :title title) (and tag (list :tags (vector tag)))))))
    (find-file (plist-get note :uri))
    (goto-char (point-max))))

;;;###autoload
(defun commonplace-random-quotes (&optional count)
  "Show COUNT quotes of the notebook, ten by default, chosen by chance."
  (interactive "P")
  (let ((view (commonplace-server-execute
               "commonplace.randomQuotes"
               (list :count (if count (prefix-numeric-value count) 10)))))
    (find-file (plist-get view :uri))))

;;;###autoload
(defun commonplace-delete-note ()
  "Move the note in the current buffer to the trash, and kill the buffer."
  (interactive)
  (unless (and (commonplace-note-id buffer-file-name)
               (not (commonplace-record-p buffer-file-name)))
    (user-error "This buffer is not a note"))
  (when (buffer-modified-p)
    (user-error "The note has changes that are not saved"))
  (let ((name (buffer-name)))
    (when (or noninteractive (y-or-n-p (format "Move %s to the trash? " name)))
      (delete-file buffer-file-name)
      (kill-buffer)
      (message "%s" (substitute-command-keys
                     (format "%s is in the trash; \\[commonplace-restore-note] takes it out"
                             (string-replace "\\" "\\=\\" name)))))))

(provide 'commonplace-find)
;;; commonplace-find.el ends here
