;;; commonplace-conflict.el --- Notes that were changed in two places  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; There are two kinds of conflicts.  A save may find that the stored note has changed: then it
;; stores nothing.  Both texts are shown, or changes in different lines are merged in the buffer.
;; Or devices changed a note independently, and the notebook has all their texts: the server reports
;; this in a diagnostic.  `commonplace-resolve-conflict' resolves both kinds: it keeps one of the
;; listed texts, keeps all as notes, or merges them in the note's own buffer.

;;; Code:

(require 'commonplace)
(require 'commonplace-note)

(declare-function smerge-start-session "smerge-mode")

(defvar-local commonplace-conflict--buffer nil
  "The buffer that shows the stored text.")
(put 'commonplace-conflict--buffer 'permanent-local t)

(defun commonplace-conflict--shown ()
  "Return the buffer with the stored text, if there is one."
  (and (buffer-live-p commonplace-conflict--buffer) commonplace-conflict--buffer))

(defvar-local commonplace-conflict--listed nil
  "The stored texts that the user was last shown; numbers refer to them.")

(defvar-local commonplace-conflict--note nil
  "The buffer of the note whose stored text is in the current buffer.")

(defvar-keymap commonplace-conflict-mode-map
  :doc "The keymap of the stored text of a note in conflict."
  "1" #'commonplace-conflict-keep-shown
  "2" #'commonplace-conflict-keep-other
  "b" #'commonplace-conflict-keep-both
  "e" #'commonplace-conflict-compare
  "g" #'commonplace-conflict-merge)

(define-derived-mode commonplace-conflict-mode special-mode "Stored"
  "The stored text of a note that was changed outside this editor.

\\{commonplace-conflict-mode-map}"
  (setq-local word-wrap t
              truncate-lines nil))

(defun commonplace-conflict--help (line)
  "Return the keys of the buffer with the stored text; LINE names that text.
LINE is nil if the note was deleted."
  (substitute-command-keys
   (if line
       (concat line ": \\[commonplace-conflict-keep-shown] keeps it, \
\\[commonplace-conflict-keep-other] your buffer, \\[commonplace-conflict-keep-both] both; \
\\[commonplace-conflict-compare] compares, \\[commonplace-conflict-merge] merges")
     "Not saved: the note was deleted outside this editor.  \\[commonplace-conflict-keep-other] \
restores it with your text")))

(defun commonplace-conflict-show ()
  "Show the stored text next to the current note's buffer, with the keys to choose.
The first time, both show the first position at which they differ."
  (when commonplace-note-conflict
    (let* ((text (plist-get commonplace-note-conflict :text))
           (line (and text (plist-get (seq-first (plist-get commonplace-note-conflict :sides)) :line)))
           (note (current-buffer))
           (name (format "*stored %s*" (buffer-name)))
           (shown (commonplace-conflict--shown))
           (buffer (or shown (setq commonplace-conflict--buffer (generate-new-buffer name)))))
      (with-current-buffer buffer
        (commonplace-conflict-mode)
        (setq commonplace-conflict--note note
              header-line-format (string-replace
                                  "%" "%%" (commonplace-conflict--help
                                            (and text (or line "1. stored")))))
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert (or text "")))
        (set-buffer-modified-p nil))
      (let ((place (save-restriction
                     (widen)
                     (abs (compare-buffer-substrings note nil nil buffer nil nil))))
            (window (display-buffer buffer '((display-buffer-reuse-window
                                              display-buffer-pop-up-window)
                                             (inhibit-same-window . t)))))
        (with-current-buffer buffer
          (goto-char (max (point-min) place))
          (when window (set-window-point window (point))))
        (when (and text (not shown))
          (push-mark nil t)
          (goto-char (max (point-min) place)))))))

(defun commonplace-conflict-close ()
  "Close the buffer that `commonplace-conflict-show' opened."
  (when-let* ((buffer (commonplace-conflict--shown)))
    (setq commonplace-conflict--buffer nil)
    (if-let* ((window (get-buffer-window buffer t)))
        (quit-restore-window window 'kill)
      (kill-buffer buffer))))

