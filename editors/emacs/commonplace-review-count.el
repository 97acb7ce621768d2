;;; commonplace-review-count.el --- How much is due, in the mode line  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The server sends the number of due prompts when it changes.  The mode line shows it
;; while a server runs; none is started for it.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)

(defvar commonplace-review-counts nil
  "The last due counts from the server: a plist.
Among its members are :due, :new and :answeredToday, all numbers.")

(defvar-keymap commonplace-review-count-map
  :doc "Mouse keys on the number of due prompts."
  "<mode-line> <mouse-1>" #'commonplace-review)

(defun commonplace-review-count-take (counts)
  "From now on, COUNTS is what is due."
  (unless (equal counts commonplace-review-counts)
    (setq commonplace-review-counts counts)
    (force-mode-line-update t)))

(defun commonplace-review-count--ask (&optional server)
  "Ask SERVER, by default the running one, how much is due; wait for nothing."
  (when-let* ((server (or server (commonplace-server-live)))
              ((cl-typep server 'commonplace-server)))
    (jsonrpc-async-request
     server :commonplace/review/counts (make-hash-table)
     :success-fn #'commonplace-review-count-take
     :error-fn #'ignore :timeout-fn #'ignore)))

(defun commonplace-review-count-text ()
  "Return the mode line's text for how much is due, nil if nothing is."
  (let ((due (plist-get commonplace-review-counts :due)))
    (and due (> due 0) (commonplace-server-live)
         (concat " " (propertize (format "%d due" due)
                                 'mouse-face 'mode-line-highlight
                                 'help-echo "mouse-1: review"
                                 'local-map commonplace-review-count-map)))))

(defconst commonplace-review-count--line '(:eval (commonplace-review-count-text))
  "The addition to the mode line.")

;;;###autoload
(define-minor-mode commonplace-review-count-mode
  "Show in the mode line how many prompts are due."
  :global t
  :group 'commonplace
  (setq global-mode-string
        (delete commonplace-review-count--line
                (if (listp global-mode-string) global-mode-string (list global-mode-string))))
  (remove-hook 'eglot-connect-hook #'commonplace-review-count--ask)
  (when commonplace-review-count-mode
    (setq global-mode-string
          (append (or global-mode-string '("")) (list commonplace-review-count--line)))
    (add-hook 'eglot-connect-hook #'commonplace-review-count--ask)
    (commonplace-review-count--ask))
  (force-mode-line-update t))

(provide 'commonplace-review-count)
;;; commonplace-review-count.el ends here
