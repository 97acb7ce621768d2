;;; commonplace-day.el --- Notes of days, and what is around a note  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The note of a day is created the first time it is opened.  For example, in the calendar:
;;
;;   (with-eval-after-load 'calendar
;;     (keymap-set calendar-mode-map "N" #'commonplace-calendar-day))

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-find)

(declare-function calendar-cursor-to-date "calendar")
(declare-function org-read-date "org")

(defun commonplace-day-read ()
  "Ask for a day, with Org's calendar if Org is loaded."
  (if (featurep 'org)
      (org-read-date nil nil nil "Day: ")
    (completing-read "Day (or a date such as 2026-03-04): " '("today" "yesterday" "tomorrow")
                     nil nil nil nil (format-time-string "%F"))))

(defun commonplace-day (day)
  "Open the note of DAY: today, yesterday, tomorrow, or a date like 2026-03-04.
The first time, create it, from the template `day' if you have one."
  (interactive (list (commonplace-day-read)))
  (commonplace-find-made (commonplace-server-execute "commonplace.dayNote" (list :date day))))

(defun commonplace-today ()
  "Open the note of the day; create it the first time."
  (interactive)
  (commonplace-day "today"))

(defun commonplace-calendar-day ()
  "Open the note of the day at point in the calendar."
  (interactive)
  (let ((date (calendar-cursor-to-date t)))
    (find-file-other-window
     (plist-get (commonplace-server-execute
                 "commonplace.dayNote"
                 (list :date (format "%04d-%02d-%02d" (nth 2 date) (nth 0 date) (nth 1 date))))
                :uri))))

;; Links

(defun commonplace-day--link (note mark &optional place)
  "Return a line with MARK, the title of NOTE and the sentence of a link at PLACE."
  (concat mark " " (plist-get note :title)
          (and place (concat ": " (plist-get place :sentence)))))

(defun commonplace-day--links (uri)
  "Return an alist from lines to the notes that links connect with the note URI.
Each value is a list: a note's URI, and the line of the link in it, from 0."
  (let* ((result (commonplace-server-request :commonplace/listLinks (list :uri uri)))
         (items nil))
    (seq-doseq (note (plist-get result :pointing))
      (seq-doseq (place (plist-get note :places))
        (push (list (commonplace-day--link note "←" place) (plist-get note :uri)
                    (plist-get (plist-get (plist-get place :range) :start) :line))
              items)))
    (seq-doseq (note (plist-get result :pointedAt))
      (push (list (commonplace-day--link note "→") (plist-get note :uri) 0) items))
    (mapcar (lambda (entry) (cons (car entry) (cddr entry)))
            (commonplace-find-distinct (nreverse items) #'car))))

(defun commonplace-links ()
  "Choose a note that links to this one, or that this one links to, and open it.
Notes that link to this one come first, after an arrow to the left, each
with the sentence of its link; then the notes that it links to."
  (interactive)
  (let* ((links (or (commonplace-day--links (commonplace-note-here))
                    (user-error "This note has no links to or from other notes")))
         (choice (completing-read "Link: " (commonplace-find-table links 'commonplace-note) nil t))
         (place (cdr (assoc choice links))))
    (when place
      (push-mark nil t)
      (find-file (car place))
      (goto-char (point-min))
      (forward-line (cadr place)))))

(defun commonplace-around ()
  "Show the notes related to this one as a document, whose lines link to them.
These are notes connected by links, notes about the same book, and notes
with the same hashtags."
  (interactive)
  (find-file (concat "commonplace-view://notes/around?note="
                     (commonplace-note-id (commonplace-note-here)))))

(provide 'commonplace-day)
;;; commonplace-day.el ends here
