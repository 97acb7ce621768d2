;;; story-tests.el --- The story that every editor's tests play  -*- lexical-binding: t; -*-

;;; Commentary:

;; Tests/editors/story.md, step by step.  Where a step fails, those after it fail.

;;; Code:

(require 'notebook)
(require 'commonplace-highlight)

(defvar story-uri nil "The note that the story is about.")

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

(defun story-rows (text)
  "Return how many rows of the notebook's file have TEXT."
  (string-to-number
   (story-sqlite (format "SELECT count(*) FROM entry WHERE instr(text, '%s')" text))))

(defun story-sqlite (query)
  "Return what the sqlite3 shell answers to QUERY."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix))
      (call-process "sqlite3" nil t nil commonplace-notebook query))
    (string-trim (buffer-string))))

(defun story-the-file-holds-it ()
  (notebook-close)
  (if (not (executable-find "sqlite3"))
      (let ((text (notebook-run "show" (commonplace-note-id story-uri)
                                "--notebook" commonplace-notebook)))
        (should (string-search "Written here." text))
        (should (string-search "#reading/customs" text)))
    (should (equal (story-sqlite "PRAGMA integrity_check") "ok"))
    (should (= 1 (story-rows "Written here.")))
    (should (= 1 (story-rows "Written there.")))
    (pcase-dolist (`(,step . ,text) '((fix-it-by-code-action . "?[animal](Okapi)")
                                      (rename-a-tag-over-the-notebook . "#reading/customs")
                                      (make-a-cloze . "?[](Lima)")))
      ;; Of a step that was skipped nothing is to be found.
      (when (eq t (alist-get step story-outcomes))
        (should (< 0 (story-rows text)))))
    (when (eq t (alist-get 'rename-a-tag-over-the-notebook story-outcomes))
      (should (= 0 (story-rows "#reading/habits"))))))

(defconst story-steps
  '((open-from-the-notebook . story-open)
    (see-the-tokens . story-see-the-tokens)
    (break-a-cloze . story-break-a-cloze)
    (fix-it-by-code-action . story-fix-it-by-code-action)
    (complete-a-tag . story-complete-a-tag)
    (save . story-save)
    (search-for-what-was-just-written . story-search)
    (rename-a-tag-over-the-notebook . story-rename-a-tag)
    (meet-a-conflict-and-keep-both . story-meet-a-conflict-and-keep-both)
    (make-a-cloze . story-make-a-cloze)
    (the-file-holds-it . story-the-file-holds-it))
  "The steps, and what plays each.")

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
       (pcase-dolist (`(,step . ,function) story-steps)
         (push (cons step
                     (condition-case condition
                         (progn (story-go-on) (funcall function) t)
                       ((ert-test-skipped ert-test-failed error) condition)))
               story-outcomes))))))

(defun story-go-on ()
  "Fail if a step before failed."
  (pcase-dolist (`(,step . ,outcome) story-outcomes)
    (unless (or (eq outcome t) (eq (car outcome) 'ert-test-skipped))
      (ert-fail (format "a step before failed: %s" step)))))

(seq-map-indexed
 (lambda (step index)
   (eval `(ert-deftest ,(intern (format "story-%02d-%s" (1+ index) (car step))) ()
            (story-play)
            (let ((outcome (alist-get ',(car step) story-outcomes)))
              (unless (eq outcome t)
                (signal (car outcome) (cdr outcome)))))
         t))
 story-steps)
;;; story-tests.el ends here
