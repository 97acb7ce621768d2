;;; commonplace-review.el --- Being asked what was written down  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A buffer shows one card at a time.  The server has the session, and chooses the cards and the
;; possible answers.  When it has acknowledged an answer, the answer is on disk.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-highlight)
(require 'map)
(require 'commonplace-review-page)

(defvar-local commonplace-review--wish nil
  "The parameters with which the session was started.")
(defvar-local commonplace-review--state nil
  "The last state of the session from the server; nil if it has ended.")
(defvar-local commonplace-review--server nil
  "The server that has the session.")
(defvar-local commonplace-review--lost nil
  "The reason why the session cannot continue; nil if it can.")
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
  "Send the request METHOD for the session, with PARAMETERS; return the answer."
  (unless (and commonplace-review--server
               (eq commonplace-review--server (commonplace-server-live)))
    ;; Another server does not have the session.
    (commonplace-fail "The server stopped"))
  (commonplace-server-request
   method (append (list :session (plist-get commonplace-review--state :session)) parameters)))

(defun commonplace-review--step (method &rest parameters)
  "Send the step METHOD with PARAMETERS, and show the resulting state.
If that fails, show the server's state of the session, and signal the error."
  (when commonplace-review--lost
    (user-error "The review cannot continue: %s" commonplace-review--lost))
  (unwind-protect
      (condition-case failure
          (setq commonplace-review--state (apply #'commonplace-review--ask method parameters))
        (commonplace-error
         ;; The step may have been recorded although the answer was lost.
         (condition-case _
             (setq commonplace-review--state
                   (commonplace-review--ask :commonplace/review/state))
           (commonplace-error (setq commonplace-review--lost (cadr failure))))
         (signal (car failure) (cdr failure))))
    (commonplace-review--show)))

(defun commonplace-review--begin ()
  "Start a session with the scope of the current buffer."
  (setq commonplace-review--state (commonplace-server-request
                                   :commonplace/review/start
                                   (or commonplace-review--wish (make-hash-table)))
        commonplace-review--server (commonplace-server-live)
        commonplace-review--lost nil)
  (commonplace-review--show))

(defun commonplace-review--leave ()
  "End the session on the server, if there is one."
  (when (and commonplace-review--state
             (not commonplace-review--lost)
             (eq commonplace-review--server (commonplace-server-live)))
    (jsonrpc-async-request
     commonplace-review--server :commonplace/review/stop
     (list :session (plist-get commonplace-review--state :session))
     :success-fn #'ignore :error-fn #'ignore :timeout-fn #'ignore))
  (setq commonplace-review--state nil))

(defun commonplace-review--card ()
  "Return the current card; signal an error if there is none."
  (when commonplace-review--lost
    (user-error "The review cannot continue: %s" commonplace-review--lost))
  (or (plist-get commonplace-review--state :card)
      (user-error "The review is over")))

;; The display

(defun commonplace-review--show ()
  "Show the state of the session."
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
;; Help shows this key, and not RET.
(put 'commonplace-review-continue :advertised-binding (key-parse "SPC"))

(define-derived-mode commonplace-review-mode special-mode "Review"
  "Major mode for reviewing prompts of notes.
\\<commonplace-review-mode-map>\\[commonplace-review-continue] shows the answer, and then says \
that it was right.
The number keys choose one of the answers that are shown;
\\[commonplace-review-again] says wrong, and \\[commonplace-review-good] right.
A card with a wrong answer is asked again later in the review.

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

;; Starting a review

(defun commonplace-review--read-wish ()
  "Ask for the scope of a review."
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
                 (user-error "No section was chosen"))))
      ("a search"
       (list :query (read-string "Review the notes that match: " nil
                                 'commonplace-search-history))))))

(defun commonplace-review--uri ()
  "Return the URI of the current buffer's note or search; nil if it has none."
  (cond ((commonplace-uri-p buffer-file-name) buffer-file-name)
        ((and (eglot-managed-p) (cl-typep (eglot-current-server) 'commonplace-server))
         (plist-get (eglot--TextDocumentIdentifier) :uri))))

(defun commonplace-review (&optional wish)
  "Review the due cards of all notes, or of the notes of WISH.
WISH is a plist with one of :uri, :tag, :section, :query; with :cram t,
cards that are not due are included, and nothing is recorded.
Interactively, with a prefix argument, ask for it."
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
               (message "No cards to review"))
      (pop-to-buffer-same-window buffer)
      (commonplace-review--show))))

(defun commonplace-review--empty-p (buffer)
  "Return non-nil if the review in BUFFER has no card at all."
  (let ((state (buffer-local-value 'commonplace-review--state buffer)))
    (eql 0 (map-nested-elt state '(:progress :total)))))

(defun commonplace-review--goes-on-p (buffer wish)
  "Return non-nil if the review in BUFFER has the scope WISH and has not ended."
  (with-current-buffer buffer
    (and (equal wish commonplace-review--wish)
         (not commonplace-review--lost)
         (plist-get commonplace-review--state :card)
         (ignore-error commonplace-error
           (commonplace-review--revert)
           (plist-get commonplace-review--state :card)))))

(defun commonplace-review-note ()
  "Review the due cards of the current buffer's note or search."
  (interactive)
  (commonplace-review (list :uri (or (commonplace-review--uri)
                                     (user-error "This buffer is not a note")))))

(defun commonplace-review-cram (wish)
  "Review the cards of WISH, due or not, without recording answers.
WISH is as for `commonplace-review'; interactively, ask for it."
  (interactive (list (commonplace-review--read-wish)))
  (commonplace-review (append wish '(:cram t))))

(defun commonplace-review-resume (&optional uri)
  "Resume the suspended cards of the note URI, or of all notes if it is nil.
Interactively, use the current buffer if it is a note; with a prefix
argument, use all notes."
  (interactive (list (and (not current-prefix-arg)
                          (commonplace-note-id buffer-file-name)
                          buffer-file-name)))
  (let ((result (commonplace-server-request :commonplace/review/resume
                                            (if uri (list :uri uri) (make-hash-table)))))
    (message "Suspended cards%s resumed: %d" (if uri " of this note" "")
             (plist-get result :resumed))))

;; Answering

(defun commonplace-review-continue ()
  "Show the answer; if it is shown, answer that you were right.
After the last card, close the review; if its server stopped, start again."
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
      (user-error "This card does not have that answer"))
    (commonplace-review--step :commonplace/review/answer :ease (plist-get answer :ease))))

(defun commonplace-review-answer (key)
  "Answer the card with the answer that has KEY, such as \"1\"."
  (interactive (list (if (memq last-command-event '(?1 ?2 ?3 ?4))
                         (string last-command-event)
                       (string (read-char-choice "Answer (1 to 4): " '(?1 ?2 ?3 ?4)))))
               commonplace-review-mode)
  (commonplace-review--answer :key key))

(defun commonplace-review-again ()
  "Answer that you were wrong."
  (interactive nil commonplace-review-mode)
  (commonplace-review--answer :ease "again"))

(defun commonplace-review-good ()
  "Answer that you were right."
  (interactive nil commonplace-review-mode)
  (commonplace-review--answer :ease "good"))

(defun commonplace-review-undo ()
  "Undo the last answer, skip or suspension."
  (interactive nil commonplace-review-mode)
  (commonplace-review--step :commonplace/review/undo))

(defun commonplace-review-skip ()
  "Skip the card in this review."
  (interactive nil commonplace-review-mode)
  (commonplace-review--card)
  (commonplace-review--step :commonplace/review/skip))

(defun commonplace-review-suspend ()
  "Suspend the card until it is resumed."
  (interactive nil commonplace-review-mode)
  (commonplace-review--card)
  (commonplace-review--step :commonplace/review/suspend)
  (message "%s" (substitute-command-keys "Suspended: \\[commonplace-review-undo] undoes it; \
\\[commonplace-review-resume] resumes it later")))

(defun commonplace-review-stop ()
  "End the review, and keep the recorded answers."
  (interactive nil commonplace-review-mode)
  (let* ((lost commonplace-review--lost)
         (summary (and (not lost)
                       (ignore-error commonplace-error
                         (commonplace-review--ask :commonplace/review/stop)))))
    ;; The session has ended, so the hook must not stop it again.
    (setq commonplace-review--state nil)
    (quit-window t)
    (message "%s" (if summary
                      (format "Reviewed: %s" (commonplace-review-page-outcome summary))
                    "The review was lost; recorded answers are kept"))))

;; Editing the note

(defvar-keymap commonplace-review-edit-mode-map
  :doc "The keymap of `commonplace-review-edit-mode'."
  "C-c C-c" #'commonplace-review-return)

(define-minor-mode commonplace-review-edit-mode
  "A note that is edited from a review.
Saving it updates the current card;
\\<commonplace-review-edit-mode-map>\\[commonplace-review-return] saves and returns to it."
  :lighter " Reviewed"
  :interactive nil
  (if commonplace-review-edit-mode
      (add-hook 'after-save-hook #'commonplace-review--saved nil t)
    (remove-hook 'after-save-hook #'commonplace-review--saved t)))

(defun commonplace-review-edit ()
  "Edit the note of the current card, at the card."
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
  "Update the card after its note was saved."
  (when (buffer-live-p commonplace-review--origin)
    (with-current-buffer commonplace-review--origin
      (condition-case failure
          (commonplace-review--revert)
        ;; The note is saved in any case.
        ((commonplace-error user-error) (message "%s" (error-message-string failure)))))))

(defun commonplace-review-return ()
  "Save the note, and return to the review from which it was opened."
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