(defun commonplace-conflict--stored-sides ()
  "Return the stored texts of the current note that are in conflict."
  (let ((conflict (seq-first (plist-get (commonplace-server-request
                                         :commonplace/listConflicts (list :uri buffer-file-name))
                                        :conflicts))))
    (setq commonplace-conflict--listed (append (plist-get conflict :sides) nil))
    (or commonplace-conflict--listed
        (user-error "This note is not in conflict"))))

(defun commonplace-conflict--sides ()
  "Return the texts to choose from, as the server lists them."
  (cond ((null commonplace-note-conflict) (commonplace-conflict--stored-sides))
        ((plist-get commonplace-note-conflict :text)
         (append (plist-get commonplace-note-conflict :sides) nil))
        (t '((:number 2 :line "2. the text in this buffer, which restores the note (other)"
              :words ["other" "2" "the text in this buffer"])))))

(defun commonplace-conflict--ask ()
  "Ask how to resolve the conflict of the current note.
Return the number of the text to keep, \"both\", \"ediff\" or \"merge\"."
  (let* ((sides (seq-take (commonplace-conflict--sides) 9))
         (several (or (null commonplace-note-conflict)
                      (plist-get commonplace-note-conflict :text))))
    (cadr (read-multiple-choice
           "Which text do you want to keep"
           (append
            (mapcar (lambda (side)
                      (let ((number (plist-get side :number)))
                        (list (+ ?0 number) (number-to-string number) (plist-get side :line))))
                    sides)
            (and several
                 '((?b "both" "All other texts become separate notes")
                   (?e "ediff" "Compare the texts first")
                   (?g "merge" "Merge the texts in this buffer"))))))))

(defun commonplace-conflict--choose (keep)
  "Resolve the conflict of the stored text in the current buffer, with KEEP."
  (unless (buffer-live-p commonplace-conflict--note)
    (user-error "The note is no longer open"))
  (with-current-buffer commonplace-conflict--note
    (commonplace-resolve-conflict keep)))

(defun commonplace-conflict-keep-shown ()
  "Keep the shown text instead of yours."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose "shown"))

(defun commonplace-conflict-keep-other ()
  "Save the text in the note's buffer instead of the shown text."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose "other"))

(defun commonplace-conflict-keep-both ()
  "Keep the shown text, and create a separate note from yours."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose "both"))

(defun commonplace-conflict-compare ()
  "Compare your text with the shown text."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose "ediff"))

(defun commonplace-conflict-merge ()
  "Merge your text and the shown text in the note's buffer."
  (interactive nil commonplace-conflict-mode)
  (let ((note commonplace-conflict--note))
    (commonplace-conflict--choose "merge")
    (pop-to-buffer note)))

(defun commonplace-resolve-conflict (keep)
  "Resolve the conflict of the current note.
KEEP is \"shown\", \"other\", \"both\", the number of a text, or the name of
its device.  After a refused save, the second text is the one in this
buffer.  \"ediff\" compares the texts first.  \"merge\" merges them in this
buffer, which can be saved when no marker is left in it."
  (interactive (progn (commonplace-conflict--check)
                      (list (commonplace-conflict--ask))))
  (commonplace-conflict--check)
  (let ((keep (format "%s" keep)))
    (cond ((equal keep "ediff") (commonplace-conflict-ediff))
          ((equal keep "merge") (commonplace-conflict--merge))
          (commonplace-note-conflict (commonplace-conflict--settle keep))
          (t (commonplace-conflict--execute keep)))))

(defun commonplace-conflict--check ()
  "Signal an error if the current buffer is not a note."
  (unless (commonplace-note-id buffer-file-name)
    (user-error "This buffer is not a note")))

(defun commonplace-conflict--settle (keep)
  "Resolve the conflict of a refused save: KEEP is a word of a side, or \"both\"."
  (pcase-let* (((map :version :text) commonplace-note-conflict)
               (sides (commonplace-conflict--sides))
               (side (seq-find (lambda (side) (seq-contains-p (plist-get side :words) keep)) sides)))
    (cond ((and text (equal keep "both"))
           ;; A copy includes the book and the images of the note.
           (let ((made (commonplace-server-request
                        :commonplace/copyNote
                        (list :uri buffer-file-name :text (commonplace-note-text)))))
             (commonplace-conflict--take-stored)
             (message "Your text is now a separate note: %s" (plist-get made :title))))
          ((null side)
           (user-error "No text is named “%s”: choose one of %s" keep
                       (string-join (seq-mapcat (lambda (side) (append (plist-get side :words) nil))
                                                sides)
                                    ", ")))
          ((eql (plist-get side :number) 1) (commonplace-conflict--take-stored))
          (t
           ;; The stored text was shown, so it may be replaced.
           (setq commonplace-note-version version
                 commonplace-note-conflict nil)
           (set-buffer-modified-p t)
           (save-buffer)))))

