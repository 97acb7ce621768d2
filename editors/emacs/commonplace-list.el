;;; commonplace-list.el --- The notes as a table  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Titles, books, hashtags, due prompts and days in columns, in an order that the server makes.

;;; Code:

(require 'commonplace)
(require 'commonplace-find)
(require 'tabulated-list)

(declare-function commonplace-review "commonplace-review")

(defcustom commonplace-list-limit 1000
  "The most notes in the table; a search or a hashtag finds the others."
  :type 'natnum
  :group 'commonplace)

(defvar-local commonplace-list--tag nil
  "The hashtag that the listed notes have, nil for all notes.")
(defvar-local commonplace-list--order nil
  "The order of the list, and whether it is reversed: (ORDER . REVERSED).")

(defvar-keymap commonplace-list-mode-map
  :doc "The keymap of the table of notes."
  :parent tabulated-list-mode-map
  "RET" #'commonplace-list-open
  "o" #'commonplace-list-sort
  "R" #'commonplace-list-review
  "n" #'next-line
  "p" #'previous-line)

(define-derived-mode commonplace-list-mode tabulated-list-mode "Notes"
  "Major mode for the table of notes.

\\{commonplace-list-mode-map}"
  (setq tabulated-list-format [("Title" 40 nil) ("Book" 28 nil) ("Hashtags" 20 nil)
                               ("Due" 7 nil) ("Date" 10 nil)]
        tabulated-list-padding 1)
  (add-hook 'tabulated-list-revert-hook #'commonplace-list--fill nil t)
  (tabulated-list-init-header))

(defun commonplace-list--fill ()
  "Ask the server for the notes of the table."
  (let* ((reversed (cdr commonplace-list--order))
         (notes (plist-get (commonplace-server-request
                            :commonplace/listNotes
                            `(,@(and commonplace-list--tag (list :tag commonplace-list--tag))
                              :sort ,(symbol-name (car commonplace-list--order))
                              ,@(and reversed '(:reverse t))
                              :limit ,(1+ commonplace-list-limit)))
                           :notes))
         (more (> (length notes) commonplace-list-limit)))
    (setq tabulated-list-entries
          (mapcar #'commonplace-list--entry
                  (seq-remove (lambda (note) (eq (plist-get note :trashed) t))
                              (seq-take notes commonplace-list-limit)))
          mode-line-process (format " by %s%s%s" (car commonplace-list--order)
                                    (if reversed ", reversed" "")
                                    (if more ", first part" "")))))

(defun commonplace-list--entry (note)
  "Return the line of NOTE."
  (let ((title (commonplace-find-line (plist-get note :title)))
        (columns (commonplace-find-columns note)))
    (list (plist-get note :uri)
          (vconcat (list (cons (if (equal title "") "Untitled" title)
                               '(face default action commonplace-list--clicked)))
                   (list (propertize (nth 0 columns) 'face 'completions-annotations)
                         (propertize (nth 1 columns) 'face 'commonplace-hashtag))
                   (nthcdr 2 columns)))))

(defun commonplace-list--clicked (_button)
  "Open the note of the line that was clicked."
  (commonplace-list-open))

(defun commonplace-list-open ()
  "Open the note of this line."
  (interactive nil commonplace-list-mode)
  (find-file (or (tabulated-list-get-id) (user-error "There is no note in this line"))))

(defun commonplace-list-review ()
  "Review what is due of the note of this line."
  (interactive nil commonplace-list-mode)
  (commonplace-review (list :uri (or (tabulated-list-get-id)
                                     (user-error "There is no note in this line")))))

(defun commonplace-list-sort (order &optional reversed)
  "Show the notes in ORDER; with a prefix argument, REVERSED."
  (interactive
   (list (intern (completing-read "Order: " '("modified" "created" "title" "author" "due") nil t))
         (and current-prefix-arg t))
   commonplace-list-mode)
  (setq commonplace-list--order (cons order reversed))
  (revert-buffer))

;;;###autoload
(defun commonplace-notes (&optional tag)
  "Show the notes as a table, those with TAG if it is given.
Interactively, with a prefix argument, the hashtag is asked for."
  (interactive (list (and current-prefix-arg (commonplace-find-read-tag))))
  (let ((buffer (get-buffer-create (if tag (format "*notes %s*" tag) "*notes*"))))
    (with-current-buffer buffer
      (commonplace-list-mode)
      (setq commonplace-list--tag tag
            commonplace-list--order (cons commonplace-list-order nil))
      (revert-buffer))
    (pop-to-buffer-same-window buffer)))

(provide 'commonplace-list)
;;; commonplace-list.el ends here
