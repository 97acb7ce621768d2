;;; package-tests.el --- The form that Emacs expects of a package  -*-
;;; lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'seq)
(require 'checkdoc)
(require 'package)

(declare-function package-lint-buffer "package-lint")
(defvar package-lint-main-file)

(defconst package-tests-directory
  (expand-file-name "../../../editors/emacs/" (file-name-directory load-file-name)))

(defun package-tests-files ()
  "Return the files of the package that are code."
  (seq-remove (lambda (file) (string-match-p "-pkg\\.el\\'" file))
              (directory-files package-tests-directory t "\\`[^.#].*\\.el\\'")))

(defmacro package-tests-each (file &rest body)
  "Evaluate BODY, which returns complaints, in a buffer with each FILE; fail with all."
  (declare (indent 1))
  `(let (complaints)
     (dolist (,file (package-tests-files))
       (with-current-buffer (find-file-noselect ,file)
         (setq complaints
               (append complaints
                       (mapcar (lambda (complaint)
                                 (format "%s:%s" (file-name-nondirectory ,file) complaint))
                               (progn ,@body))))
         (kill-buffer)))
     (should-not complaints)))

(ert-deftest package-compiles-without-a-warning ()
  (let ((copy (make-temp-file "compile-" t))
        (emacs (or (getenv "EMACS_UNDER_TEST")
                   (expand-file-name invocation-name invocation-directory))))
    (dolist (file (package-tests-files))
      (copy-file file (file-name-as-directory copy)))
    (with-temp-buffer
      (let ((status (apply #'call-process emacs nil t nil "--batch" "-Q" "-L" copy
                           "--eval" "(setq byte-compile-error-on-warn t)"
                           "-f" "batch-byte-compile"
                           (directory-files copy t "\\.el\\'"))))
        (should (equal (list status "") (list 0 (if (eql status 0) "" (buffer-string)))))))))

(ert-deftest package-pleases-checkdoc ()
  (package-tests-each file
    (let* ((found nil)
           (sentence-end-double-space t)
           (checkdoc-create-error-function
            (lambda (text start _end &optional _unfixable)
              (push (format "%d: %s" (if start (line-number-at-pos start) 0) text) found)
              nil)))
      (checkdoc-current-buffer t)
      found)))

(ert-deftest package-pleases-package-lint ()
  (unless (require 'package-lint nil t)
    (ert-skip "package-lint is not installed (elpa-package-lint)"))
  (package-tests-each file
    (let ((package-lint-main-file (expand-file-name "commonplace.el" package-tests-directory)))
      (mapcar (lambda (complaint) (format "%S" complaint)) (package-lint-buffer)))))

(ert-deftest package-installs-as-one ()
  (should (equal "commonplace"
                 (with-temp-buffer
                   (setq default-directory package-tests-directory)
                   ;; As `package-dir-info' asks.
                   (require 'dired)
                   (dired-mode package-tests-directory)
                   (symbol-name (package-desc-name (package-dir-info)))))))

;;; package-tests.el ends here
