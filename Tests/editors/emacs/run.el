;;; run.el --- Runs the tests in this Emacs, prints TAP  -*- lexical-binding: t; -*-

;; emacs --batch -Q -l Tests/editors/emacs/run.el
;;
;; Arguments are environment variables:
;;   COMMONPLACE_BIN   the server (required)
;;   SPEC              only files whose name contains this

;;; Code:

(defconst run-directory (file-name-directory load-file-name))

(setq user-emacs-directory (file-name-as-directory (make-temp-file "commonplace-emacs-" t))
      temporary-file-directory user-emacs-directory
      vc-handled-backends nil
      create-lockfiles nil)
(setenv "XDG_STATE_HOME" (expand-file-name "state" user-emacs-directory))
(setenv "XDG_DATA_HOME" (expand-file-name "data" user-emacs-directory))
(setenv "XDG_CONFIG_HOME" (expand-file-name "config" user-emacs-directory))
(setenv "COMMONPLACE_NOTEBOOK")

(push run-directory load-path)
(push (expand-file-name "../../../editors/emacs" run-directory) load-path)

(require 'ert)
(require 'seq)

(defun run-reason (result)
  "Return what the condition of RESULT says, in one line."
  (replace-regexp-in-string
   "\n" " " (format "%s" (let ((condition (ert-test-result-with-condition-condition result)))
                           (if (eq (car condition) 'ert-test-skipped)
                               (cadr condition)
                             condition)))
   nil t))

(defun run-name (test)
  "Return the name of TEST for people.
Of a step of a story, as the tests of the other editors have it."
  (let ((name (symbol-name (ert-test-name test))))
    (if (string-match "\\`\\(story[^:]*: \\)[0-9]+ " name)
        (concat (match-string 1 name) (substring name (match-end 0)))
      (replace-regexp-in-string "-" " " name))))

(defun run-all ()
  "Run every test, and return how many failed."
  (let ((tests nil) (number 0) (failed 0))
    (dolist (file (directory-files run-directory t "-tests\\.el\\'"))
      (when (string-match-p (regexp-quote (or (getenv "SPEC") "")) (file-name-nondirectory file))
        (let ((before (ert-select-tests t t)))
          (load file nil t)
          (setq tests (append tests
                              (sort (seq-difference (ert-select-tests t t) before)
                                    (lambda (left right)
                                      (string< (ert-test-name left) (ert-test-name right)))))))))
    (princ (format "1..%d\n" (length tests)))
    (dolist (test tests)
      (setq number (1+ number))
      (let* ((inhibit-message (not (getenv "VERBOSE")))
             (result (ert-run-test test))
             (name (run-name test)))
        (cond
         ((ert-test-skipped-p result)
          (princ (format "ok %d - %s # skip %s\n" number name (run-reason result))))
         ((ert-test-passed-p result)
          (princ (format "ok %d - %s\n" number name)))
         (t
          (setq failed (1+ failed))
          (princ (format "not ok %d - %s\n  # %s\n" number name
                         (if (ert-test-result-with-condition-p result)
                             (run-reason result)
                           "was interrupted")))
          (when (and (getenv "VERBOSE") (ert-test-result-with-condition-p result))
            (princ (with-temp-buffer
                     (insert (backtrace-to-string
                              (ert-test-result-with-condition-backtrace result)))
                     (buffer-string))))))))
    failed))

(let ((failed (run-all)))
  (setq kill-emacs-hook nil)
  (ignore-errors (delete-directory user-emacs-directory t))
  (kill-emacs (if (zerop failed) 0 1)))
;;; run.el ends here
