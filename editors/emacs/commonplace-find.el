;;; commonplace-find.el --- Finding and making notes  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Commands choose with `completing-read', so they work with Vertico and the default completion.
;; The server searches, not a completion style: hits need not contain the typed text.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-view)

(defvar commonplace-search-history nil "Searches that you typed before.")
(defvar commonplace-tags-history nil "Hashtags that you chose before.")

(defcustom commonplace-list-order 'modified
  "The order of lists of notes."
  :type '(choice (const :tag "Last changed first" modified)
                 (const :tag "Newest first" created)
                 (const :tag "By title" title)
                 (const :tag "By author" author)
                 (const :tag "Most due prompts first" due))
  :group 'commonplace)

(defface commonplace-match '((t :inherit match))
  "The matching words of a search result."
  :group 'commonplace)

;; Lines to choose from

(defun commonplace-find-line (text)
  "Return TEXT as one line; characters that could garble it become a blank."
  (string-trim
   (replace-regexp-in-string
    "[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+" " " text)))

(defun commonplace-find-distinct (items title &optional seen)
  "Return an alist from lines to ITEMS, with titles from the function TITLE.
Of equal lines, the second one ends in <2>, and so on.  SEEN is a hash
table that counts the earlier lines; it is updated."
  (let ((seen (or seen (make-hash-table :test #'equal))))
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

(defun commonplace-find-table (items category &optional annotation)
  "Return a completion table of ITEMS, an alist, in their order.
CATEGORY is their completion category; ANNOTATION returns a text for an item."
  (lambda (string predicate action)
    (if (eq action 'metadata)
        `(metadata
          (category . ,category)
          (display-sort-function . identity)
          (cycle-sort-function . identity)
          ,@(and annotation
                 `((annotation-function
                    . ,(lambda (line)
                         (when-let* ((item (cdr (assoc line items))))
                           (commonplace-find-suffix (funcall annotation item)
                                                    (string-width line))))))))
      (complete-with-action action items string predicate))))

;; Completion of titles and hashtags

(defcustom commonplace-find-limit 500
  "Maximum number of titles or hashtags that completion offers."
  :type 'natnum
  :group 'commonplace)

(defun commonplace-find-patterns (string)
  "Return a regular expression for each word of STRING."
  (mapcar #'regexp-quote (split-string string)))

(defun commonplace-find-matches-p (patterns line)
  "Return non-nil if LINE has each of PATTERNS somewhere, in any case."
  (let ((case-fold-search t))
    (while (and patterns (string-match-p (car patterns) line))
      (setq patterns (cdr patterns)))
    (null patterns)))

(defun commonplace-find--matches (string table predicate most)
  "Return lines of TABLE and PREDICATE with all words of STRING, at most MOST."
  (let ((patterns (commonplace-find-patterns string))
        (lines (all-completions "" table predicate))
        (found nil))
    (while (and lines (> most 0))
      (when (commonplace-find-matches-p patterns (car lines))
        (push (car lines) found)
        (setq most (1- most)))
      (setq lines (cdr lines)))
    (nreverse found)))

(defun commonplace-find--marked (line patterns)
  "Return a copy of LINE with PATTERNS matches in the face of completion matches."
  (let ((line (copy-sequence line))
        (case-fold-search t))
    (dolist (pattern patterns line)
      (when (string-match pattern line)
        (add-face-text-property (match-beginning 0) (match-end 0)
                                'completions-common-part nil line)))))

(defun commonplace-find--try-words (string table predicate point)
  "Complete STRING, with the cursor at POINT, if only one line of TABLE fits.
PREDICATE as for `completion-try-completion'."
  (let ((lines (commonplace-find--matches string table predicate 2)))
    (cond ((null lines) nil)
          ((cdr lines) (cons string point))
          ((equal (car lines) string) t)
          (t (cons (car lines) (length (car lines)))))))

(defun commonplace-find--all-words (string table predicate _point)
  "Return lines of TABLE and PREDICATE with all words of STRING, and a base of 0."
  (let ((patterns (commonplace-find-patterns string))
        (lines (commonplace-find--matches string table predicate commonplace-find-limit)))
    (and lines
         (nconc (mapcar (lambda (line) (commonplace-find--marked line patterns)) lines) 0))))

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
  "Return the index in TEXT that is UNITS UTF-16 code units after its start."
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
  "Return STRING and POINT unchanged, because every hit matches."
  (cons string point))

