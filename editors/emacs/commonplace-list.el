;;; commonplace-list.el --- The notes as a table  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Titles, books, hashtags, due prompts and days in columns, sorted by the server.

;;; Code:

(require 'commonplace)
(require 'commonplace-find)
(require 'commonplace-paged)
(require 'tabulated-list)

(defcustom commonplace-list-limit 1000
  "Number of notes that are read into the table automatically.
Further notes are read when the end of the table is shown."
  :type 'natnum
  :group 'commonplace)

(defconst commonplace-list--margin 50
  "Number of lines before the end of the table at which more notes are requested.")

(defvar-local commonplace-list--tag nil
  "The hashtag of the listed notes; nil for all notes.")
(defvar-local commonplace-list--order nil
  "The order of the list, and whether it is reversed: (ORDER . REVERSED).")
(defvar-local commonplace-list--reading nil
  "The request for the table: its buffer, and whether the first part has arrived.")
(defvar-local commonplace-list--more nil
  "The function that requests more notes; nil while it must not be called.")
(defvar-local commonplace-list--wanted nil
  "The note at point before the list was read again, until it is listed again.")

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
  (setq tabulated-list-padding 1)
  (commonplace-list--set-columns)
  (add-hook 'tabulated-list-revert-hook #'commonplace-list--fill nil t)
  (add-hook 'post-command-hook #'commonplace-list--read-on nil t))

(defun commonplace-list--set-columns ()
  "Fit the columns to the window, with the day in a narrow one, too."
  (let* ((due 7) (day 10)
         (width (window-width (or (get-buffer-window) (selected-window))))
         ;; The width for the other columns.  Six columns remain for blanks and the last column of a
         ;; terminal.
         (rest (max 40 (- width due day 6)))
         (book (/ (* rest 3) 10))
         (tags (/ rest 4)))
    (setq tabulated-list-format
          `[("Title" ,(- rest book tags) nil) ("Book" ,book nil) ("Hashtags" ,tags nil)
            ("Due" ,due nil) ("Date" ,day nil)])
    (tabulated-list-init-header)))

(defun commonplace-list--fill ()
  "Request the notes of the table: the first part now, the others later."
  (let ((reading (list (current-buffer)))
        (reversed (cdr commonplace-list--order)))
    (commonplace-list--set-columns)
    (setq commonplace-list--reading reading
          commonplace-list--more nil
          commonplace-list--wanted (tabulated-list-get-id))
    (commonplace-paged-request
     `(,@(and commonplace-list--tag (list :tag commonplace-list--tag))
       :sort ,(symbol-name (car commonplace-list--order))
       ,@(and reversed '(:reverse t)))
     (lambda (page more) (commonplace-list--take reading page more)))))

(defun commonplace-list--take (reading page more)
  "Add the notes of PAGE to the table if READING is still the current one.
MORE is a function that requests the next page."
  (let ((buffer (car reading)))
    (when (and (buffer-live-p buffer)
               (eq reading (buffer-local-value 'commonplace-list--reading buffer)))
      (with-current-buffer buffer
        (let ((entries (mapcar #'commonplace-list--entry
                               (seq-remove (lambda (note) (eq (plist-get note :trashed) t))
                                           (plist-get page :notes)))))
          ;; Reverting the buffer prints the first part.
          (if (cdr reading)
              (commonplace-list--print entries)
            (setq tabulated-list-entries nil)
            (setcdr reading t))
          (setq tabulated-list-entries (nconc tabulated-list-entries entries)
                commonplace-list--more more
                mode-line-process (commonplace-list--state page))
          (force-mode-line-update)
          (commonplace-list--read-on))))))

(defun commonplace-list--read-on ()
  "Request more notes if there are few, or if the last ones are shown."
  (when (and commonplace-list--more
             (or (< (length tabulated-list-entries) commonplace-list-limit)
                 (let* ((window (get-buffer-window))
                        (end (max (point) (if window (window-end window) 1))))
                   (<= (count-lines end (point-max)) commonplace-list--margin))))
    (funcall (prog1 commonplace-list--more (setq commonplace-list--more nil)))))

(defun commonplace-list--state (page)
  "Return the words for the mode line after PAGE: the order, and how much was read."
  (let ((total (plist-get page :total)))
    (format " by %s%s%s" (car commonplace-list--order)
            (if (cdr commonplace-list--order) ", reversed" "")
            (cond ((null page) ", incomplete")
                  ((plist-get page :next)
                   (format ", %d of %s" (length tabulated-list-entries) (or total "more")))
                  (t "")))))

(defun commonplace-list--print (entries)
  "Print ENTRIES after the others.
Point goes to the line that it was on if the user has not moved it."
  (let ((inhibit-read-only t)
        (wanted (and (bobp) (assoc commonplace-list--wanted entries)))
        (place nil))
    (save-excursion
      (goto-char (point-max))
      (dolist (entry entries)
        (when (eq entry wanted) (setq place (point)))
        (apply tabulated-list-printer entry))
      (set-buffer-modified-p nil))
    (when place
      (goto-char place)
      (dolist (window (get-buffer-window-list nil nil t))
        (set-window-point window place)))))

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
  (find-file (or (tabulated-list-get-id) (user-error "This line has no note"))))

(defun commonplace-list-review ()
  "Review the due cards of the note of this line."
  (interactive nil commonplace-list-mode)
  (commonplace-review (list :uri (or (tabulated-list-get-id)
                                     (user-error "This line has no note")))))

(defun commonplace-list-sort (order &optional reversed)
  "Show the notes in ORDER; with a prefix argument, REVERSED."
  (interactive
   (list (intern (completing-read "Order: " '("modified" "created" "title" "author" "due") nil t))
         (and current-prefix-arg t))
   commonplace-list-mode)
  (setq commonplace-list--order (cons order reversed))
  (revert-buffer))

(defun commonplace-notes (&optional tag)
  "Show all notes, or the notes with the hashtag TAG, as a table.
Interactively, with a prefix argument, ask for the hashtag."
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
