;;; commonplace-conflict.el --- Notes that were changed in two places  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; There are two kinds.  A save may find that the stored note moved on: nothing is stored then,
;; and both texts are shown.  Or two devices changed a note, and the notebook holds both texts:
;; the server says so in a diagnostic.  `commonplace-resolve-conflict' settles either.

;;; Code:

(require 'commonplace)
(require 'commonplace-note)

(defvar-local commonplace-conflict--buffer nil
  "The buffer that shows what is stored.")
(put 'commonplace-conflict--buffer 'permanent-local t)

(defun commonplace-conflict--shown ()
  "Return the buffer with what is stored, if there is one."
  (and (buffer-live-p commonplace-conflict--buffer) commonplace-conflict--buffer))

(defvar-local commonplace-conflict--note nil
  "The buffer of the note whose stored text is in the current buffer.")

(defvar-keymap commonplace-conflict-mode-map
  :doc "The keymap of what is stored of a note in conflict."
  "m" #'commonplace-conflict-keep-mine
  "t" #'commonplace-conflict-keep-theirs
  "b" #'commonplace-conflict-keep-both
  "e" #'commonplace-conflict-compare)

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
     "Not saved: this is stored now.  Keep \\[commonplace-conflict-keep-mine] yours, \
\\[commonplace-conflict-keep-theirs] this, \\[commonplace-conflict-keep-both] both; \
\\[commonplace-conflict-compare] compares them")))

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
            ,@(and (plist-get commonplace-note-conflict :text)
                   '((?e "ediff" "Compare them first"))))))))

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

;;;###autoload
(defun commonplace-resolve-conflict (keep)
  "Settle the conflict of the current note.
KEEP is `mine', `theirs', `both', or `ediff' to compare the texts first."
  (interactive (progn (require 'commonplace-server)
                      (commonplace-conflict--check)
                      (list (commonplace-conflict--ask))))
  (commonplace-conflict--check)
  (cond ((eq keep 'ediff) (commonplace-conflict-ediff))
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
         (let ((made (commonplace-server-request :commonplace/createNote (list :text text))))
           (message "The other text is %s" (plist-get made :uri))))
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
      (message "The other text is %s" (string-join made ", ")))))

(defun commonplace-conflict-ediff ()
  "Compare what is edited with what is stored.
Bring together here what shall be kept; then resolve, keeping mine."
  (unless (plist-get commonplace-note-conflict :text)
    (user-error "There is nothing to compare with"))
  (commonplace-conflict-show)
  (ediff-buffers (current-buffer) (commonplace-conflict--shown)))

(provide 'commonplace-conflict)
;;; commonplace-conflict.el ends here
