;;; commonplace-title.el --- Notes by their titles  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Lets the user choose a note by a part of its title while the list of titles is still being read.

;;; Code:

(require 'cl-lib)
(require 'commonplace)
(require 'commonplace-find)
(require 'commonplace-paged)
(require 'map)

(declare-function icomplete-exhibit "icomplete")
(declare-function vertico--exhibit "ext:vertico")

(defvar commonplace-title-history nil "Titles, and parts of titles, that you typed before.")

(cl-defstruct (commonplace-title-list (:constructor commonplace-title--make) (:copier nil))
  "Notes by their titles, as far as they were read."
  entries                               ; an alist from lines to notes, in order
  end                                   ; its last cons
  (notes (make-hash-table :test #'equal)) ; the note of each line
  (seen (make-hash-table :test #'equal))  ; how often each title came
  (state 'reading)                        ; then `whole'; `cut' if the rest is not read
  table                                   ; the completion table
  (shown 0))                              ; how many notes completion showed last

(defun commonplace-title-read (tag)
  "Return the notes with TAG, or all notes if it is nil, as a growing list.
It has its first part; the others are added while Emacs is idle."
  (let ((list (commonplace-title--make)))
    (setf (commonplace-title-list-table list) (commonplace-title--table list))
    (commonplace-paged-request
     `(,@(and tag (list :tag tag)) :sort ,(symbol-name commonplace-list-order))
     (lambda (page more) (commonplace-title--add list page more)))
    list))

(defun commonplace-title--note (note)
  "Return the parts of NOTE that completion needs.
With whole notes, 20,000 of them would slow down garbage collection."
  (pcase-let* ((`(,book ,tags . ,rest) (commonplace-find-columns note))
               ;; After 40 columns for the title, the line fits in 100 columns.
               (book (truncate-string-to-width book 26 nil nil t))
               (tags (truncate-string-to-width tags (- 38 (string-width book)) nil nil t)))
    (list :uri (plist-get note :uri)
          :columns (string-join (remove "" `(,book ,tags ,@rest)) "  "))))

(defun commonplace-title--add (list page &optional more)
  "Add the notes of PAGE to LIST, and call MORE to request the next page.
If PAGE is nil, the other notes cannot be read."
  (let ((new (commonplace-find-distinct
              (seq-remove (lambda (note) (eq (plist-get note :trashed) t)) (plist-get page :notes))
              (lambda (note) (plist-get note :title))
              (commonplace-title-list-seen list))))
    (dolist (entry new)
      (setcdr entry (commonplace-title--note (cdr entry)))
      (puthash (car entry) (cdr entry) (commonplace-title-list-notes list)))
    (when new
      (if-let* ((end (commonplace-title-list-end list)))
          (setcdr end new)
        (setf (commonplace-title-list-entries list) new))
      (setf (commonplace-title-list-end list) (last new)))
    (when (eq (commonplace-title-list-state list) 'reading)
      (cond ((null page) (setf (commonplace-title-list-state list) 'cut))
            (more (funcall more))
            (t (setf (commonplace-title-list-state list) 'whole)))
      (commonplace-title--show list))))

(defun commonplace-title--show (list)
  "Show the new lines of LIST if it is being completed in the minibuffer.
Do this only when the list has doubled, so that the total cost is linear."
  (let ((count (hash-table-count (commonplace-title-list-notes list)))
        (window (active-minibuffer-window)))
    (when (and (or (not (eq (commonplace-title-list-state list) 'reading))
                   (>= count (* 2 (commonplace-title-list-shown list))))
               window
               (eq (commonplace-title-list-table list)
                   (buffer-local-value 'minibuffer-completion-table (window-buffer window))))
      (setf (commonplace-title-list-shown list) count)
      (with-selected-window window
        (setq completion-all-sorted-completions nil)
        (cond ((bound-and-true-p vertico--input)
               ;; As if the input had changed.
               (set 'vertico--input t)
               (vertico--exhibit))
              ((bound-and-true-p icomplete-mode) (icomplete-exhibit))
              ((get-buffer-window "*Completions*" 'visible) (minibuffer-completion-help)))))))

(defun commonplace-title--wait (list)
  "Wait until LIST is complete, or cannot be completed."
  (when (eq (commonplace-title-list-state list) 'reading)
    (message "Reading the other titles …")
    (while (and (eq (commonplace-title-list-state list) 'reading) (commonplace-server-live))
      (accept-process-output nil 0.02))
    (message nil)))

(defun commonplace-title--table (list)
  "Return a completion table of LIST, in its order, with tags and days."
  (lambda (string predicate action)
    (if (eq action 'metadata)
        `(metadata
          (category . commonplace-note)
          (display-sort-function . identity)
          (annotation-function
           . ,(lambda (line)
                (when-let* ((note (gethash line (commonplace-title-list-notes list))))
                  (commonplace-find-suffix (plist-get note :columns) (string-width line))))))
      (complete-with-action action (commonplace-title-list-entries list) string predicate))))

(defun commonplace-find-note (&optional tag)
  "Open a note by any part of its title, ignoring case.
If no title matches, offer to create a note.  To create a note whose
title is a part of another title, use \\[commonplace-new-note].
If TAG is non-nil, only notes with it are listed; interactively, with a
prefix argument, ask for it."
  (interactive (list (and current-prefix-arg (commonplace-find-read-tag))))
  (let ((list (commonplace-title-read tag)))
    (unwind-protect
        (commonplace-title--open
         (commonplace-title--choose (if tag (format "Note with %s: " tag) "Note: ") list)
         tag)
      (setf (commonplace-title-list-state list) 'cut))))

(defun commonplace-title--choose (prompt list)
  "Ask with PROMPT for a note of LIST; return it, or a string without a match.
A part of a title is enough, ignoring case.  If several titles match, ask
again."
  (let* ((choice (commonplace-title--ask prompt (commonplace-title-list-table list)))
         (entries nil))
    (or (gethash choice (commonplace-title-list-notes list))
        (progn
          (commonplace-title--wait list)
          (setq entries (commonplace-title-list-entries list))
          (cdr (assoc-string choice entries t)))
        (let ((found (commonplace-title--fitting choice entries)))
          (when (and (stringp found) (not (eq (commonplace-title-list-state list) 'whole)))
            (user-error "Not all titles could be read; try again"))
          found))))

(defun commonplace-title--ask (prompt table &optional initial)
  "Ask with PROMPT for a line of TABLE; INITIAL is the initial input."
  (let* ((completion-ignore-case t)
         (choice (string-trim (completing-read prompt table nil nil initial
                                               'commonplace-title-history))))
    (if (equal choice "") (user-error "Type a title") choice)))

(defun commonplace-title--fitting (choice entries)
  "Return the note that matches CHOICE in the alist ENTRIES, else CHOICE.
If several notes match, ask for one."
  (let* ((patterns (commonplace-find-patterns choice))
         (found (seq-filter (lambda (entry) (commonplace-find-matches-p patterns (car entry)))
                            entries)))
    (cond ((null found) choice)
          ((null (cdr found)) (cdar found))
          (t (let* ((list (commonplace-title--make
                           :state 'whole :entries found
                           :notes (map-into found '(hash-table :test equal))))
                    (next (commonplace-title--ask
                           (format "%d titles match; choose one: " (length found))
                           (commonplace-title--table list) choice)))
               (or (cdr (assoc-string next found t))
                   (commonplace-title--fitting next found)))))))

(defun commonplace-title--open (note tag)
  "Open NOTE; if it is the title of a missing note, offer to create it with TAG."
  (cond ((consp note) (find-file (plist-get note :uri)))
        ((y-or-n-p (format "No listed title contains \"%s\"; create a note with this title? " note))
         (commonplace-new-note note tag))
        (t (message "No note was created"))))

(defun commonplace-tags (tag)
  "Choose a hashtag, TAG, and then one of its notes."
  (interactive (list (commonplace-find-read-tag)))
  (commonplace-find-note tag))

(provide 'commonplace-title)
;;; commonplace-title.el ends here
