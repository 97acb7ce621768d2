;;; saving-tests.el --- Saves that fail, and what others write  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)

(defun saving-refuse (function)
  "Call FUNCTION while the server refuses to write."
  (cl-letf* ((request (symbol-function 'commonplace-server-request))
             ((symbol-function 'commonplace-server-request)
              (lambda (method &rest rest)
                (if (eq method :commonplace/writeNote)
                    (signal 'commonplace-error '("the disk is full"))
                  (apply request method rest)))))
    (funcall function)))

(notebook-test saving-that-fails-says-why-and-keeps-the-text
  (let ((uri (notebook-visit)))
    (insert "mine\n")
    (let ((text (buffer-string)))
      (saving-refuse
       (lambda ()
         (let ((failure (should-error (save-buffer) :type 'commonplace-error)))
           (should (string-search "Not saved: the disk is full" (error-message-string failure))))
         (should-error (save-some-buffers t) :type 'commonplace-error)
         (should-error (save-buffers-kill-emacs t) :type 'commonplace-error)))
      (should (equal (buffer-string) text))
      (should (buffer-modified-p))
      (save-buffer)
      (should (equal (notebook-stored uri) text)))))

;; The parameters of each request to write, newest first.
(defvar saving-sent nil)

(defmacro saving-watch (&rest body)
  "Run BODY, and keep the parameters of requests to write in `saving-sent'."
  `(progn
     (setq saving-sent nil)
     (let ((watch (lambda (_ &rest message)
                    (when (eq (plist-get message :method) :commonplace/writeNote)
                      (push (plist-get message :params) saving-sent)))))
       (advice-add 'jsonrpc-connection-send :before watch)
       (unwind-protect (progn ,@body)
         (advice-remove 'jsonrpc-connection-send watch)))))

(notebook-test saving-sends-a-digest-and-no-text
  (let ((uri (notebook-visit)))
    (insert "mine ö\n")
    (saving-watch
     (save-buffer)
     (should (equal (notebook-stored uri) (buffer-string)))
     (should (= (length saving-sent) 1))
     (should (plist-member (car saving-sent) :digest))
     (should-not (plist-member (car saving-sent) :text)))))

(notebook-test saving-sends-the-text-where-the-server-has-another
  (let ((uri (notebook-visit)))
    (cl-letf (((symbol-function 'eglot--signal-textDocument/didChange) #'ignore))
      (insert "mine\n")
      (saving-watch
       (save-buffer)
       (should (= (length saving-sent) 2))
       (should (plist-member (car saving-sent) :text))))
    (should (equal (notebook-stored uri) (buffer-string)))))

(notebook-test saving-starts-a-killed-server-again
  (let ((uri (notebook-visit)))
    (insert "before\n")
    (save-buffer)
    (notebook-kill-server)
    (programs-wait "the user to be told" (lambda () (notebook-told "server stopped")))
    (should-not (eglot-managed-p))
    (insert "after\n")
    (save-buffer)
    (should-not (buffer-modified-p))
    (should (eglot-managed-p))
    (should (equal (notebook-stored uri) (buffer-string)))
    (should (string-prefix-p "before\nafter\n" (buffer-string)))))

(notebook-test saving-while-the-server-is-killed-starts-it-again-and-goes-on
  (let* ((uri (notebook-visit))
         (process (jsonrpc--process (commonplace-server-live))))
    (insert "mine\n")
    ;; Stopped as soon as it was asked: to one that is stopped before, Emacs sends nothing.
    (advice-add 'jsonrpc-connection-send :after
                (lambda (_ &rest message)
                  (when (eq (plist-get message :method) :commonplace/writeNote)
                    (advice-remove 'jsonrpc-connection-send 'saving-stop)
                    (signal-process process 'SIGSTOP)
                    (run-at-time 0.2 nil (lambda () (signal-process process 'SIGKILL)))))
                '((name . saving-stop)))
    (save-buffer)
    (should-not (buffer-modified-p))
    (should (string-prefix-p "mine\n" (buffer-string)))
    (should (equal (notebook-stored uri) (buffer-string)))
    (programs-wait "the new server" #'eglot-managed-p)))

(notebook-test saving-without-a-server-is-an-error-and-the-text-stays
  (notebook-visit)
  (insert "mine\n")
  (notebook-kill-server)
  (let ((commonplace-server-command '("no-such-commonplace")))
    (let ((failure (should-error (save-buffer) :type 'commonplace-error)))
      (should (string-match-p "Not saved: .*no-such-commonplace.* is not an executable"
                              (error-message-string failure)))))
  (should (buffer-modified-p)))

(notebook-test saving-an-answer-that-never-came-is-no-conflict-with-oneself
  (let ((uri (notebook-visit))
        (lost nil))
    (insert "one\n")
    (cl-letf* ((request (symbol-function 'commonplace-server-request))
               ((symbol-function 'commonplace-server-request)
                (lambda (&rest arguments)
                  (apply request arguments)
                  (setq lost t)
                  (signal 'commonplace-error '("no answer")))))
      (should-error (save-buffer) :type 'commonplace-error))
    (should lost)
    (insert "two\n")
    (save-buffer)
    (should-not (buffer-modified-p))
    (should (equal (notebook-stored uri) (buffer-string)))))

(notebook-test saving-what-is-no-unicode-is-an-error-and-the-text-stays
  (let* ((uri (notebook-visit))
         (before (notebook-stored uri)))
    (insert (string (unibyte-char-to-multibyte #xff)))
    (should-error (save-buffer) :type 'commonplace-error)
    (should (buffer-modified-p))
    (should (equal (notebook-stored uri) before))))

(defun saving-in-another-emacs (uri &rest forms)
  "Evaluate FORMS in another Emacs that types at the end of URI; return its status."
  (let ((script (expand-file-name "quit.el")))
    (with-temp-file script
      (prin1 `(progn
                (push ,(file-name-directory (locate-library "commonplace")) load-path)
                (setq vc-handled-backends nil
                      user-emacs-directory ,default-directory)
                (require 'commonplace)
                (setq commonplace-server-command ',commonplace-server-command
                      commonplace-notebook ,commonplace-notebook)
                (require 'commonplace-server)
                (setq commonplace-timeout ,programs-patience
                      commonplace-server-leave-timeout ,programs-patience)
                (find-file ,uri)
                (goto-char (point-max))
                (insert "the last words\n")
                ,@forms)
             (current-buffer)))
    (call-process notebook-emacs nil nil nil "--batch" "-Q" "-l" script)))

(notebook-test saving-reaches-the-users-file-when-emacs-ends
  (let ((uri (notebook-uri 0)))
    (should (zerop (saving-in-another-emacs uri '(save-buffers-kill-emacs t))))
    (should (string-search "the last words" (notebook-stored uri)))
    (should (string-search "the last words" (notebook-published uri)))))

(notebook-test saving-when-emacs-ends-starts-a-killed-server-again
  (let ((uri (notebook-uri 0)))
    (should (zerop (saving-in-another-emacs
                    uri
                    '(signal-process (jsonrpc--process (commonplace-server-live)) 'SIGKILL)
                    '(save-buffers-kill-emacs t))))
    (should (string-search "the last words" (notebook-stored uri)))
    (should (string-search "the last words" (notebook-published uri)))))

(notebook-test saving-that-fails-as-emacs-ends-does-not-end-it
  (let ((uri (notebook-uri 0)))
    (should (= 7 (saving-in-another-emacs
                  uri
                  '(signal-process (jsonrpc--process (commonplace-server-live)) 'SIGKILL)
                  '(setq commonplace-server-command '("no-such-commonplace"))
                  '(condition-case nil
                       (save-buffers-kill-emacs t)
                     (commonplace-error
                      (kill-emacs (if (and (buffer-modified-p)
                                           (string-suffix-p "the last words\n" (buffer-string)))
                                      7
                                    8)))))))
    (should-not (string-search "the last words" (notebook-stored uri)))))

(notebook-test saving-elsewhere-shows-in-buffers-that-are-as-they-were-read
  (let ((uri (notebook-visit)))
    (search-forward "Darwin")
    (programs-other-writes uri (concat "theirs\n" (notebook-stored uri)))
    (programs-wait "their text" (lambda () (string-prefix-p "theirs\n" (buffer-string))))
    (should-not (buffer-modified-p))
    (should (looking-back "Darwin" (line-beginning-position)))
    (insert "!")
    (save-buffer)
    (should (equal (notebook-stored uri) (buffer-string)))))

(notebook-test saving-elsewhere-leaves-what-one-types-alone
  (let ((uri (notebook-visit)))
    (insert "mine\n")
    (programs-other-writes uri "theirs\n")
    (programs-wait "the user to be told"
                   (lambda () (notebook-told "was changed outside this editor")))
    (should (string-prefix-p "mine\n" (buffer-string)))
    (should (buffer-modified-p))))

;; Conflicts

(defun saving-conflict ()
  "Run into a conflict with what another stored; return the note and that text."
  (let* ((uri (notebook-visit))
         (theirs (concat "theirs\n" (notebook-stored uri))))
    (insert "mine\n")
    (programs-other-writes uri theirs)
    (let ((failure (should-error (save-buffer) :type 'commonplace-error)))
      (should (string-search "changed outside this editor" (error-message-string failure))))
    (should (buffer-modified-p))
    (should (equal (notebook-stored uri) theirs))
    (list uri theirs)))

(notebook-test conflict-shows-both-texts-and-saving-again-overwrites-nothing
  (pcase-let ((`(,uri ,theirs) (saving-conflict)))
    (let ((stored (commonplace-conflict--shown)))
      (should (get-buffer-window stored))
      (should (equal (with-current-buffer stored (buffer-string)) theirs))
      (should (buffer-local-value 'buffer-read-only stored)))
    (should-error (save-buffer) :type 'commonplace-error)
    (should (equal (notebook-stored uri) theirs))))

(defun saving-told (function)
  "Call FUNCTION, which fails, and return what the user is told of that."
  (let ((failure (should-error (funcall function) :type 'commonplace-error)))
    (error-message-string failure)))

(notebook-test conflict-is-told-in-a-sentence-that-fits-a-line
  (saving-conflict)
  (should (equal (saving-told #'save-buffer)
                 "Not saved: note changed outside this editor; C-c C-k asks what to keep"))
  (should (memq 'user-error (get 'commonplace-error 'error-conditions)))
  (with-current-buffer (commonplace-conflict--shown)
    (should (derived-mode-p 'commonplace-conflict-mode))
    (should (string-match-p
             (concat "\\`1\\. this machine, 20[-: 0-9]+ (shown): 1 keeps it, 2 your buffer, b both; "
                     "e compares, g merges\\'")
             header-line-format))))

(notebook-test conflict-is-settled-by-a-key-beside-the-stored-text
  (pcase-let ((`(,uri ,_) (saving-conflict)))
    (let ((note (current-buffer))
          (stored (commonplace-conflict--shown)))
      (with-current-buffer stored
        (call-interactively (key-binding (kbd "2"))))
      (should-not (buffer-live-p stored))
      (with-current-buffer note
        (should-not (buffer-modified-p))))
    (should (string-prefix-p "mine\n" (notebook-stored uri)))))

(notebook-test conflict-keep-other
  (pcase-let ((`(,uri ,_) (saving-conflict)))
    (let ((stored (commonplace-conflict--shown)))
      (commonplace-resolve-conflict "other")
      (should-not (buffer-live-p stored)))
    (should-not (buffer-modified-p))
    (should (string-prefix-p "mine\n" (notebook-stored uri)))))

(notebook-test conflict-keep-shown
  (pcase-let ((`(,_ ,theirs) (saving-conflict)))
    (commonplace-resolve-conflict "shown")
    (should (equal (buffer-string) theirs))
    (should-not (buffer-modified-p))))

(notebook-test conflict-keep-both
  (pcase-let ((`(,uri ,theirs) (saving-conflict)))
    (let ((notes (length (notebook-notes))))
      (commonplace-resolve-conflict "both")
      (should (equal theirs (notebook-stored uri)))
      (should (equal theirs (buffer-string)))
      (should (= (1+ notes) (length (notebook-notes))))
      (should (seq-some (lambda (note)
                          (string-prefix-p "mine\n" (notebook-stored (plist-get (cdr note) :uri))))
                        (notebook-notes))))))

(notebook-test conflict-words-are-those-of-the-list
  (pcase-let ((`(,uri ,theirs) (saving-conflict)))
    (dolist (word '("mine" "theirs" "3" mine))
      (let ((failure (should-error (commonplace-resolve-conflict word) :type 'user-error)))
        (should (string-search "choose one of shown, 1, this machine, other, 2, the text in this buffer"
                               (error-message-string failure)))))
    (should (equal theirs (notebook-stored uri)))
    (should (string-prefix-p "mine\n" (buffer-string)))
    (let ((asked nil))
      (cl-letf (((symbol-function 'read-multiple-choice)
                 (lambda (_ choices) (setq asked choices) (assq ?2 choices))))
        (call-interactively #'commonplace-resolve-conflict))
      (should (equal (mapcar #'car asked) '(?1 ?2 ?b ?e ?g)))
      (should (equal (nth 2 (nth 1 asked)) "2. the text in this buffer (other)")))
    (should (string-prefix-p "mine\n" (notebook-stored uri)))))

(notebook-test conflict-shows-the-first-difference-in-both
  (let* ((uri (notebook-visit))
         (stored (notebook-stored uri)))
    (goto-char (point-max))
    (insert "mine\n")
    (programs-other-writes uri (concat stored "theirs\n"))
    (goto-char (point-min))
    (should-error (save-buffer) :type 'commonplace-error)
    (should (looking-at-p "mine\n"))
    (with-current-buffer (commonplace-conflict--shown)
      (should-not truncate-lines)
      (should (looking-at-p "theirs\n")))))

(notebook-test conflict-is-merged-in-the-note-itself
  (pcase-let ((`(,uri ,theirs) (saving-conflict)))
    (goto-char (point-max))
    (insert "typed before\n")
    (commonplace-resolve-conflict "merge")
    (should (equal uri buffer-file-name))
    (should (string-prefix-p "<<<<<<< the text in this buffer\nmine\n=======\ntheirs\n>>>>>>> this"
                             (buffer-string)))
    (should smerge-mode)
    (should-not (commonplace-conflict--shown))
    (goto-char (point-max))
    (insert "typed during\n")
    (dolist (kept '("<<<<<<< \\|>>>>>>> " "======="))
      (let ((failure (should-error (save-buffer) :type 'commonplace-error)))
        (should (string-search "is a merge marker" (error-message-string failure))))
      (should (buffer-modified-p))
      (should (equal theirs (notebook-stored uri)))
      (flush-lines (concat "^\\(" kept "\\)") (point-min) (point-max)))
    (save-buffer)
    (should (equal (concat "mine\n" theirs "typed before\ntyped during\n") (notebook-stored uri)))
    (should (equal (buffer-string) (notebook-stored uri)))
    (should-not smerge-mode)))

(notebook-test conflict-a-merge-that-is-reverted-or-undone-stores-nothing
  (pcase-let ((`(,uri ,theirs) (saving-conflict)))
    (undo-boundary)
    (commonplace-resolve-conflict "merge")
    (setq last-command nil)
    (undo)
    (should (string-prefix-p "mine\n" (buffer-string)))
    (should-error (save-buffer) :type 'commonplace-error)
    (should (equal theirs (notebook-stored uri)))
    (commonplace-resolve-conflict "merge")
    (revert-buffer t t)
    (should (equal theirs (buffer-string)))
    (save-buffer)
    (should (equal theirs (notebook-stored uri)))))

(notebook-test conflict-a-change-that-comes-during-a-merge-is-not-replaced
  (pcase-let ((`(,uri ,_) (saving-conflict)))
    (commonplace-resolve-conflict "merge")
    (programs-other-writes uri "theirs again\n")
    (flush-lines "^[<=>]\\{7\\}" (point-min) (point-max))
    (should-error (save-buffer) :type 'commonplace-error)
    (should (equal (notebook-stored uri) "theirs again\n"))
    (should (commonplace-conflict--shown))))

(notebook-test conflict-with-what-comes-while-one-chooses-is-another
  (pcase-let ((`(,uri ,_) (saving-conflict)))
    (programs-other-writes uri "theirs again\n")
    (should-error (commonplace-resolve-conflict "other") :type 'commonplace-error)
    (should (equal (notebook-stored uri) "theirs again\n"))
    (should (equal (with-current-buffer (commonplace-conflict--shown) (buffer-string))
                   "theirs again\n"))
    (should (buffer-modified-p))))

(notebook-test conflict-is-over-when-the-buffer-is-reverted
  (pcase-let ((`(,_ ,theirs) (saving-conflict)))
    (revert-buffer t t)
    (should (equal (buffer-string) theirs))
    (should-not commonplace-note-conflict)
    (insert "on top\n")
    (save-buffer)))

(notebook-test conflict-with-a-deletion
  (let ((uri (notebook-visit)))
    (insert "mine\n")
    (jsonrpc-request (programs-other) :commonplace/deleteNote (list :uri uri :permanently t))
    (let ((failure (should-error (save-buffer) :type 'commonplace-error)))
      (should (equal (error-message-string failure)
                     "Not saved: note deleted outside this editor; C-c C-k restores your text")))
    (should (string-search "deleted outside this editor"
                           (buffer-local-value 'header-line-format (commonplace-conflict--shown))))
    (should-error (commonplace-resolve-conflict "shown") :type 'user-error)
    (commonplace-resolve-conflict "other")
    (should (string-prefix-p "mine\n" (notebook-stored uri)))))

;; Edits of different lines

(defun saving-in-different-lines ()
  "Type at the start while another stores a line at the end, and save.
Return the note, our text and theirs."
  (let* ((uri (notebook-visit))
         (theirs (concat (notebook-stored uri) "theirs\n")))
    (insert "mine\n")
    (undo-boundary)
    (let ((mine (buffer-string)))
      (programs-other-writes uri theirs)
      (saving-refused-with-both uri theirs)
      (list uri mine theirs))))

(defun saving-refused-with-both (uri theirs)
  "Save, and see that THEIRS, stored as URI, is in the text now and stored still."
  (let ((failure (should-error (save-buffer) :type 'commonplace-error)))
    (should (string-search "were merged into your text" (error-message-string failure)))
    (should (<= (string-width (error-message-string failure)) 100)))
  (should (buffer-modified-p))
  (should (string-suffix-p "theirs\n" (buffer-string)))
  (should (equal (notebook-stored uri) theirs)))

(notebook-test conflict-of-different-lines-brings-them-together
  (pcase-let ((`(,uri ,_ ,theirs) (saving-in-different-lines)))
    (should (equal (buffer-string) (concat "mine\n" theirs)))
    (should-not (commonplace-conflict--shown))
    (save-buffer)
    (should-not (buffer-modified-p))
    (should (equal (notebook-stored uri) (concat "mine\n" theirs)))))

(notebook-test conflict-of-different-lines-can-be-undone-and-overwrites-nothing
  (pcase-let ((`(,uri ,mine ,theirs) (saving-in-different-lines)))
    (setq last-command nil)
    (undo)
    (undo-boundary)
    (should (equal (buffer-string) mine))
    (saving-refused-with-both uri theirs)
    (should (equal (buffer-string) (concat "mine\n" theirs)))
    ;; Redone as it was undone, with its base.
    (setq last-command nil)
    (undo)
    (undo-boundary)
    (setq last-command nil)
    (undo)
    (undo-boundary)
    (should (equal (buffer-string) (concat "mine\n" theirs)))
    (save-buffer)
    (should (equal (notebook-stored uri) (concat "mine\n" theirs)))))

(notebook-test conflict-a-buffer-that-followed-goes-back-and-overwrites-nothing
  (let* ((uri (notebook-visit))
         (before (buffer-string))
         (theirs (concat before "theirs\n")))
    (buffer-enable-undo)
    (programs-other-writes uri theirs)
    (programs-wait "their text" (lambda () (equal (buffer-string) theirs)))
    (setq last-command nil)
    (undo)
    (undo-boundary)
    (should (equal (buffer-string) before))
    (goto-char (point-min))
    (insert "mine\n")
    (saving-refused-with-both uri theirs)
    (should (equal (buffer-string) (concat "mine\n" theirs)))))

(notebook-test conflict-keep-shown-can-be-undone-and-overwrites-nothing
  (pcase-let ((`(,uri ,theirs) (saving-conflict)))
    (undo-boundary)
    (commonplace-resolve-conflict "shown")
    (setq last-command nil)
    (undo)
    (should (string-prefix-p "mine\n" (buffer-string)))
    (should-error (save-buffer) :type 'commonplace-error)
    (should (equal (notebook-stored uri) theirs))))

(notebook-test saving-messages-of-the-server-are-only-shown
  (notebook-visit)
  (insert "mine\n")
  (let ((point (point)) (text (buffer-string)) (window (selected-window)))
    (dolist (type '(2 3))
      (eglot-handle-notification (commonplace-server-live) 'window/showMessage
                                 :type type :message (format "changed elsewhere %d" type))
      (should (notebook-told (format "changed elsewhere %d" type))))
    (should (equal (list point text window)
                   (list (point) (buffer-string) (selected-window))))))
;;; saving-tests.el ends here
