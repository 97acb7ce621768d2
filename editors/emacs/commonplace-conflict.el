;;; commonplace-conflict.el --- Notes that were changed in two places  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; There are two kinds.  A save may find that the stored note moved on: nothing is stored then,
;; and both texts are shown.  Or two devices changed a note, and the notebook holds both texts:
;; the server says so in a diagnostic.  `commonplace-resolve-conflict' settles either.

;;; Code:

(require 'commonplace)
(require 'commonplace-note)

(declare-function commonplace-history--moment "commonplace-history")
(declare-function commonplace-merge-refused "commonplace-merge")
(declare-function commonplace-merge-stored "commonplace-merge")
(declare-function commonplace-server-offers-p "commonplace-server")

(defvar-local commonplace-conflict--buffer nil
  "The buffer that shows what is stored.")
(put 'commonplace-conflict--buffer 'permanent-local t)

(defun commonplace-conflict--shown ()
  "Return the buffer with what is stored, if there is one."
  (and (buffer-live-p commonplace-conflict--buffer) commonplace-conflict--buffer))

(defvar-local commonplace-conflict--note nil
  "The buffer of the note whose stored text is in the current buffer.")

(defvar-keymap commonplace-conflict-mode-map
  :doc "The keymap of the stored text of a note in conflict."
  "m" #'commonplace-conflict-keep-mine
  "t" #'commonplace-conflict-keep-theirs
  "b" #'commonplace-conflict-keep-both
  "e" #'commonplace-conflict-compare
  "g" #'commonplace-conflict-merge)

(define-derived-mode commonplace-conflict-mode special-mode "Stored"
  "What is stored of a note that was changed elsewhere, to read and to choose.

\\{commonplace-conflict-mode-map}"
  (setq-local word-wrap t
              truncate-lines nil))

(defun commonplace-conflict--help (deleted)
  "Return what can be done in the buffer of what is stored.
DELETED is non-nil if nothing is."
  (substitute-command-keys
   (if deleted
       "Not saved: the note was deleted elsewhere.  \\[commonplace-conflict-keep-mine] \
brings it back with your text"
     "Not saved: this is stored.  Keep \\[commonplace-conflict-keep-mine] yours, \
\\[commonplace-conflict-keep-theirs] this, \\[commonplace-conflict-keep-both] both; \
\\[commonplace-conflict-compare] compares, \\[commonplace-conflict-merge] merges")))

(defun commonplace-conflict-show ()
  "Show what is stored of the current note beside what is edited, and the choices."
  (when commonplace-note-conflict
    (let* ((text (plist-get commonplace-note-conflict :text))
           (note (current-buffer))
           (name (format "*stored %s*" (buffer-name)))
           (buffer (or (commonplace-conflict--shown)
                       (setq commonplace-conflict--buffer (generate-new-buffer name)))))
      (with-current-buffer buffer
        (commonplace-conflict-mode)
        (setq commonplace-conflict--note note
              header-line-format (string-replace "%" "%%" (commonplace-conflict--help (not text))))
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert (or text ""))
          (goto-char (point-min)))
        (set-buffer-modified-p nil))
      (display-buffer buffer '((display-buffer-reuse-window display-buffer-pop-up-window)
                               (inhibit-same-window . t))))))

(defun commonplace-conflict-close ()
  "Close what `commonplace-conflict-show' opened."
  (when-let* ((buffer (commonplace-conflict--shown)))
    (setq commonplace-conflict--buffer nil)
    (if-let* ((window (get-buffer-window buffer t)))
        (quit-restore-window window 'kill)
      (kill-buffer buffer))))