(defun commonplace-conflict--take-stored ()
  "Replace the current buffer's text by the stored text."
  (pcase-let (((map :version :text) commonplace-note-conflict))
    (commonplace-note-take-over text version text)
    (set-buffer-modified-p nil)))

(defun commonplace-conflict--execute (keep)
  "Make the server resolve the note's conflict: KEEP is a word of the list."
  (when (buffer-modified-p)
    (user-error "Save the note first"))
  (let* ((versions (mapcar (lambda (side) (plist-get side :version))
                           (or commonplace-conflict--listed
                               (commonplace-conflict--stored-sides))))
         ;; The server refuses a text that no longer exists; then the next list is used.
         (_ (setq commonplace-conflict--listed nil))
         (result (commonplace-server-execute
                  "commonplace.resolveConflict"
                  (list :uri buffer-file-name :keep keep :versions (vconcat versions))))
         (made (append (plist-get result :created) nil)))
    (revert-buffer t t t)
    (when made
      (message "All other texts are now separate notes"))))

(defun commonplace-conflict--merge ()
  "Merge all texts in the current buffer; saving it resolves the conflict.
The save is refused while a marker is left.  Until the save, the stored
note is unchanged."
  (when (and commonplace-note-conflict (null (plist-get commonplace-note-conflict :text)))
    (user-error "Cannot merge: the note was deleted outside this editor"))
  (when (and (null commonplace-note-conflict) (buffer-modified-p))
    (user-error "Save the note first"))
  (let* ((merge (commonplace-server-request
                 :commonplace/mergeConflict
                 `(:uri ,buffer-file-name
                   ;; The current text, which may have changed since the save was refused.
                   ,@(and commonplace-note-conflict
                          (list :text (commonplace-note-text)
                                :baseVersion commonplace-note-version)))))
         (text (plist-get merge :text)))
    (commonplace-note-take-over text (plist-get merge :version) text)
    ;; The user who merges this version needs no warning about it.
    (setq commonplace-note--warned (plist-get merge :stored))
    (set-buffer-modified-p t)
    (require 'smerge-mode)
    (goto-char (point-min))
    (smerge-start-session)
    (message "%s" (cond ((eql (plist-get merge :overlaps) 0)
                         "This text has all changes; saving it resolves the conflict")
                        ((eq (plist-get merge :hasBase) t)
                         "Choose between the texts at the markers, and delete the markers; \
then save")
                        (t "This machine lacks the text before the changes, so all differences \
are marked: choose, delete the markers, then save")))))

(defun commonplace-conflict--side ()
  "Return the URI of another device's text of this note; ask if there are several."
  (let* ((sides (seq-filter (lambda (side) (stringp (plist-get side :uri)))
                            (cdr (commonplace-conflict--stored-sides))))
         (lines (mapcar (lambda (side) (cons (plist-get side :line) (plist-get side :uri))) sides)))
    (cond ((null lines) (user-error "This machine has no other text to compare with"))
          ((cdr lines) (cdr (assoc (completing-read "Compare with: " lines nil t) lines)))
          (t (cdar lines)))))

(defun commonplace-conflict-ediff ()
  "Compare the current buffer with the stored text or another device's text.
Edit this buffer until it has the text that you want; then keep this text."
  (cond ((plist-get commonplace-note-conflict :text)
         (commonplace-conflict-show)
         (ediff-buffers (current-buffer) (commonplace-conflict--shown)))
        ((null commonplace-note-conflict)
         (ediff-buffers (current-buffer) (find-file-noselect (commonplace-conflict--side))))
        (t (user-error "Cannot compare: the note was deleted outside this editor"))))

(provide 'commonplace-conflict)
;;; commonplace-conflict.el ends here
