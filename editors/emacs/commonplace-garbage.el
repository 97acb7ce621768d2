;;; commonplace-garbage.el --- Garbage that waits for a pause  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Reading, saving and sending a long note, or listing very many notes, creates much garbage.  Emacs
;; would collect it during that work, and so delay keys and saves.  Here it is collected when Emacs
;; has been idle for a while, or beyond `commonplace-garbage-threshold'.

;;; Code:

(defcustom commonplace-garbage-threshold (* 64 1024 1024)
  "Bytes of unused memory that may pile up while you edit a long note.
Emacs frees this memory when you pause.  Nil keeps the usual value of
`gc-cons-threshold'."
  :type '(choice (const :tag "Keep the usual value" nil) natnum)
  :group 'commonplace)

(defconst commonplace-garbage--long 200000
  "Length in characters above which a note is long.")

(defconst commonplace-garbage--pause 2
  "Idle seconds until garbage is collected.")

(defvar commonplace-garbage--usual nil
  "The value of `gc-cons-threshold' to restore; nil if it was not changed.")

(defun commonplace-garbage-wait ()
  "Let garbage wait until Emacs is idle."
  (when (and commonplace-garbage-threshold
             ;; In batch mode, there is no idle time.
             (not noninteractive)
             (not commonplace-garbage--usual)
             (< gc-cons-threshold commonplace-garbage-threshold))
    (setq commonplace-garbage--usual gc-cons-threshold
          gc-cons-threshold commonplace-garbage-threshold)
    ;; If Emacs has already been idle for that long, an idle timer would run at once.
    (if (time-less-p commonplace-garbage--pause (or (current-idle-time) 0))
        (run-at-time commonplace-garbage--pause nil #'commonplace-garbage--collect)
      (run-with-idle-timer commonplace-garbage--pause nil #'commonplace-garbage--collect))))

(defun commonplace-garbage--collect ()
  "Let garbage be collected as usual again."
  (when commonplace-garbage--usual
    ;; Unless another package has set it since then.
    (when (eql gc-cons-threshold commonplace-garbage-threshold)
      (setq gc-cons-threshold commonplace-garbage--usual))
    (setq commonplace-garbage--usual nil)))

(defun commonplace-garbage-wait-if-long ()
  "Let garbage wait until Emacs is idle, if the current buffer is long."
  (when (> (buffer-size) commonplace-garbage--long)
    (commonplace-garbage-wait)))

(defun commonplace-garbage-wait-while-editing ()
  "Let the garbage of commands in the current buffer wait while it is long."
  (add-hook 'pre-command-hook #'commonplace-garbage-wait-if-long nil t))

(provide 'commonplace-garbage)
;;; commonplace-garbage.el ends here
