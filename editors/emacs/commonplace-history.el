;;; commonplace-history.el --- The trash, and earlier texts  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Restores notes from the trash; opens, compares and restores earlier texts of a note from this
;; machine.  The trash and the earlier texts are lists to choose from, and also documents.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-note)
(require 'commonplace-find)
(require 'crm)
(require 'iso8601)
(require 'url-util)

(defun commonplace-history--moment (time)
  "Return TIME, in ISO 8601, as a local day and time."
  (condition-case nil
      (format-time-string "%F %R" (encode-time (iso8601-parse time)))
    (error time)))

;; The trash

(defun commonplace-history--trash ()
  "Return an alist from titles to the notes in the trash."
  (or (commonplace-find-distinct
       (append (plist-get (commonplace-server-request :commonplace/listTrash (make-hash-table))
                          :notes)
               nil)
       (lambda (note) (plist-get note :title)))
      (user-error "The trash is empty")))

(defun commonplace-history--trash-table (notes)
  "Return a completion table of NOTES in the trash."
  (commonplace-find-table
   notes 'commonplace-note
   (lambda (note) (commonplace-history--moment (plist-get note :changed)))))

(defun commonplace-trash ()
  "Show the trash as a document, whose lines link to its notes."
  (interactive)
  (find-file "commonplace-view://notes/trash"))

(defun commonplace-restore-note (uri)
  "Restore the note URI from the trash, and open it."
  (interactive
   (let* ((notes (commonplace-history--trash))
          (completion-ignore-case t)
          (choice (completing-read "Restore: " (commonplace-history--trash-table notes) nil t)))
     (list (plist-get (cdr (or (assoc-string choice notes t) (user-error "No note was chosen")))
                      :uri))))
  (find-file (plist-get (commonplace-server-request :commonplace/restoreNote (list :uri uri))
                        :uri)))

(defun commonplace-delete-for-good (uris)
  "Permanently delete the notes URIS, a list, which are in the trash."
  (interactive
   (let* ((notes (commonplace-history--trash))
          (crm-separator "[ \t]*;[ \t]*")
          (choices (completing-read-multiple
                    "Delete permanently (separate notes with ;): "
                    (commonplace-history--trash-table notes) nil t)))
     (list (delq nil (mapcar (lambda (choice) (plist-get (cdr (assoc choice notes)) :uri))
                             choices)))))
  (unless uris (user-error "No note was chosen"))
  (when (yes-or-no-p (format "Permanently delete %s, with images and due dates? "
                             (if (cdr uris) (format "%d notes" (length uris)) "one note")))
    (let ((deleted (plist-get (commonplace-server-request :commonplace/emptyTrash
                                                          (list :uris (vconcat uris)))
                              :deleted)))
      (message "%s" (if (eql deleted 1) "One note was permanently deleted"
                      (format "%s notes were permanently deleted" deleted))))))

;; Earlier texts

(defun commonplace-history--texts (uri &optional records)
  "Return an alist from lines to (BASE . TEXT), the earlier texts of the note URI.
With RECORDS, earlier records of its book follow.  BASE is the version
of the current text or record, nil if there is none any more."
  (let* ((history (commonplace-server-request :commonplace/listHistory (list :uri uri)))
         (texts (append (plist-get history :texts) nil))
         (present (and (not (equal (plist-get history :state) "deleted"))
                       (car texts)
                       (not (stringp (plist-get (car texts) :replaced)))
                       (plist-get (car texts) :version)))
         (former (and records
                      (seq-filter (lambda (record) (stringp (plist-get record :replaced)))
                                  (plist-get history :records))))
         (record (plist-get history :recordVersion))
         (earlier (append (if present (cdr texts) texts) former)))
    (unless earlier
      (user-error "This machine does not have an earlier text of the note"))
    (mapcar (lambda (item)
              (cons (car item)
                    (cons (if (plist-get (cdr item) :since) (and (stringp record) record)
                            present)
                          (cdr item))))
            (commonplace-find-distinct
             earlier (lambda (text) (commonplace-history--time text))))))

(defun commonplace-history--time (text)
  "Return the time of TEXT, which may be a record of the book, for people."
  (let ((since (plist-get text :since)))
    (if since (concat "record of " (commonplace-history--moment since))
      (commonplace-history--moment (plist-get text :written)))))

(defun commonplace-history--read (prompt &optional records)
  "Ask with PROMPT for an earlier text of this note; return (BASE . TEXT).
With RECORDS, it may be an earlier record of its book."
  (let* ((texts (commonplace-history--texts (commonplace-note-here) records))
         (choice (completing-read
                  prompt
                  (commonplace-find-table
                   texts 'commonplace-text
                   (lambda (kept)
                     (let* ((text (cdr kept))
                            (device (plist-get text :writtenBy)))
                       (format "%s, %s" (if (stringp device) device "this machine")
                               (if (plist-get text :since)
                                   (commonplace-find-line (plist-get text :words))
                                 (format "%s  %s"
                                         (file-size-human-readable (plist-get text :size))
                                         (commonplace-find-line
                                          (plist-get text :firstLine))))))))
                  nil t nil nil (caar texts))))
    (or (cdr (assoc choice texts)) (user-error "No text was chosen"))))

(defun commonplace-history ()
  "Show the history of this note as a document, whose lines link to the texts."
  (interactive)
  (let ((id (commonplace-note-id (commonplace-note-here))))
    (find-file (concat "commonplace-view://notes/history?note=" id))))

(defun commonplace-earlier-text (text)
  "Open TEXT, an earlier text of this note, for reading."
  (interactive (list (cdr (commonplace-history--read "Earlier text: "))))
  (find-file-other-window (plist-get text :uri)))

(defun commonplace-compare-earlier-text (text)
  "Compare this note with TEXT, an earlier text of it, in Ediff."
  (interactive (list (cdr (commonplace-history--read "Compare with: "))))
  (let ((earlier (find-file-noselect (plist-get text :uri))))
    (ediff-buffers earlier (current-buffer))))

(defun commonplace-changed-words (text)
  "Show the words that differ between this note and TEXT, an earlier text of it."
  (interactive (list (cdr (commonplace-history--read "Words that changed since: "))))
  (find-file-other-window
   (format "commonplace-view://notes/difference?note=%s&from=%s"
           (commonplace-note-id (commonplace-note-here))
           (url-hexify-string (plist-get text :version)))))

(defun commonplace-restore-earlier-text (base text)
  "Restore an earlier text of this note, replacing version BASE by TEXT.
TEXT may also be an earlier record of its book.  The current one stays in
the history."
  (interactive (progn
                 (when (buffer-modified-p)
                   (user-error "Save or revert the note first"))
                 (let ((chosen (commonplace-history--read "Restore: " t)))
                   (list (car chosen) (cdr chosen)))))
  (let ((answer (commonplace-server-request
                 :commonplace/restoreText
                 `(:uri ,(commonplace-note-here) :version ,(plist-get text :version)
                        ,@(and base (list :baseVersion base))))))
    (when (plist-get answer :conflict)
      (user-error "Nothing was restored: the note or its book changed while you chose; try again"))
    (revert-buffer t t t)
    (message "The %s is restored; the history keeps what it replaced"
             (if (plist-get text :since) (commonplace-history--time text)
               (concat "text of " (commonplace-history--time text))))))

(provide 'commonplace-history)
;;; commonplace-history.el ends here
