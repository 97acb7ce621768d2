;;; commonplace-review.el --- Being asked what was written down  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A buffer that asks one card after the other.  The server has the session, and says what is asked
;; and which answers there are; what it has acknowledged is on disk.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-highlight)
(require 'map)
(require 'commonplace-review-page)

(defvar-local commonplace-review--wish nil
  "The parameters that the session was started with.")
(defvar-local commonplace-review--state nil
  "The session as the server sent it last, nil if it is over.")
(defvar-local commonplace-review--server nil
  "The server that has the session.")
(defvar-local commonplace-review--lost nil
  "Why the session cannot go on, nil where it can.")
(defvar-local commonplace-review--origin nil
  "In a note that is edited from a review, the review's buffer.")

(defconst commonplace-review--sections
  '(("Want to read" . "wantToRead")
    ("Currently reading" . "currentlyReading")
    ("Read" . "read")
    ("Other notes" . "other"))
  "The sections of books, as the server names them.")

;; The session

(defun commonplace-review--ask (method &rest parameters)
  "Ask METHOD about the session, with PARAMETERS; return the answer."
  (unless (and commonplace-review--server
               (eq commonplace-review--server (commonplace-server-live)))
    ;; Another server would know nothing of it.
    (commonplace-fail "The server stopped"))
  (commonplace-server-request
   method (append (list :session (plist-get commonplace-review--state :session)) parameters)))

(defun commonplace-review--step (method &rest parameters)
  "Take the step METHOD, with PARAMETERS, and show where it leads.
Where that fails, show where the server has the session, and signal why."
  (when commonplace-review--lost
    (user-error "The review cannot continue: %s" commonplace-review--lost))
  (unwind-protect
      (condition-case failure
          (setq commonplace-review--state (apply #'commonplace-review--ask method parameters))
        (commonplace-error
         ;; It may have been done all the same, and the answer lost.
         (condition-case _
             (setq commonplace-review--state
                   (commonplace-review--ask :commonplace/review/state))
           (commonplace-error (setq commonplace-review--lost (cadr failure))))
         (signal (car failure) (cdr failure))))
    (commonplace-review--show)))

(defun commonplace-review--begin ()
  "Begin a session of what is wished in the current buffer."
  (setq commonplace-review--state (commonplace-server-request
                                   :commonplace/review/start
                                   (or commonplace-review--wish (make-hash-table)))
        commonplace-review--server (commonplace-server-live)
        commonplace-review--lost nil)
  (commonplace-review--show))

(defun commonplace-review--leave ()
  "Let the server forget the session, if it has one."
  (when (and commonplace-review--state
             (not commonplace-review--lost)
             (eq commonplace-review--server (commonplace-server-live)))
    (jsonrpc-async-request
     commonplace-review--server :commonplace/review/stop
     (list :session (plist-get commonplace-review--state :session))
     :success-fn #'ignore :error-fn #'ignore :timeout-fn #'ignore))
  (setq commonplace-review--state nil))

(defun commonplace-review--card ()
  "Return the card that is asked; signal an error if there is none."
  (when commonplace-review--lost
    (user-error "The review cannot continue: %s" commonplace-review--lost))
  (or (plist-get commonplace-review--state :card)
      (user-error "The review is over")))

;; The display

(defun commonplace-review--show ()
  "Show the session as it is."
  (let ((inhibit-read-only t))
    (erase-buffer)
    (goto-char (if commonplace-review--lost
                   (progn (commonplace-review-page-insert-lost commonplace-review--lost)
                          (point-min))
                 (commonplace-review-page-insert commonplace-review--state))))
  (dolist (window (get-buffer-window-list nil nil t))
    (set-window-point window (point)))
  (force-mode-line-update))

(defun commonplace-review--header ()
  "Return the header line."
  (if (and commonplace-review--state (not commonplace-review--lost))
      (concat "  " (commonplace-review-page-progress
                    commonplace-review--state (plist-get commonplace-review--wish :cram)))
    ""))

(defvar-keymap commonplace-review-mode-map
  :doc "The keymap of `commonplace-review-mode'."
  :parent special-mode-map
  "SPC" #'commonplace-review-continue
  "RET" #'commonplace-review-continue
  "1" #'commonplace-review-answer
  "2" #'commonplace-review-answer
  "3" #'commonplace-review-answer
  "4" #'commonplace-review-answer
  "<left>" #'commonplace-review-again
  "<right>" #'commonplace-review-good
  "u" #'commonplace-review-undo
  "e" #'commonplace-review-edit
  "s" #'commonplace-review-suspend
  "k" #'commonplace-review-skip
  "q" #'commonplace-review-stop
  "?" #'describe-mode)
;; Of its two keys.
(put 'commonplace-review-continue :advertised-binding (key-parse "SPC"))

(define-derived-mode commonplace-review-mode special-mode "Review"
  "Major mode in which the prompts of notes are asked.
\\<commonplace-review-mode-map>\\[commonplace-review-continue] shows the answer, and then says \
that it was right.
The numbers are those of the answers that are shown;
\\[commonplace-review-again] says wrong, and \\[commonplace-review-good] right.
What was wrong comes again.

\\{commonplace-review-mode-map}"
  :interactive nil
  (setq default-directory (commonplace-server-directory)
        header-line-format '(:eval (commonplace-review--header))
        truncate-lines nil
        word-wrap t
        left-margin-width 2)
  (buffer-disable-undo)
  (setq-local revert-buffer-function #'commonplace-review--revert)
  (add-hook 'kill-buffer-hook #'commonplace-review--leave nil t))

(defun commonplace-review--revert (&rest _)
  "Load the card again."
  (commonplace-review--step :commonplace/review/state))

;; Beginning

(defun commonplace-review--read-wish ()
  "Ask what is to be reviewed."
  (let ((uri (commonplace-review--uri)))
    (pcase (completing-read "Review: " `("everything" ,@(and uri '("this note"))
                                         "a hashtag" "a section" "a search")
                            nil t)
      ("this note" (list :uri uri))
      ("a hashtag"
       (list :tag (commonplace-find-read-tag)))
      ("a section"
       (list :section
             (or (alist-get (completing-read "Section: " commonplace-review--sections nil t)
                            commonplace-review--sections nil nil #'equal)
                 (user-error "No section"))))
      ("a search"
       (list :query (read-string "Review the notes that match: " nil
                                 'commonplace-search-history))))))

(defun commonplace-review--uri ()
  "Return the URI of the current buffer's note or search, nil if it has none."
  (cond ((commonplace-uri-p buffer-file-name) buffer-file-name)
        ((and (eglot-managed-p) (cl-typep (eglot-current-server) 'commonplace-server))
         (plist-get (eglot--TextDocumentIdentifier) :uri))))

(defun commonplace-review (&optional wish)
  "Be asked what is due: all of it, or by WISH what is due of some notes.
WISH is a plist of one of :uri, :tag, :section, :query; and :cram t for
what is not due, too, with nothing recorded.  Interactively, with a
prefix argument, it is asked for."
  (interactive (list (and current-prefix-arg (commonplace-review--read-wish))))
  (let ((buffer (get-buffer "*commonplace review*")))
    (unless (and buffer (commonplace-review--goes-on-p buffer wish))
      (setq buffer (get-buffer-create "*commonplace review*"))
      (with-current-buffer buffer
        (commonplace-review--leave)
        (commonplace-review-mode)
        (setq commonplace-review--wish wish)
        (condition-case failure
            (commonplace-review--begin)
          (commonplace-error
           (kill-buffer)
           (signal (car failure) (cdr failure))))))
    (if (commonplace-review--empty-p buffer)
        (progn (kill-buffer buffer)
               (message "Nothing is due"))
      (pop-to-buffer-same-window buffer)
      (commonplace-review--show))))

(defun commonplace-review--empty-p (buffer)
  "Return non-nil if the review in BUFFER has no card at all."
  (let ((state (buffer-local-value 'commonplace-review--state buffer)))
    (eql 0 (map-nested-elt state '(:progress :total)))))

(defun commonplace-review--goes-on-p (buffer wish)
  "Return non-nil if the review in BUFFER is one of WISH and is not over."
  (with-current-buffer buffer
    (and (equal wish commonplace-review--wish)
         (not commonplace-review--lost)
         (plist-get commonplace-review--state :card)
         (ignore-error commonplace-error
           (commonplace-review--revert)
           (plist-get commonplace-review--state :card)))))

(defun commonplace-review-note ()
  "Be asked what is due of the current buffer's note, or of its search."
  (interactive)
  (commonplace-review (list :uri (or (commonplace-review--uri)
                                     (user-error "This buffer is not a note")))))

(defun commonplace-review-cram (wish)
  "Be asked the cards of WISH, due or not; nothing is recorded.
WISH is as for `commonplace-review', and asked for interactively."
  (interactive (list (commonplace-review--read-wish)))
  (commonplace-review (append wish '(:cram t))))

(defun commonplace-review-resume (&optional uri)
  "Have the suspended cards of the note URI asked again, of all notes if it is nil.
Interactively, the note is that of the current buffer, if it is one; with
a prefix argument, all notes are meant."
  (interactive (list (and (not current-prefix-arg)
                          (commonplace-note-id buffer-file-name)
                          buffer-file-name)))
  (let ((result (commonplace-server-request :commonplace/review/resume
                                            (if uri (list :uri uri) (make-hash-table)))))
    (message "%s asked again: %d" (if uri "Cards of this note" "Cards")
             (plist-get result :resumed))))

;; Answering

(defun commonplace-review-continue ()
  "Show the answer; once it is shown, say that it was right.
When the review is over, close it; when its server went, start again."
  (interactive nil commonplace-review-mode)
  (cond (commonplace-review--lost (commonplace-review--begin))
        ((null (plist-get commonplace-review--state :card)) (commonplace-review-stop))
        ((plist-get (commonplace-review--card) :back) (commonplace-review-good))
        (t (commonplace-review--step :commonplace/review/reveal))))

(defun commonplace-review--answer (member value)
  "Answer the card with the answer whose MEMBER is VALUE."
  (unless (plist-get (commonplace-review--card) :back)
    (user-error "%s" (substitute-command-keys
                      "Show the answer first: \\[commonplace-review-continue]")))
  (let ((answer (seq-find (lambda (answer) (equal (plist-get answer member) value))
                          (plist-get commonplace-review--state :answers))))
    (unless answer
      (user-error "There is no such answer here"))
    (commonplace-review--step :commonplace/review/answer :ease (plist-get answer :ease))))

(defun commonplace-review-answer (key)
  "Answer the card with the answer that has KEY, as \"1\"."
  (interactive (list (if (memq last-command-event '(?1 ?2 ?3 ?4))
                         (string last-command-event)
                       (string (read-char-choice "Answer (1 to 4): " '(?1 ?2 ?3 ?4)))))
               commonplace-review-mode)
  (commonplace-review--answer :key key))

(defun commonplace-review-again ()
  "Say that the answer was wrong."
  (interactive nil commonplace-review-mode)
  (commonplace-review--answer :ease "again"))

(defun commonplace-review-good ()
  "Say that the answer was right."
  (interactive nil commonplace-review-mode)
  (commonplace-review--answer :ease "good"))

(defun commonplace-review-undo ()
  "Take back the last answer, skip or suspension."
  (interactive nil commonplace-review-mode)
  (commonplace-review--step :commonplace/review/undo))

(defun commonplace-review-skip ()
  "Leave the card out of this review."
  (interactive nil commonplace-review-mode)
  (commonplace-review--card)
  (commonplace-review--step :commonplace/review/skip))

(defun commonplace-review-suspend ()
  "Leave the card out of all reviews, until it is resumed."
  (interactive nil commonplace-review-mode)
  (commonplace-review--card)
  (commonplace-review--step :commonplace/review/suspend)
  (message "%s" (substitute-command-keys "Suspended; \\[commonplace-review-undo] undoes it; \
later, use \\[commonplace-review-resume]")))

(defun commonplace-review-stop ()
  "End the review.  Your answers are kept."
  (interactive nil commonplace-review-mode)
  (let* ((lost commonplace-review--lost)
         (summary (and (not lost)
                       (ignore-error commonplace-error
                         (commonplace-review--ask :commonplace/review/stop)))))
    ;; There is nothing to leave any more.
    (setq commonplace-review--state nil)
    (quit-window t)
    (message "%s" (if summary
                      (format "Reviewed: %s" (commonplace-review-page-outcome summary))
                    "The review was lost; your answers are kept"))))

;; Editing the note

(defvar-keymap commonplace-review-edit-mode-map
  :doc "The keymap of `commonplace-review-edit-mode'."
  "C-c C-c" #'commonplace-review-return)

(define-minor-mode commonplace-review-edit-mode
  "A note that is edited from a review.
Saving it changes the card that is asked;
\\<commonplace-review-edit-mode-map>\\[commonplace-review-return] saves and returns to it."
  :lighter " Reviewed"
  :interactive nil
  (if commonplace-review-edit-mode
      (add-hook 'after-save-hook #'commonplace-review--saved nil t)
    (remove-hook 'after-save-hook #'commonplace-review--saved t)))

(defun commonplace-review-edit ()
  "Edit the note of the card that is asked, where it is asked."
  (interactive nil commonplace-review-mode)
  (pcase-let* (((map :note (:range (map :start))) (commonplace-review--card))
               (review (current-buffer)))
    (find-file (commonplace-server-file (plist-get note :uri)))
    (goto-char (commonplace-highlight-point start))
    (setq commonplace-review--origin review)
    (commonplace-review-edit-mode 1)
    (message "%s" (substitute-command-keys "\\<commonplace-review-edit-mode-map>\
\\[commonplace-review-return] saves the note and returns to the review"))))

(defun commonplace-review--saved ()
  "Show the card as its note is now."
  (when (buffer-live-p commonplace-review--origin)
    (with-current-buffer commonplace-review--origin
      (condition-case failure
          (commonplace-review--revert)
        ;; The note is saved all the same.
        ((commonplace-error user-error) (message "%s" (error-message-string failure)))))))

(defun commonplace-review-return ()
  "Save the note, and return to the review that it is edited from."
  (interactive nil commonplace-review-edit-mode)
  (when (buffer-modified-p)
    (save-buffer))
  (let ((review commonplace-review--origin))
    (commonplace-review-edit-mode -1)
    (unless (buffer-live-p review)
      (user-error "The review is over"))
    (pop-to-buffer review '((display-buffer-reuse-window display-buffer-same-window)))))

(provide 'commonplace-review)
;;; commonplace-review.el ends here
