;;; review.el --- Reviews, as tests drive and see them  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)
(require 'commonplace-review)
(require 'commonplace-mode-line)

(defun review-keys (&rest keys)
  "Press KEYS, one after the other."
  (dolist (key keys)
    (set-window-buffer nil (current-buffer))
    (execute-kbd-macro (key-parse key))
    (set-buffer (window-buffer))))

(defun review-header ()
  "Return the header line's text."
  ;; In batch, Emacs formats no mode line.
  (should (equal header-line-format '(:eval (commonplace-review--header))))
  (commonplace-review--header))

(defun review-wait-due (count)
  "Wait until the server has told, unasked, that COUNT prompts are due."
  (programs-wait (format "%d prompts to be due" count)
                 (lambda () (eql count (plist-get commonplace-review-counts :due)))))

(defun review-note (text)
  "Make a note of TEXT; return its URI."
  (plist-get (commonplace-server-request :commonplace/createNote (list :text text)) :uri))

(defun review-of (text)
  "Make a note of TEXT, visit it and begin a review of it; return its URI."
  (let ((uri (review-note text)))
    (find-file uri)
    (commonplace-review-note)
    uri))

(provide 'review)
;;; review.el ends here
