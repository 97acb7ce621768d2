;;; commonplace-status.el --- The notebook's status, in the mode line  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The server sends the notebook's status in a line when it changes: whether all is
;; published, and how many notes are in conflict.  The mode line shows it while a server
;; runs; none is started for it.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)

(defvar commonplace-status nil
  "The notebook's status in a line, as the server sent it last, or nil.")

(defun commonplace-status-take (text)
  "From now on, TEXT is the notebook's status."
  (unless (equal text commonplace-status)
    (setq commonplace-status text)
    (force-mode-line-update t)))

(defun commonplace-status-text ()
  "Return the mode line's text for the notebook's status, or nil."
  (and (stringp commonplace-status) (commonplace-server-live)
       ;; The name of a file may have a percent sign.
       (concat " " (string-replace "%" "%%" commonplace-status))))

(defconst commonplace-status--line '(:eval (commonplace-status-text))
  "The addition to the mode line.")

;;;###autoload
(define-minor-mode commonplace-status-mode
  "Show the notebook's status in the mode line."
  :global t
  :group 'commonplace
  (setq global-mode-string
        (delete commonplace-status--line
                (if (listp global-mode-string) global-mode-string (list global-mode-string))))
  (when commonplace-status-mode
    (setq global-mode-string
          (append (or global-mode-string '("")) (list commonplace-status--line))))
  (force-mode-line-update t))

(provide 'commonplace-status)
;;; commonplace-status.el ends here
