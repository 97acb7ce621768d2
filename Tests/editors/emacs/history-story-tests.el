;;; history-story-tests.el --- The story of earlier texts  -*- lexical-binding: t; -*-

;; The part about earlier texts of Tests/editors/story.md, step by step in one Emacs.

;;; Code:

(require 'notebook)
(require 'story)
(require 'commonplace-history)

(defvar history-story-uri nil "The note “Plans”.")

(defun history-story-note ()
  "Make the note's buffer the current one."
  (switch-to-buffer (find-file-noselect history-story-uri)))

(defun history-story-elsewhere (old new)
  "Have another program replace OLD by NEW in what is stored."
  (programs-other-writes history-story-uri
                         (string-replace old new (notebook-stored history-story-uri))))

(defun history-story-refused (part)
  "Save the current buffer, which fails for a reason with PART."
  (should (string-search part (error-message-string
                               (should-error (save-buffer) :type 'user-error)))))

(defun history-story-action (part)
  "Do what the server can do with this line, the action whose title has PART."
  (eglot--signal-textDocument/didChange)
  (let ((action (seq-find (lambda (action) (string-search part (plist-get action :title)))
                          (eglot-code-actions (point)))))
    (should action)
    (eglot-execute (eglot-current-server) action)))

(defun history-story-trash ()
  (commonplace-new-note "Plans")
  (setq history-story-uri buffer-file-name)
  (erase-buffer)
  (insert "# Plans\n\nOne.\n")
  (save-buffer)
  (story-replace "One" "Two")
  (save-buffer)
  (commonplace-delete-note)
  (commonplace-trash)
  (should (string-search "\n- Plans" (buffer-string))))

(defun history-story-take-out ()
  (goto-char (point-min))
  (search-forward "- Plans")
  (let ((trash (current-buffer)))
    (history-story-action "from the trash")
    (programs-wait "the trash" (lambda () (string-search "The trash is empty."
                                                         (with-current-buffer trash
                                                           (buffer-string))))))
  (should (equal (notebook-stored history-story-uri) "# Plans\n\nTwo.\n")))

(defun history-story-see ()
  (history-story-note)
  (commonplace-history)
  (should (string-prefix-p "# History of Plans\n" (buffer-string)))
  (should (string-match-p "^- [-0-9]+ [:0-9.]+  14 bytes  now     # Plans\n- .*  before  # Plans"
                          (buffer-string))))

(defun history-story-one (function)
  "Call FUNCTION interactively where the text with “One.” is chosen."
  (notebook-answer
   (lambda (table)
     (seq-find (lambda (line)
                 (string-search
                  "One." (history-story-view (plist-get (cdr (assoc line (history-story-earlier)))
                                                   :uri))))
               (all-completions "" table)))
   (lambda () (call-interactively function))))

(defun history-story-earlier ()
  "Return the earlier texts of the note, by their lines."
  (mapcar (lambda (item) (cons (car item) (cddr item)))
          (commonplace-history--texts history-story-uri)))

(defun history-story-view (uri)
  "Return the text of the document URI, which the server makes."
  (plist-get (commonplace-server-request :commonplace/readView (list :uri uri)) :text))

(defun history-story-compare ()
  (history-story-note)
  (let ((both nil))
    (cl-letf (((symbol-function 'ediff-buffers) (lambda (&rest buffers) (setq both buffers))))
      (history-story-one #'commonplace-compare-earlier-text))
    (should (equal history-story-uri (buffer-file-name (cadr both))))
    (with-current-buffer (car both)
      (should (equal (buffer-string) "# Plans\n\nOne.\n"))
      (should buffer-read-only)
      (should (string-match-p "\\`Plans, [0-9]\\{4\\}-" (buffer-name))))))

(defun history-story-words ()
  (history-story-note)
  (save-window-excursion
    (history-story-one #'commonplace-changed-words)
    (should (string-search "[-One-]{+Two+}." (buffer-string)))))

(defun history-story-go-back ()
  (history-story-note)
  (commonplace-history)
  (let* ((history (current-buffer))
         (count (count-lines (point-min) (point-max))))
    (history-story-note)
    (history-story-one #'commonplace-restore-earlier-text)
    (should (equal (buffer-string) "# Plans\n\nOne.\n"))
    (should (equal (notebook-stored history-story-uri) "# Plans\n\nOne.\n"))
    (programs-wait "the history" (lambda () (with-current-buffer history
                                              (= (1+ count)
                                                 (count-lines (point-min) (point-max))))))))

(defun history-story-beside ()
  (history-story-note)
  (goto-char (point-max))
  (insert "\nHere.\n")
  (history-story-elsewhere "# Plans\n" "# Plans\n\nElsewhere.\n")
  (history-story-refused "were merged into your text")
  (save-buffer)
  (should (equal (notebook-stored history-story-uri) "# Plans\n\nElsewhere.\n\nOne.\n\nHere.\n")))

(defun history-story-same-line ()
  (story-replace "Here" "Home")
  (history-story-elsewhere "Here." "There.")
  (history-story-refused "note changed outside this editor")
  (should (commonplace-conflict--shown))
  (history-story-refused "note changed outside this editor")
  (should (string-search "There." (notebook-stored history-story-uri))))

(defun history-story-merge ()
  (commonplace-resolve-conflict 'merge)
  (should (equal history-story-uri buffer-file-name))
  (history-story-refused "is a merge marker")
  (goto-char (point-min))
  (re-search-forward "^<<<<<<< ")
  (let ((begin (line-beginning-position)))
    (re-search-forward "^>>>>>>> .*\n")
    (delete-region begin (point))
    (insert "Home and there.\n"))
  (save-buffer)
  (let ((saved "# Plans\n\nElsewhere.\n\nOne.\n\nHome and there.\n"))
    (should (equal (notebook-stored history-story-uri) saved))
    (history-story-note)
    (should (equal (buffer-string) saved))
    (should-not (buffer-modified-p))))

(defun history-story-deleted ()
  (jsonrpc-request (programs-other) :commonplace/deleteNote
                   (list :uri history-story-uri :permanently t))
  (goto-char (point-max))
  (insert "\nBack.\n")
  (history-story-refused "deleted outside this editor")
  (commonplace-resolve-conflict "other")
  (should-not (buffer-modified-p))
  (should (string-search "Back." (notebook-stored history-story-uri))))

(defun history-story-rename ()
  (let ((moved (expand-file-name "moved.libnotes" (file-name-directory programs-notebook))))
    (rename-file programs-notebook moved)
    (goto-char (point-max))
    (insert "Again.\n")
    (history-story-refused "moved.libnotes")
    (should-not (file-exists-p programs-notebook))
    (should (buffer-modified-p))
    (rename-file moved programs-notebook)
    (save-buffer)
    (should (string-search "Again." (notebook-stored history-story-uri)))))

(defun history-story-file ()
  (notebook-close)
  (story-check-whole)
  (dolist (text '("Elsewhere." "Home and there." "Back."))
    (should (equal "1" (story-sqlite
                        (format "SELECT count(*) FROM entry WHERE key = '.noteText'
                                 AND text LIKE '%%%s%%'" text))))))

(story-define
 "story_history"
 '(("put a note in the trash" . history-story-trash)
   ("take it out again" . history-story-take-out)
   ("see its history" . history-story-see)
   ("compare it with an earlier text" . history-story-compare)
   ("compare them word by word" . history-story-words)
   ("go back to it" . history-story-go-back)
   ("save beside others" . history-story-beside)
   ("meet a change of the same line" . history-story-same-line)
   ("bring both together" . history-story-merge)
   ("save a note that was deleted" . history-story-deleted)
   ("rename the notebook" . history-story-rename)
   ("the file holds it" . history-story-file))
 #'notebook-call)
;;; history-story-tests.el ends here
