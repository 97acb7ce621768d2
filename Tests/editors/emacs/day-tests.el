;;; day-tests.el --- Notes of days, templates and links  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)
(require 'calendar)
(require 'commonplace-day)

(defun day-template (name text)
  "Write TEXT as the user's template NAME."
  (let ((file (expand-file-name (format "commonplace/templates/%s.md" name)
                                (getenv "XDG_CONFIG_HOME"))))
    (make-directory (file-name-directory file) t)
    (write-region text nil file nil 'quiet)))

(defmacro day-with-templates (templates &rest body)
  "Evaluate BODY where the user has TEMPLATES, an alist, and a notebook."
  (declare (indent 1))
  `(let ((process-environment
          (cons (concat "XDG_CONFIG_HOME=" (make-temp-file "config-" t)) process-environment)))
     (pcase-dolist (`(,name . ,text) ,templates) (day-template name text))
     (notebook-call (lambda () ,@body))))

(notebook-test day-today-is-made-once
  (commonplace-today)
  (should (string-match-p "\\`# [0-9-]\\{10\\}\n#journal\n" (buffer-string)))
  (should (eobp))
  (let ((uri buffer-file-name)
        (count (length (notebook-notes))))
    (commonplace-today)
    (should (equal uri buffer-file-name))
    (should (= count (length (notebook-notes))))))

(notebook-test day-another-is-asked-for
  (notebook-answer "2026-03-04" (lambda () (call-interactively #'commonplace-day)))
  (should (string-prefix-p "# 2026-03-04\n" (buffer-string)))
  (should-error (commonplace-day "2026-02-30") :type 'commonplace-error))

(notebook-test day-of-the-calendar
  (save-window-excursion
    (calendar)
    (calendar-goto-date '(3 4 2026))
    (commonplace-calendar-day)
    (should (string-prefix-p "# 2026-03-04\n" (buffer-string)))))

(ert-deftest day-templates-have-the-cursors-place ()
  (day-with-templates '(("person" . "# {{title}}\n\nNée 😀 {{cursor}}\n\nSee [[People]].\n"))
    (let ((current-prefix-arg '(4)))
      (cl-letf (((symbol-function 'read-string) (lambda (&rest _) "Jane Austen")))
        (notebook-answer (lambda (names)
                           (should (equal names '("person")))
                           "person")
                         (lambda () (call-interactively #'commonplace-new-note)))))
    (should (equal (buffer-string) "# Jane Austen\n\nNée 😀 \n\nSee [[People]].\n"))
    (should (looking-back "😀 " (line-beginning-position)))
    (should-error (commonplace-new-note "Ann" nil "nobody") :type 'commonplace-error)))

(notebook-test day-links-are-of-notes
  (notebook-visit)
  (should-error (commonplace-links) :type 'user-error)
  (with-temp-buffer (should-error (commonplace-links) :type 'user-error)))

(notebook-test day-around-is-of-notes
  (notebook-visit)
  (commonplace-around)
  (should (string-match-p "/around\\?note=" buffer-file-name))
  (should (string-prefix-p "# Around " (buffer-string)))
  (with-temp-buffer (should-error (commonplace-around) :type 'user-error)))
;;; day-tests.el ends here
