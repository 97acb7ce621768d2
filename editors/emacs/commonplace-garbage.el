;;; commonplace-garbage.el --- Garbage that waits for a pause  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A long note makes much garbage when it is read, saved and sent, and Emacs would collect it in the
;; middle of that: a third of the time of a key, and more than half of that of a save.  So does a list
;; of very many notes.  So it is collected when Emacs has been idle for a while.

;;; Code:

(defcustom commonplace-garbage-threshold (* 64 1024 1024)
  "Bytes of garbage that may wait for a pause while a long text is worked on.
Nil leaves the collection of garbage alone."
  :type '(choice (const :tag "Nothing waits" nil) natnum)
  :group 'commonplace)

(defconst commonplace-garbage--long 200000
  "The length of notes, in characters, from which on it matters.")

(defconst commonplace-garbage--pause 2
  "Idle seconds until garbage is collected.")

(defvar commonplace-garbage--usual nil
  "The value of `gc-cons-threshold' to be set again; nil while that is set.")

(defun commonplace-garbage-wait ()
  "Let garbage wait until Emacs is idle."
  (when (and commonplace-garbage-threshold
             ;; Without a user there is no idle time.
             (not noninteractive)
             (not commonplace-garbage--usual)
             (< gc-cons-threshold commonplace-garbage-threshold))
    (setq commonplace-garbage--usual gc-cons-threshold
          gc-cons-threshold commonplace-garbage-threshold)
    ;; If Emacs has been idle that long, an idle timer would run at once.
    (if (time-less-p commonplace-garbage--pause (or (current-idle-time) 0))
        (run-at-time commonplace-garbage--pause nil #'commonplace-garbage--collect)
      (run-with-idle-timer commonplace-garbage--pause nil #'commonplace-garbage--collect))))

(defun commonplace-garbage--collect ()
  "Let garbage be collected as usual, beginning now."
  (when commonplace-garbage--usual
    ;; Unless another package has set it meanwhile.
    (when (eql gc-cons-threshold commonplace-garbage-threshold)
      (setq gc-cons-threshold commonplace-garbage--usual))
    (setq commonplace-garbage--usual nil)))

(defun commonplace-garbage-wait-if-long ()
  "Let garbage wait until Emacs is idle, where the current buffer is long."
  (when (> (buffer-size) commonplace-garbage--long)
    (commonplace-garbage-wait)))

(defun commonplace-garbage-wait-while-editing ()
  "Let the garbage of commands in the current buffer wait where it is long."
  (add-hook 'pre-command-hook #'commonplace-garbage-wait-if-long nil t))

(provide 'commonplace-garbage)
;;; commonplace-garbage.el ends here