(defun commonplace-find--all (string table predicate _point)
  "Return all that TABLE has for STRING and PREDICATE."
  (let ((all (all-completions string table predicate)))
    ;; The base size: a hit replaces the whole input.
    (and all (nconc all 0))))

(add-to-list 'completion-styles-alist
             '(commonplace commonplace-find--any commonplace-find--all
                           "All search results of the server, without further filtering."))
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
       ;; A chosen or highlighted line is not a new query.
       (unless (or (equal string (car last)) (assoc string (cdr last)))
         (setcdr last (commonplace-find--hits string))
         (setcar last string))
       (let ((lines (mapcar #'car (cdr last))))
         (if (eq action t)
             (if predicate (seq-filter predicate lines) (copy-sequence lines))
           string))))))

(defun commonplace-search (&optional query)
  "Search the notes while you type, and go to the hit that you choose.
A query has words (also matching their regular forms), \"phrases\",
-excluded words, OR, #tag.  Entering a query without choosing a hit shows
the hits as a document.  QUERY is the initial input."
  (interactive)
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
  "Go to the position of HIT."
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

(defun commonplace-search-view (query)
  "Show the hits for QUERY as a document with links to them."
  (interactive (list (read-string "Search the notes: " nil 'commonplace-search-history)))
  (find-file (format "commonplace-view://notes/search?q=%s" (url-hexify-string query))))

;; Lists of notes

(defun commonplace-find-columns (note)
  "Return the columns of NOTE after its title: book, hashtags, due count, day."
  (let ((due (plist-get note :due)))
    (list (commonplace-find-line (or (plist-get note :byline) ""))
          (commonplace-find-line (string-join (plist-get note :tags) " "))
          (if (and (integerp due) (> due 0)) (format "%d due" due) "")
          (plist-get note :date))))

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

(defun commonplace-find-made (note)
  "Open NOTE, the result of a command, at the position of its template or its end."
  (let ((position (plist-get note :position)))
    (find-file (plist-get note :uri))
    (if (null position)
        (goto-char (point-max))
      (goto-char (point-min))
      (forward-line (plist-get position :line))
      ;; For Emacs, the server counts columns in characters.
      (forward-char (min (plist-get position :character) (- (line-end-position) (point)))))))

(defun commonplace-find-read-template ()
  "Ask for one of the user's templates."
  (let ((names (append (plist-get (commonplace-server-request
                                   :commonplace/listTemplates (make-hash-table))
                                  :templates)
                       nil)))
    (unless names
      (user-error "No templates yet: create NAME.md in the folder “templates”, \
next to your settings file (“commonplace config --path”)"))
    (completing-read "Template: " names nil t)))

(defun commonplace-new-note (title &optional tag kind)
  "Create a note with TITLE, and with the hashtag TAG if it is given; open it.
KIND names one of your templates; interactively, with a prefix argument,
ask for it."
  (interactive
   (let ((kind (and current-prefix-arg (commonplace-find-read-template))))
     (list (read-string "Title of the new note: ") nil kind)))
  (commonplace-find-made
   (commonplace-server-execute
    "commonplace.newNote"
    (append (list :title title)
            (and tag (list :tags (vector tag)))
            (and kind (list :kind kind))))))

(defun commonplace-random-quotes (&optional count)
  "Show COUNT random quotes of the notebook, ten by default."
  (interactive "P")
  (let ((view (commonplace-server-execute
               "commonplace.randomQuotes"
               (list :count (if count (prefix-numeric-value count) 10)))))
    (find-file (plist-get view :uri))))

(defun commonplace-delete-note ()
  "Move the note in the current buffer to the trash, and kill the buffer."
  (interactive)
  (commonplace-note-here)
  (when (buffer-modified-p)
    (user-error "The note has unsaved changes: save or revert it first"))
  (let ((name (buffer-name)))
    (when (or noninteractive (y-or-n-p (format "Move %s to the trash? " name)))
      (delete-file buffer-file-name)
      (kill-buffer)
      (message "%s" (substitute-command-keys
                     (format "%s is in the trash; \\[commonplace-restore-note] restores it"
                             (string-replace "\\" "\\=\\" name)))))))

(provide 'commonplace-find)
;;; commonplace-find.el ends here
