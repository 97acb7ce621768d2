;;; story-tests.el --- The story that every editor's tests play  -*- lexical-binding: t; -*-

;;; Commentary:

;; Tests/editors/story.md, step by step.  Where a step fails, those after it fail.

;;; Code:

(require 'notebook)
(require 'story)
(require 'commonplace-highlight)

(defvar story-uri nil "The note that the story is about.")

(defun story-face (text)
  "Return the face of TEXT."
  (save-excursion
    (goto-char (point-min))
   (search-forward text)
    (get-text-property (match-beginning 0) 'font-lock-face)))

(defun story-open ()
  (find-file story-uri)
  (should (eq major-mode 'commonplace-mode))
  (should (eglot-managed-p))
  (should (string-prefix-p "# Welcome" (buffer-string))))

(defun story-see-the-tokens ()
  (font-lock-ensure)
  (should (eq (story-face "Welcome") 'commonplace-heading))
  (should (eq (story-face "John Milton") 'commonplace-cloze-answer))
  (should (eq (story-face "#reading/habits") 'commonplace-hashtag)))

(defun story-break-a-cloze ()
  (goto-char (point-max))
  (insert "\nAn ?[animal](Okapi\n")
  ;; Idle timers, one of which sends changes to the server, do not run in batch.
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (programs-wait "the diagnostic"
                 (lambda () (member "unterminated-cloze" (notebook-codes)))))

(defun story-fix-it-by-code-action ()
  (goto-char (point-max))
  (search-backward "?[animal]")
  (eglot--signal-textDocument/didChange)
  (story-choose "Close the answer"
                (lambda () (eglot-code-actions (point) (line-end-position) "quickfix" t)))
  (should (string-suffix-p "An ?[animal](Okapi)\n" (buffer-string)))
  (eglot--signal-textDocument/didChange)
  (programs-wait "no diagnostic"
                 (lambda () (not (member "unterminated-cloze" (notebook-codes))))))

(defun story-complete-a-tag ()
  (goto-char (point-max))
  (insert "\n#reading/hab")
  (eglot--signal-textDocument/didChange)
  (completion-at-point)
  (should (string-suffix-p "\n#reading/habits" (string-trim-right (buffer-string))))
  (unless (bolp) (insert "\n")))

(defun story-save ()
  (save-buffer)
  (should-not (buffer-modified-p))
  (should (equal (notebook-stored story-uri) (buffer-string))))

(defun story-search ()
  (let ((hits (commonplace-find--hits "okapi")))
    (should (equal (mapcar #'car hits) '("Welcome to your commonplace book")))
    (switch-to-buffer "*scratch*")
    (commonplace-find--go (cdar hits))
    (should (equal buffer-file-name story-uri))
    (should (looking-at "Okapi"))))

(defun story-rename-a-tag ()
  (let ((other (plist-get (commonplace-server-request
                           :commonplace/createNote
                           '(:title "On habits" :tags ["reading/habits"]))
                          :uri)))
    (goto-char (point-min))
    (search-forward "#reading/hab")
    (eglot-rename "customs")
    (programs-wait "the new hashtag" (lambda () (string-search "#reading/customs" (buffer-string))))
    (should-not (string-search "#reading/habits" (buffer-string)))
    (should (string-search "#reading/customs" (notebook-stored other)))
    (save-buffer)))

(defun story-meet-a-conflict-and-keep-both ()
  (goto-char (point-max))
  (insert "Written here.\n")
  (programs-other-writes story-uri (concat (notebook-stored story-uri) "Written there.\n"))
  (should-error (save-buffer) :type 'commonplace-error)
  (commonplace-resolve-conflict 'both)
  (should-not (buffer-modified-p)))

(defun story-make-a-cloze ()
  (goto-char (point-max))
  (insert "\nThe capital of Peru is Lima.\n")
  (search-backward "Lima")
  (commonplace-make-cloze (point) (match-end 0))
  (should (string-search "is ?[](Lima)." (buffer-string)))
  (save-buffer))

(defun story-the-file-holds-it ()
  (notebook-close)
  (story-check-file))

(story-define
 "story"
 '(("open from the notebook" . story-open)
   ("see the tokens" . story-see-the-tokens)
   ("break a cloze" . story-break-a-cloze)
   ("fix it by code action" . story-fix-it-by-code-action)
   ("complete a tag" . story-complete-a-tag)
   ("save" . story-save)
   ("search for what was just written" . story-search)
   ("rename a tag over the notebook" . story-rename-a-tag)
   ("meet a conflict and keep both" . story-meet-a-conflict-and-keep-both)
   ("make a cloze" . story-make-a-cloze)
   ("the file holds it" . story-the-file-holds-it))
 (lambda (play)
   (notebook-call
    (lambda ()
      (setq story-uri (plist-get (cdr (assoc story-title (notebook-notes))) :uri))
      (funcall play)))))
;;; story-tests.el ends here
