;;; story.el --- How a story is played  -*- lexical-binding: t; -*-

;;; Commentary:

;; Of Tests/editors/story.md: what does not depend on how an Emacs has notes.

;;; Code:

(require 'programs)

(defvar story-title "Welcome to your commonplace book")

(defun story-play (steps)
  "Play STEPS, each (NAME . FUNCTION), where NAME is as in story.md.
Return what became of each: (NAME . t), or (NAME . CONDITION).  Where
one fails, those after it fail."
  (let ((failed nil))
    (mapcar (lambda (step)
              (cons (car step)
                    (condition-case condition
                        (progn
                          (when failed (ert-fail (format "a step before failed: %s" failed)))
                          (funcall (cdr step))
                          t)
                      (ert-test-skipped condition)
                      ((ert-test-failed error)
                       (setq failed (or failed (car step)))
                       condition))))
            steps)))

(defun story-define (prefix steps around)
  "Define a test for each of STEPS, as of a file that is called PREFIX.
They are played once, by the first that is run, within the function
AROUND."
  (let ((outcomes nil))
    (seq-map-indexed
     (lambda (step index)
       (let ((name (intern (format "%s: %02d %s" prefix (1+ index) (car step)))))
         (ert-set-test
          name
          (make-ert-test
           :name name
           :body (lambda ()
                   (unless outcomes
                     (funcall around (lambda () (setq outcomes (story-play steps)))))
                   (let ((outcome (alist-get (car step) outcomes)))
                     (unless (eq outcome t)
                       (signal (car outcome) (cdr outcome)))))))))
     steps)))

(defun story-choose (part function)
  "Call FUNCTION where who is asked to choose takes what has PART."
  (let ((choose (lambda (_prompt choices &rest _)
                  (let ((all (all-completions "" choices)))
                    (or (seq-find (lambda (choice) (string-match-p (regexp-quote part) choice)) all)
                        (ert-fail (format "“%s” is not among %S" part all)))))))
    (advice-add 'completing-read :override choose '((name . story-choose)))
    (unwind-protect (funcall function)
      (advice-remove 'completing-read 'story-choose))))

(defun story-rows (text)
  "Return how many rows of the notebook's file have TEXT."
  (string-to-number
   (story-sqlite (format "SELECT count(*) FROM entry WHERE instr(text, '%s')" text))))

(defun story-sqlite (query)
  "Return what the sqlite3 shell answers to QUERY."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix))
      (call-process "sqlite3" nil t nil programs-notebook query))
    (replace-regexp-in-string "\n\\'" "" (buffer-string))))

(defun story-replace (old new)
  "Replace OLD by NEW in the current buffer."
  (goto-char (point-min))
  (let ((case-fold-search nil))
    (search-forward old))
  (replace-match new t t))

(defun story-check-whole ()
  "Check the notebook's file, once no server has it.
The step ends there, skipped, where there is no sqlite3 shell."
  (should (string-search ": nothing found" (programs-run "check" "--notebook" programs-notebook)))
  (unless (executable-find "sqlite3") (ert-skip "there is no sqlite3 shell"))
  (should (equal (story-sqlite "PRAGMA integrity_check") "ok")))

(defun story-check-file ()
  "Check that the notebook's file holds what the story says, once no server has it."
  (if (not (executable-find "sqlite3"))
      (let ((text (programs-run "show" story-title "--notebook" programs-notebook))
            (tags (programs-run "tags" "--notebook" programs-notebook)))
        (should (string-match-p "?\\[\\](Lima)" text))
        (should (string-match-p "#reading/customs" tags))
        (should-not (string-match-p "#reading/habits" tags)))
    (should (equal (story-sqlite "PRAGMA integrity_check") "ok"))
    (dolist (text '("Written here." "Written there." "?[](Lima)"))
      (should (equal (list text 1) (list text (story-rows text)))))
    (dolist (text '("?[animal](Okapi)" "#reading/customs"))
      (should (< 0 (story-rows text))))
    (should (= 0 (story-rows "#reading/habits")))))

(provide 'story)
;;; story.el ends here
