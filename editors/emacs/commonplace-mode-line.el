;;; commonplace-mode-line.el --- What the mode line says of the notebook  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The server sends the number of due prompts and the notebook's status on one line, when they
;; change.  The mode line shows them while a server runs; it does not start one.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)

(defun commonplace-mode-line--show (line shown)
  "Show LINE in the mode line if SHOWN is non-nil; remove it otherwise."
  (setq global-mode-string
        (delete line (if (listp global-mode-string) global-mode-string (list global-mode-string))))
  (when shown
    (setq global-mode-string (append (or global-mode-string '("")) (list line))))
  (force-mode-line-update t))

;; What is due

(defvar commonplace-review-counts nil
  "The last due counts from the server: a plist.
Among its members are :due, :new and :answeredToday, all numbers.")

(defvar-keymap commonplace-review-count-map
  :doc "Mouse keys on the number of due prompts."
  "<mode-line> <mouse-1>" #'commonplace-review)

(defun commonplace-review-count-take (counts)
  "Store COUNTS as the counts of due cards."
  (unless (equal counts commonplace-review-counts)
    (setq commonplace-review-counts counts)
    (force-mode-line-update t)))

(defun commonplace-review-count--ask (&optional server)
  "Request the counts from SERVER, by default the running one, without waiting."
  (when-let* ((server (or server (commonplace-server-live)))
              ((cl-typep server 'commonplace-server)))
    (jsonrpc-async-request
     server :commonplace/review/counts (make-hash-table)
     :success-fn #'commonplace-review-count-take
     :error-fn #'ignore :timeout-fn #'ignore)))

(defun commonplace-review-count-text ()
  "Return the mode line's text with the number of due cards; nil if it is 0."
  (let ((due (plist-get commonplace-review-counts :due)))
    (and due (> due 0) (commonplace-server-live)
         (concat " " (propertize (format "%d due" due)
                                 'mouse-face 'mode-line-highlight
                                 'help-echo "mouse-1: review"
                                 'local-map commonplace-review-count-map)))))

(define-minor-mode commonplace-review-count-mode
  "Show the number of due prompts in the mode line."
  :global t
  :group 'commonplace
  :require 'commonplace-mode-line
  (remove-hook 'eglot-connect-hook #'commonplace-review-count--ask)
  (when commonplace-review-count-mode
    (add-hook 'eglot-connect-hook #'commonplace-review-count--ask)
    (commonplace-review-count--ask))
  (commonplace-mode-line--show '(:eval (commonplace-review-count-text))
                               commonplace-review-count-mode))

;; The status

(defvar commonplace-status nil
  "The notebook's status in a line, as the server sent it last, or nil.")

(defun commonplace-status-take (text)
  "Store TEXT as the notebook's status."
  (unless (equal text commonplace-status)
    (setq commonplace-status text)
    (force-mode-line-update t)))

(defun commonplace-status-text ()
  "Return the mode line's text for the notebook's status, or nil."
  (and (stringp commonplace-status) (commonplace-server-live)
       ;; The name of a file may contain a percent sign.
       (concat " " (string-replace "%" "%%" commonplace-status))))

(define-minor-mode commonplace-status-mode
  "Show the notebook's status in the mode line."
  :global t
  :group 'commonplace
  :require 'commonplace-mode-line
  (commonplace-mode-line--show '(:eval (commonplace-status-text)) commonplace-status-mode))

(provide 'commonplace-mode-line)
;;; commonplace-mode-line.el ends here
