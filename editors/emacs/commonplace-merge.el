;;; commonplace-merge.el --- One text out of several  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A buffer with the changes of all texts of a note in conflict, and markers where they overlap, which
;; Smerge mode goes through.  Saving it settles the conflict.  Until then the notebook is as it was.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-note)
(require 'smerge-mode)

(defvar-local commonplace-merge--note nil
  "The buffer of the note that this text is merged for.")
(defvar-local commonplace-merge--settle nil
  "The function that stores the text which it is given, and returns a message.")

(defvar-keymap commonplace-merge-mode-map
  :doc "The keymap of merged texts."
  "C-c C-c" #'commonplace-merge-finish
  "C-c C-k" #'commonplace-merge-abort)

(define-derived-mode commonplace-merge-mode text-mode "Merge"
  "Major mode for the merged text of a note in conflict.
`smerge-next' goes to the next place where texts overlap.

\\{commonplace-merge-mode-map}"
  (setq-local word-wrap t
              truncate-lines nil
              write-contents-functions '(commonplace-merge--save)
              header-line-format
              (substitute-command-keys "Choose at the markers; then \\<commonplace-merge-mode-map>\
\\[commonplace-merge-finish] settles the conflict, \\[commonplace-merge-abort] leaves it"))
  (smerge-mode 1))

(defun commonplace-merge-show (text settle)
  "Show TEXT, merged for the current buffer's note.
SETTLE is called with the text that is saved; it stores it and returns a
message."
  (let ((note (current-buffer))
        (buffer (get-buffer-create (format "*merge %s*" (buffer-name)))))
    (with-current-buffer buffer
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text))
      (commonplace-merge-mode)
      (setq commonplace-merge--note note
            commonplace-merge--settle settle
            default-directory (commonplace-server-directory))
      (goto-char (point-min))
      (ignore-errors (smerge-next))
      ;; It can be saved as it is.
      (set-buffer-modified-p t))
    (pop-to-buffer buffer)))

(defun commonplace-merge-stored ()
  "Merge the texts that devices stored of the current buffer's note apart."
  (when (buffer-modified-p)
    (user-error "Save the note first"))
  (let* ((uri buffer-file-name)
         (merge (commonplace-server-request :commonplace/mergeConflict (list :uri uri)))
         (versions (plist-get merge :versions)))
    (commonplace-merge-show
     (plist-get merge :text)
     (lambda (text)
       (let ((answer (commonplace-server-request
                      :commonplace/settleConflict
                      (list :uri uri :text text :versions versions))))
         (if (eq (plist-get answer :isInConflict) t)
             "Saved; but the note is in conflict with a text that came meanwhile"
           "The conflict is settled"))))
    (message "%s" (cond ((eql (plist-get merge :overlaps) 0)
                         "This text has all changes; saving it settles the conflict")
                        ((eq (plist-get merge :hasBase) t)
                         "Choose between the texts at the markers; then save")
                        (t "The earlier text is not kept here, so all differences are marked")))))

(defun commonplace-merge-refused (marked version)
  "Merge what a save of the current buffer met: MARKED has both texts.
VERSION is that of the stored one."
  (let ((uri buffer-file-name))
    (commonplace-merge-show
     marked
     (lambda (text)
       (when (string-match-p "^\\(<<<<<<<\\|>>>>>>>\\)" text)
         (user-error "Not saved: a marker (<<<<<<< or >>>>>>>) is left"))
       (when (plist-member (commonplace-server-request
                            :commonplace/writeNote
                            (list :uri uri :text text :baseVersion version))
                           :conflict)
         (user-error "Not saved: the note was changed again elsewhere; save the note itself"))
       "The conflict is settled"))))

(defun commonplace-merge--save ()
  "Settle the conflict with the current buffer's text; show the note."
  (let ((outcome (funcall commonplace-merge--settle (commonplace-note-text)))
        (note commonplace-merge--note))
    (set-buffer-modified-p nil)
    (quit-restore-window (get-buffer-window) 'kill)
    (when (buffer-live-p note)
      (with-current-buffer note
        (set-buffer-modified-p nil)
        (revert-buffer t t t)))
    (message "%s" outcome)
    t))

(defun commonplace-merge-finish ()
  "Settle the conflict with the text as it is now."
  (interactive nil commonplace-merge-mode)
  (commonplace-merge--save))

(defun commonplace-merge-abort ()
  "Close the merged text; the conflict stays."
  (interactive nil commonplace-merge-mode)
  (set-buffer-modified-p nil)
  (quit-restore-window (get-buffer-window) 'kill)
  (message "The conflict stays as it was"))

(provide 'commonplace-merge)
;;; commonplace-merge.el ends here
