;;; review-tests.el --- Reviews beside the story  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)
(require 'review)

(defconst review-one "# Peaks\n\nThe highest mountain of Peru is ?[](Huascarán).\n")

(defun review-face (text)
  "Return the face of TEXT in the current buffer."
  (save-excursion
    (goto-char (point-min))
    (search-forward text)
    (get-text-property (match-beginning 0) 'face)))

(defun review-fail (method function &optional after)
  "Call FUNCTION while METHOD fails; with AFTER non-nil, when it is done."
  (cl-letf* ((request (symbol-function 'commonplace-server-request))
             ((symbol-function 'commonplace-server-request)
              (lambda (asked &rest rest)
                (if (not (eq asked method))
                    (apply request asked rest)
                  (when after (apply request asked rest))
                  (signal 'commonplace-error '("the disk is full"))))))
    (funcall function)))

(defun review-answered ()
  "Return how many answers were given today."
  (plist-get (commonplace-server-request :commonplace/review/counts (make-hash-table))
             :answeredToday))

;; The page

(notebook-test review-shows-a-cloze-with-its-hint-then-its-answer
  (review-of "# Peaks\n\n*Peru's* **highest** `peak` is ?[which?](Huascarán).\n")
  (should (eq (review-face "FILL IN THE BLANK") 'commonplace-review-context))
  (should (eq (review-face "which?") 'commonplace-review-hint))
  (should (eq (review-face "Peru") 'commonplace-review-emphasis))
  (should (eq (review-face "highest") 'commonplace-review-strong))
  (should (eq (review-face "peak") 'commonplace-review-code))
  (should-not (review-face " is "))
  (review-keys "RET")
  (should (eq (review-face "Huascarán") 'commonplace-review-answer))
  (should-not (string-search "which?" (buffer-string)))
  (should (eq (review-face "Not reviewed yet") 'commonplace-review-caption)))

(notebook-test review-shows-a-blank-as-wide-as-the-answer
  (review-of review-one)
  (should (eq (review-face "_________.") 'commonplace-review-blank)))

(notebook-test review-shows-a-quote-then-where-it-is-from
  (review-of "# Ana Author: *A Book* (1999)\n\n> All is well. (12)\n")
  (should (string-search "IDENTIFY THE SOURCE" (buffer-string)))
  (should-not (string-search "Ana Author" (buffer-string)))
  (review-keys "SPC")
  (should (eq (review-face "Ana Author") 'commonplace-review-caption)))

(notebook-test review-shows-a-question-then-its-answer-too
  (review-of "# Peaks\n\nQ: Which is the highest?\nA: Mont *Blanc*\n")
  (should-not (string-search "Blanc" (buffer-string)))
  (review-keys "SPC")
  (should (string-search "Which is the highest?" (buffer-string)))
  (should (eq (review-face "Mont") 'commonplace-review-answer))
  (should (eq (review-face "Blanc") 'commonplace-review-emphasis))
  (should (looking-at "Mont")))

(notebook-test review-takes-the-text-of-notes-for-text
  (let ((text "100% \\\\[kill-emacs] `quoted' <b>%s</b>"))
    (review-of (format "# 5%% \\\\[kill-emacs]\n\nQ: %s\nA: It is\n" text))
    (should (string-search "<b>%s</b>" (buffer-string)))
    (should (string-search "[kill-emacs]" (buffer-string)))
    (review-keys "SPC")
    (let ((place (point-min)))
      (while (setq place (next-property-change place))
        (dolist (property '(help-echo keymap display mouse-face))
          (should-not (get-text-property place property)))))))

(notebook-test review-of-four-answers
  (let ((eglot-workspace-configuration '(:commonplace (:review (:answers 4)))))
    (review-of review-one)
    (review-keys "SPC")
    (should (string-match-p "1 Again (.*)   2 Hard (.*)   3 Good (.*)   4 Easy (.*)"
                            (buffer-string)))
    (review-keys "4")
    (should (string-search "Done: 1 answer, 1 right, 0 wrong." (buffer-string)))))

;; Keys

(notebook-test review-answers-nothing-that-was-not-shown
  (review-of review-one)
  (dolist (key '("1" "2" "<left>" "<right>"))
    (let ((failure (should-error (review-keys key) :type 'user-error)))
      (should (string-search "SPC" (error-message-string failure)))))
  (review-keys "SPC")
  (should-error (review-keys "3") :type 'user-error)
  (should (eql 0 (review-answered))))

(notebook-test review-ends-and-undoes-and-closes
  (review-of review-one)
  (review-keys "SPC" "SPC")
  (should (string-search "Done: 1 answer, 1 right, 0 wrong." (buffer-string)))
  (should (eql 1 (review-answered)))
  (review-keys "u")
  (should (eql 0 (review-answered)))
  (should (string-search "Huascarán" (buffer-string)))
  (review-keys "2" "SPC")
  (should-not (get-buffer "*commonplace review*"))
  (should (notebook-told "Reviewed: 1 answer, 1 right, 0 wrong")))

(notebook-test review-skips-suspends-and-resumes
  (review-of review-one)
  (review-keys "k")
  (should (string-search "Done" (buffer-string)))
  (review-keys "u" "s")
  (should (notebook-told "Suspended"))
  (should (string-search "Done" (buffer-string)))
  (review-keys "q")
  (commonplace-review-note)
  (should (notebook-told "No cards to review"))
  (call-interactively #'commonplace-review-resume)
  (should (notebook-told "Suspended cards of this note resumed: 1"))
  (commonplace-review-note)
  (should (string-search "_________" (buffer-string))))

(notebook-test review-crams-what-is-not-due-and-records-nothing
  (let ((uri (review-of review-one)))
    (review-keys "SPC" "2" "q")
    (commonplace-review-cram (list :uri uri))
    (should (string-search "nothing is recorded" (review-header)))
    (review-keys "SPC")
    (should (string-match-p "1 Wrong   2 Right$" (buffer-string)))
    (review-keys "1" "SPC" "2" "q")
    (should (eql 1 (review-answered)))))

(notebook-test review-is-one-that-goes-on
  (let ((uri (review-of review-one)))
    (review-keys "SPC")
    (switch-to-buffer "*scratch*")
    (commonplace-review (list :uri uri))
    (should (string-search "Huascarán" (buffer-string)))
    ;; Of something else, it is another one.
    (commonplace-review)
    (should (string-search "Card 1 of " (review-header)))
    (should-not (string-search "Card 1 of 1 " (review-header)))
    (kill-buffer)))

(notebook-test review-of-what-is-chosen
  (review-note (concat review-one "\n#peaks/andes\n"))
  (let ((answers '("a hashtag" "#peaks" "a section" "Other notes" "a search")))
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt table &rest _)
                 (should (member (car answers) (all-completions "" table)))
                 (pop answers)))
              ((symbol-function 'read-string) (lambda (&rest _) "Peru")))
      (dolist (wish '((:tag "#peaks") (:section "other") (:query "Peru")))
        (let ((current-prefix-arg '(4)))
          (call-interactively #'commonplace-review))
        (should (equal commonplace-review--wish wish))
        (should (string-search "Card 1 of " (review-header)))))
    (should (string-search "Card 1 of 1 " (review-header)))))

(notebook-test review-of-what-a-search-found
  (review-note review-one)
  (commonplace-search-view "Huascarán")
  (review-keys "C-c C-r")
  (should (string-search "Card 1 of 1 " (review-header)))
  (should (string-search "_________" (buffer-string))))

;; Editing

(notebook-test review-follows-what-is-saved-of-the-note
  (let ((uri (review-of review-one)))
    (review-keys "e")
    (should (looking-at "The highest"))
    (insert "In fact: ")
    (save-buffer)
    (should (equal buffer-file-name uri))
    (with-current-buffer "*commonplace review*"
      (should (string-search "In fact: The highest" (buffer-string))))
    (review-keys "C-c C-c")
    (should (derived-mode-p 'commonplace-review-mode))
    (with-current-buffer (get-file-buffer uri)
      (should-not commonplace-review-edit-mode))))

(notebook-test review-loses-a-prompt-that-was-edited-away
  (review-of review-one)
  (review-keys "e")
  (delete-region (point) (point-max))
  (review-keys "C-c C-c")
  (should (string-search "No cards to review" (buffer-string)))
  (should (string-search "was removed from this review" (buffer-string))))

(notebook-test review-is-not-returned-to-when-the-note-is-not-saved
  (let ((uri (review-of review-one)))
    (review-keys "e")
    (insert "mine ")
    (review-fail :commonplace/writeNote
                 (lambda () (should-error (review-keys "C-c C-c") :type 'commonplace-error)))
    (should (equal buffer-file-name uri))
    (should (buffer-modified-p))
    (kill-buffer "*commonplace review*")
    (should-error (review-keys "C-c C-c") :type 'user-error)
    (should-not (buffer-modified-p))))

;; Errors

(notebook-test review-that-is-not-recorded-says-why-and-stays
  (review-of review-one)
  (review-keys "SPC")
  (review-fail :commonplace/review/answer
               (lambda ()
                 (let ((failure (should-error (review-keys "2") :type 'commonplace-error)))
                   (should (string-search "the disk is full" (error-message-string failure))))))
  (should (string-search "Huascarán" (buffer-string)))
  (should (eql 0 (review-answered)))
  (review-keys "2")
  (should (eql 1 (review-answered))))

(notebook-test review-whose-acknowledgment-is-lost-shows-what-was-recorded
  (review-of review-one)
  (review-keys "SPC")
  (review-fail :commonplace/review/answer
               (lambda () (should-error (review-keys "2") :type 'commonplace-error))
               'after)
  (should (string-search "Done: 1 answer" (buffer-string))))

(notebook-test review-starts-again-when-the-server-went
  (review-of (concat review-one "\nThe lowest is ?[](unknown).\n"))
  (review-keys "SPC" "2" "SPC")
  (notebook-kill-server)
  (should-error (review-keys "2") :type 'commonplace-error)
  (should (string-search "The server stopped" (buffer-string)))
  (should (string-search "Recorded answers are kept" (buffer-string)))
  (should-error (review-keys "1") :type 'user-error)
  (should-not (commonplace-server-live))
  (review-keys "SPC")
  (should (string-search "Card 1 of 1 " (review-header)))
  (should (eql 1 (review-answered))))

(notebook-test review-that-is-lost-can-be-closed
  (let ((uri (review-of review-one)))
    (notebook-kill-server)
    (review-keys "q")
    (should (equal buffer-file-name uri))
    (should (notebook-told "recorded answers are kept"))))

(notebook-test review-lets-the-note-be-edited-when-the-server-went
  (let ((uri (review-of review-one)))
    (notebook-kill-server)
    (review-keys "e")
    (should (looking-at "The highest"))
    (insert "In fact: ")
    (review-keys "C-c C-c")
    (should (string-search "In fact: The highest" (notebook-stored uri)))
    (should (derived-mode-p 'commonplace-review-mode))
    (should (string-search "The review cannot continue" (buffer-string)))
    (review-keys "SPC")
    (should (string-search "In fact: The highest" (buffer-string)))))

(notebook-test review-whose-buffer-is-killed-is-over
  (review-of review-one)
  (let ((session (plist-get commonplace-review--state :session)))
    (kill-buffer)
    (should-error (commonplace-server-request :commonplace/review/state
                                              (list :session session))
                  :type 'commonplace-error)))

;; The count

(notebook-test review-count-is-in-the-mode-line
  (let ((global-mode-string '("" "mine"))
        (commonplace-review-counts nil))
    (unwind-protect
        (progn
          (commonplace-review-count-mode 1)
          (should-not (commonplace-server-live))
          (should-not (commonplace-review-count-text))
          (notebook-visit)
          (programs-wait "the count" #'commonplace-review-count-text)
          (let ((due (plist-get commonplace-review-counts :due)))
            (should (equal (substring-no-properties (commonplace-review-count-text))
                           (format " %d due" due)))
            ;; Another program's answers count, too.
            (programs-other-writes (notebook-uri 0) review-one)
            (programs-wait "another count"
                           (lambda () (/= due (plist-get commonplace-review-counts :due)))))
          (notebook-kill-server)
          (should-not (commonplace-review-count-text)))
      (commonplace-review-count-mode -1))
    (should (equal global-mode-string '("" "mine")))))

;; The notebook's status

(notebook-test status-is-in-the-mode-line
  (let ((global-mode-string '("" "mine"))
        (commonplace-status nil))
    (unwind-protect
        (progn
          (commonplace-status-mode 1)
          (should-not (commonplace-status-text))
          (notebook-visit)
          (programs-wait "the status" #'commonplace-status-text)
          (should (string-match-p "\\` [^:]+: published\\'" (commonplace-status-text)))
          (notebook-kill-server)
          (should-not (commonplace-status-text)))
      (commonplace-status-mode -1))
    (should (equal global-mode-string '("" "mine")))))

;; Without the mode

(notebook-test review-as-a-view-follows-its-code-actions
  (let ((uri (review-note review-one)))
    (let ((view (plist-get (commonplace-server-execute "commonplace.review.start" (list :uri uri))
                           :uri)))
      (find-file view)
      (should (string-search "_________" (buffer-string)))
      (eglot--signal-textDocument/didChange)
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (_prompt choices &rest _)
                   (seq-find (lambda (choice) (string-match-p "Show answer" choice))
                             (all-completions "" choices)))))
        (eglot-code-actions (point-min) (point-max) nil t))
      (programs-wait "the answer" (lambda () (string-search "Huascarán" (buffer-string)))))))
;;; review-tests.el ends here
