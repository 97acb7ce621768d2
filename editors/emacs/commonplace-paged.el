;;; commonplace-paged.el --- Lists of notes in parts  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Requests the first part of a list at once, and each other part when the caller needs it.

;;; Code:

(require 'commonplace)
(require 'commonplace-garbage)
(require 'commonplace-server)

(defconst commonplace-paged-first 100
  "The number of notes in the first part of a list.
They fill a screen, and are shown quickly.")

(defconst commonplace-paged-size 200
  "The number of notes in each later part of a list.")

(defconst commonplace-paged-pause 0.01
  "Seconds between two parts, in which Emacs handles keys.")

(defun commonplace-paged-request (parameters take)
  "Request the list of notes that PARAMETERS select, in parts.
Call TAKE with each part, in order, and a function that requests the
next part; it is nil after the last part.  The first part arrives before
this function returns.  On an error in a later part, call TAKE with nil
and nil."
  (commonplace-paged--take
   (commonplace-server-request :commonplace/listNotes
                               (append parameters (list :limit commonplace-paged-first)))
   parameters take))

(defun commonplace-paged--take (page parameters take)
  "Call TAKE with PAGE of the list of PARAMETERS."
  (let ((cursor (plist-get page :next)))
    (commonplace-garbage-wait)
    (funcall take page
             (and (stringp cursor)
                  (lambda ()
                    (run-at-time commonplace-paged-pause nil #'commonplace-server-soon
                                 #'commonplace-paged--ask cursor parameters take))))))

(defun commonplace-paged--ask (cursor parameters take)
  "Request the part at CURSOR of the list of PARAMETERS, for TAKE."
  (let ((give-up (lambda (&rest _) (funcall take nil nil))))
    (if-let* ((server (commonplace-server-live)))
        (jsonrpc-async-request
         server :commonplace/listNotes
         (append parameters (list :limit commonplace-paged-size :cursor cursor))
         :success-fn (lambda (page) (commonplace-paged--take page parameters take))
         :error-fn give-up
         :timeout-fn give-up
         :timeout commonplace-timeout)
      (funcall give-up))))

(provide 'commonplace-paged)
;;; commonplace-paged.el ends here
