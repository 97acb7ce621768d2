;;; link-story-tests.el --- The story of links and days  -*- lexical-binding: t; -*-

;; The part about links and days of Tests/editors/story.md, step by step in one Emacs.

;;; Code:

(require 'notebook)
(require 'story)
(require 'commonplace-day)
(require 'xref)

(defvar link-story-day nil "The note of the day.")
(defvar link-story-walden nil "The note on Walden.")

(defun link-story-open ()
  (commonplace-day "2026-03-04")
  (setq link-story-day buffer-file-name)
  (should (equal (buffer-string) "# 2026-03-04\n\nRead: \n\n#journal\n"))
  (should (looking-back "Read: " (line-beginning-position)))
  (switch-to-buffer "*scratch*")
  (commonplace-day "2026-03-04")
  (should (equal link-story-day buffer-file-name)))

(defun link-story-complete ()
  (goto-char (point-min))
  (search-forward "Read: ")
  (insert "[[wald")
  (eglot--signal-textDocument/didChange)
  (let* ((capf (run-hook-with-args-until-success 'completion-at-point-functions))
         (table (nth 2 capf))
         (typed (buffer-substring (nth 0 capf) (nth 1 capf)))
         (lines (completion-all-completions
                 typed table nil (length typed) (completion-metadata typed table nil))))
    (when (consp lines) (setcdr (last lines) nil))
    (should (string-search "Walden" (car lines)))
    (delete-region (nth 0 capf) (nth 1 capf))
    (insert (car lines))
    (funcall (plist-get (nthcdr 3 capf) :exit-function) (car lines) 'finished))
  (goto-char (point-min))
  (should (search-forward "Read: [[Henry David Thoreau: Walden]]\n" nil t))
  (save-buffer)
  (should (string-search "[[Henry David Thoreau: Walden]]" (notebook-stored link-story-day))))

(defun link-story-follow ()
  (goto-char (point-min))
  (search-forward "[[Henry")
  (eglot--signal-textDocument/didChange)
  (xref-find-definitions "LSP identifier at point.")
  (setq link-story-walden buffer-file-name)
  (should (string-prefix-p "# Henry David Thoreau: Walden" (buffer-string))))

(defun link-story-see ()
  (notebook-answer (lambda (table)
                     (should (equal (all-completions "" table)
                                    '("← 2026-03-04: Read: [[Henry David Thoreau: Walden]]")))
                     (car (all-completions "" table)))
                   #'commonplace-links)
  (should (equal link-story-day buffer-file-name))
  (should (looking-at-p "Read: "))
  (notebook-answer (lambda (table)
                     (should (equal (all-completions "" table) '("→ Henry David Thoreau: Walden")))
                     (car (all-completions "" table)))
                   #'commonplace-links)
  (should (equal link-story-walden buffer-file-name)))

(defun link-story-rename ()
  (goto-char (point-min))
  (search-forward "Hen")
  (eglot-rename "Walden")
  (programs-wait "the title" (lambda () (string-prefix-p "# Walden\n" (buffer-string))))
  (save-buffer)
  (with-current-buffer (get-file-buffer link-story-day)
    (should (string-search "Read: [[Walden]]\n" (buffer-string)))
    (save-buffer))
  (should (string-search "[[Walden]]" (notebook-stored link-story-day))))

(defun link-story-break ()
  (switch-to-buffer (get-file-buffer link-story-day))
  (goto-char (point-max))
  (insert "\n[[On ponds]]\n")
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (programs-wait "the diagnostic"
                 (lambda () (member "link-leads-nowhere" (notebook-codes))))
  (save-buffer)
  (search-backward "On ponds")
  (story-choose "Make the note"
                (lambda () (eglot-code-actions (point) (line-end-position) "quickfix" t)))
  (programs-wait "the note" (lambda () (assoc "On ponds" (notebook-notes))))
  (switch-to-buffer (get-file-buffer link-story-day))
  (programs-wait "no diagnostic"
                 (lambda () (not (member "link-leads-nowhere" (notebook-codes))))))

(defun link-story-file ()
  (notebook-close)
  (let ((default-directory temporary-file-directory))
    (story-check-whole)
    (programs-wait "the file" (lambda () (= 1 (story-rows "[[On ponds]]"))))
    (should (= 1 (story-rows "[[Walden]]")))
    (should (= 0 (story-rows "[[Henry David Thoreau")))))

(story-define
 "story_links"
 (notebook-steps-with
  :listLinks
  '(("open the note of a day" . link-story-open)
    ("make a link by completion" . link-story-complete)
    ("follow it" . link-story-follow)
    ("see the links of a note" . link-story-see)
    ("rename the title with its links" . link-story-rename)
    ("break a link, and make its note" . link-story-break)
    ("the file holds it" . link-story-file)))
 (lambda (play)
   (let* ((config (make-temp-file "config-" t))
          (file (expand-file-name "commonplace/templates/day.md" config))
          (process-environment (cons (concat "XDG_CONFIG_HOME=" config) process-environment)))
     (make-directory (file-name-directory file) t)
     (write-region "# {{date}}\n\nRead: {{cursor}}\n\n#journal\n" nil file nil 'quiet)
     (notebook-call play))))
;;; link-story-tests.el ends here
