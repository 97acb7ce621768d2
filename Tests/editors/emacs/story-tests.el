;;; story-tests.el --- The story that every editor's tests play  -*- lexical-binding: t; -*-

;;; Commentary:

;; One session, step by step.  A step that needs one that failed fails, too.

;;; Code:

(require 'notebook)
(require 'commonplace-highlight)
(require 'xref)
(require 'imenu)

(defvar story-uri nil "The note that the story is about.")
(defvar story-done nil "The steps that are done.")

(defun story-diagnostics ()
  "Return the codes of the diagnostics that Flymake has."
  (mapcar (lambda (diagnostic)
            (let ((text (substring-no-properties (flymake-diagnostic-text diagnostic))))
              (if (string-match "\\[\\([a-z-]+\\)\\]" text) (match-string 1 text) text)))
          (flymake-diagnostics)))

(defun story-face (text)
  "Return the face of TEXT."
  (save-excursion
    (goto-char (point-min))
    (search-forward text)
    (get-text-property (match-beginning 0) 'font-lock-face)))

(defun story-open ()
  (find-file story-uri)
  (should (eq major-mode 'minimarkdown-mode))
  (should (eglot-managed-p))
  (should (string-prefix-p "# Welcome" (buffer-string))))

(defun story-see-the-tokens ()
  (font-lock-ensure)
  (should (eq (story-face "Welcome") 'minimarkdown-heading))
  (should (eq (story-face "John Milton") 'minimarkdown-cloze-answer))
  (should (eq (story-face "#reading/habits") 'minimarkdown-hashtag)))

(defun story-break-a-cloze ()
  (goto-char (point-max))
  (insert "\nAn ?[animal](Okapi\n")
  ;; Idle timers, one of which tells the server of changes, do not run in batch.
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (notebook-wait "the diagnostic"
                 (lambda () (member "unterminated-cloze" (story-diagnostics)))))

(defun story-fix-it-by-code-action ()
  (goto-char (point-max))
  (search-backward "?[animal]")
  (let ((asked nil))
    (eglot--signal-textDocument/didChange)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt choices &rest _)
                 (setq asked (all-completions "" choices))
                 (or (seq-find (lambda (choice) (string-search "Close the answer" choice)) asked)
                     (car asked)))))
      (condition-case nil
          (eglot-code-actions (point) (line-end-position) "quickfix" t)
        (error (ert-skip "this server has no fixes")))))
  (should (string-suffix-p "An ?[animal](Okapi)\n" (buffer-string)))
  (eglot--signal-textDocument/didChange)
  (notebook-wait "no diagnostic"
                 (lambda () (not (member "unterminated-cloze" (story-diagnostics))))))

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
  (unless (story-capable :renameProvider)
    (ert-skip "this server renames no hashtags"))
  (let ((other (plist-get (commonplace-server-request
                           :commonplace/createNote
                           '(:title "On habits" :tags ["reading/habits"]))
                          :uri)))
    (goto-char (point-min))
    (search-forward "#reading/hab")
    (eglot-rename "customs")
    (notebook-wait "the new hashtag" (lambda () (string-search "#reading/customs" (buffer-string))))
    (should-not (string-search "#reading/habits" (buffer-string)))
    (should (string-search "#reading/customs" (notebook-stored other)))
    (save-buffer)))

(defun story-capable (&rest path)
  "Return what the server declares at PATH, in any Eglot."
  (apply (if (fboundp 'eglot-server-capable) #'eglot-server-capable #'eglot--server-capable)
         path))

(defun story-outline-and-places ()
  (should (assoc "Welcome to your commonplace book" (imenu--make-index-alist t)))
  (goto-char (point-min))
  (search-forward "#welcom")
  (if (story-capable :referencesProvider)
      (should (xref-backend-references 'eglot "#welcome"))
    (ert-skip "this server knows no references")))

(defun story-meet-a-conflict-and-keep-both ()
  (goto-char (point-max))
  (insert "Written here.\n")
  (notebook-other-writes story-uri (concat (notebook-stored story-uri) "Written there.\n"))
  (should-error (save-buffer) :type 'commonplace-error)
  (commonplace-resolve-conflict 'both)
  (should-not (buffer-modified-p)))

(defun story-make-a-cloze ()
  (goto-char (point-max))
  (insert "\nThe capital of Peru is Lima.\n")
  (search-backward "Lima")
  (condition-case nil
      (commonplace-make-cloze (point) (match-end 0))
    (user-error (ert-skip "this server makes no clozes")))
  (should (string-search "is ?[](Lima)." (buffer-string)))
  (save-buffer))

(defun story-the-file-holds-it ()
  (notebook-close)
  (unless (executable-find "sqlite3")
    (ert-skip "there is no sqlite3 shell"))
  (let* ((read (lambda (query)
                 (with-temp-buffer
                   (let ((coding-system-for-read 'utf-8-unix))
                     (call-process "sqlite3" nil t nil commonplace-notebook query))
                   (string-trim (buffer-string)))))
         (count (lambda (text)
                  (funcall read (format "SELECT count(*) FROM entry WHERE text LIKE '%%%s%%'"
                                        text)))))
    (should (equal (funcall read "PRAGMA integrity_check") "ok"))
    (should (equal (funcall count "Written here.") "1"))
    (should (equal (funcall count "Written there.") "1"))
    (should-not (equal (funcall count "Okapi") "0"))
    (when (memq #'story-rename-a-tag story-done)
      (should (equal (funcall count "#reading/habits") "0"))
      (should-not (equal (funcall count "#reading/customs") "0")))))

(defconst story-steps
  '(story-open story-see-the-tokens story-break-a-cloze story-fix-it-by-code-action
    story-complete-a-tag story-save story-search story-rename-a-tag story-outline-and-places
    story-meet-a-conflict-and-keep-both story-make-a-cloze story-the-file-holds-it)
  "The story.")

(defvar story-outcomes nil
  "An alist from a step to what became of it: t, or a condition.")

(defun story-play ()
  "Play the whole story, once, and note what becomes of each step."
  (unless story-outcomes
    (notebook-call
     (lambda ()
       (setq story-uri (plist-get (cdr (assoc "Welcome to your commonplace book"
                                              (commonplace-find--notes nil)))
                                  :uri))
       (dolist (step story-steps)
         (push (cons step
                     (condition-case condition
                         (progn (funcall step) (push step story-done) t)
                       ((ert-test-skipped ert-test-failed error) condition)))
               story-outcomes))))))

(seq-map-indexed
 (lambda (step index)
   (eval `(ert-deftest ,(intern (replace-regexp-in-string
                                 "\\`story-" (format "story-%02d-" (1+ index))
                                 (symbol-name step)))
              ()
            (story-play)
            (let ((outcome (alist-get ',step story-outcomes)))
              (unless (eq outcome t)
                (signal (car outcome) (cdr outcome)))))
         t))
 story-steps)
;;; story-tests.el ends here