(defun commonplace-conflict--ask ()
  "Ask what is to be kept of the current note."
  (intern
   (cadr (read-multiple-choice
          "Of the note that was changed in two places, keep "
          `((?m "mine" "The text that is shown here, as it is now")
            (?t "theirs" "The other text")
            (?b "both" "The other text becomes a separate note")
            ,@(and (or (null commonplace-note-conflict)
                       (plist-get commonplace-note-conflict :text))
                   '((?e "ediff" "Compare them first")
                     (?g "merge" "Make one text of both, which settles the conflict"))))))))

(defun commonplace-conflict--choose (keep)
  "Settle the conflict whose stored text is in the current buffer: KEEP as there."
  (unless (buffer-live-p commonplace-conflict--note)
    (user-error "The note is no longer open"))
  (with-current-buffer commonplace-conflict--note
    (commonplace-resolve-conflict keep)))

(defun commonplace-conflict-keep-mine ()
  "Store your text in place of the one that is shown."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose 'mine))

(defun commonplace-conflict-keep-theirs ()
  "Take the text that is shown, in place of yours."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose 'theirs))

(defun commonplace-conflict-keep-both ()
  "Store your text, and the one that is shown as another note."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose 'both))

(defun commonplace-conflict-compare ()
  "Compare your text with the one that is shown."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose 'ediff))

(defun commonplace-conflict-merge ()
  "Make one text of yours and the one that is shown."
  (interactive nil commonplace-conflict-mode)
  (commonplace-conflict--choose 'merge))

;;;###autoload
(defun commonplace-resolve-conflict (keep)
  "Settle the conflict of the current note.
KEEP is `mine', `theirs' or `both'; or `ediff' to compare the texts
first, or `merge' to make one text of them, whose save settles it."
  (interactive (progn (require 'commonplace-server)
                      (commonplace-conflict--check)
                      (list (commonplace-conflict--ask))))
  (commonplace-conflict--check)
  (cond ((eq keep 'ediff) (commonplace-conflict-ediff))
        ((eq keep 'merge) (commonplace-conflict--merge))
        (commonplace-note-conflict (commonplace-conflict--settle keep))
        (t (commonplace-conflict--execute keep))))

(defun commonplace-conflict--check ()
  "Signal an error if the current buffer is no note."
  (unless (commonplace-note-id buffer-file-name)
    (user-error "This buffer is not a note")))

(defun commonplace-conflict--settle (keep)
  "Settle what a save ran into: KEEP mine, theirs or both."
  (pcase-let (((map :version :text) commonplace-note-conflict))
    (pcase keep
      ('theirs
       (if (null text)
           (user-error "The note was deleted elsewhere: kill the buffer, or keep mine")
         (commonplace-note-take-over text version text)
         (set-buffer-modified-p nil)))
      ((or 'mine 'both)
       (when (and text (eq keep 'both))
         ;; A copy has the book and the images of the note.
         (if (commonplace-server-offers-p :copyNote)
             (commonplace-server-request :commonplace/copyNote
                                         (list :uri buffer-file-name :text text))
           (commonplace-server-request :commonplace/createNote (list :text text)))
         (message "The other text is a separate note: %s" (commonplace-note-title text)))
       ;; The stored text, which was shown, may be replaced.
       (setq commonplace-note-version version
             commonplace-note-conflict nil)
       (set-buffer-modified-p t)
       (save-buffer)))))

(defun commonplace-conflict--execute (keep)
  "Have the server settle the note's two stored texts: KEEP mine, theirs or both."
  (when (buffer-modified-p)
    (user-error "Save the note first"))
  (let* ((result (commonplace-server-execute
                  "commonplace.resolveConflict"
                  (list :uri buffer-file-name :keep (symbol-name keep))))
         (made (append (plist-get result :created) nil)))
    (revert-buffer t t t)
    (when made
      (message "The other text is a separate note"))))

(defun commonplace-conflict--merge ()
  "Show one text of all, whose save settles the conflict."
  (require 'commonplace-merge)
  (pcase-let (((map :version :marked) commonplace-note-conflict))
    (cond ((null commonplace-note-conflict) (commonplace-merge-stored))
          (marked
           (commonplace-conflict-close)
           (commonplace-merge-refused marked version))
          (t (user-error "There is nothing to merge; compare the texts")))))

(defun commonplace-conflict--side ()
  "Return the URI of another device's text of this note; ask which of several."
  (require 'commonplace-history)
  (let* ((conflict (seq-first (plist-get (commonplace-server-request
                                          :commonplace/listConflicts
                                          (list :uri buffer-file-name))
                                         :conflicts)))
         (sides (seq-filter (lambda (side) (stringp (plist-get side :uri)))
                            (seq-drop (plist-get conflict :sides) 1)))
         (lines (mapcar (lambda (side)
                          (cons (format "%s, %s"
                                        (or (plist-get side :writtenBy) "this machine")
                                        (commonplace-history--moment (plist-get side :written)))
                                (plist-get side :uri)))
                        sides)))
    (cond ((null lines) (user-error "There is no other text to compare with"))
          ((cdr lines) (cdr (assoc (completing-read "Compare with: " lines nil t) lines)))
          (t (cdar lines)))))

(defun commonplace-conflict-ediff ()
  "Compare what is edited with what is stored.
Bring together here what shall be kept; then resolve, keeping mine."
  (cond ((plist-get commonplace-note-conflict :text)
         (commonplace-conflict-show)
         (ediff-buffers (current-buffer) (commonplace-conflict--shown)))
        ((and (null commonplace-note-conflict) (commonplace-server-offers-p :listConflicts))
         (ediff-buffers (current-buffer) (find-file-noselect (commonplace-conflict--side))))
        (t (user-error "There is nothing to compare with"))))

(provide 'commonplace-conflict)
;;; commonplace-conflict.el ends here
