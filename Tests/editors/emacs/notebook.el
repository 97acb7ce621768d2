;;; notebook.el --- A notebook for each test, and a second machine  -*- lexical-binding: t; -*-

;;; Code:

(require 'programs)
(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-note)
(require 'commonplace-find)
(require 'commonplace-title)
(require 'commonplace-conflict)
(require 'commonplace-edit)
(require 'flymake)

(defvar notebook-emacs (or (getenv "EMACS_UNDER_TEST")
                           (expand-file-name invocation-name invocation-directory)))
(defvar notebook-messages nil "What was told in this test, the last first.")

(defun notebook-tell (format &rest arguments)
  "Remember the message that FORMAT and ARGUMENTS make."
  (when format (push (apply #'format-message format arguments) notebook-messages)))

(defun notebook-call (function)
  "Call FUNCTION where `commonplace-notebook' is a new starter notebook."
  (let* ((directory (file-name-as-directory (make-temp-file "notebook-" t)))
         (commonplace-notebook (expand-file-name "starter.libnotes" directory))
         (programs-notebook commonplace-notebook)
         (commonplace-server-command (list programs-binary "lsp"))
         (commonplace-timeout programs-patience)
         (commonplace-server-leave-timeout programs-patience)
         (eglot-autoreconnect nil)
         (eglot-confirm-server-edits nil)
         (eglot-events-buffer-size 0)
         (eglot-events-buffer-config '(:size 0 :format short))
         (default-directory directory)
         (notebook-messages nil)
         (programs-connections nil))
    (programs-run "init" "--notebook" commonplace-notebook)
    (advice-add 'message :before #'notebook-tell)
    (unwind-protect
        (save-window-excursion (funcall function))
      (advice-remove 'message #'notebook-tell)
      (notebook-close)
      (delete-directory directory t))))

(defun notebook-close ()
  "End what a test began."
  (dolist (buffer (buffer-list))
    (when (commonplace-uri-p (buffer-file-name buffer))
      (with-current-buffer buffer
        (set-buffer-modified-p nil)
        (let ((kill-buffer-query-functions nil)) (kill-buffer)))))
  (programs-close)
  (commonplace-server--leave)
  (setq commonplace-server--leaving nil
        commonplace-server--last nil))

(defmacro notebook-test (name &rest body)
  "Define the test NAME, whose BODY has a notebook of its own."
  (declare (indent 1))
  `(ert-deftest ,name ()
     (notebook-call (lambda () ,@body))))

;; The notebook's content

(defun notebook-uri (index)
  "Return the URI of the note at INDEX, by title."
  (plist-get (aref (plist-get (commonplace-server-request
                               :commonplace/listNotes '(:sort "title"))
                              :notes)
                   index)
             :uri))

(defun notebook-notes ()
  "Return an alist from lines to all notes."
  (commonplace-find-distinct
   (plist-get (commonplace-server-request :commonplace/listNotes '(:sort "title")) :notes)
   (lambda (note) (plist-get note :title))))

(defun notebook-visit (&optional index)
  "Visit the note at INDEX, by title; return its URI."
  (let ((uri (notebook-uri (or index 0))))
    (find-file uri)
    uri))

(defun notebook-stored (uri)
  "Return the text that the server has of URI."
  (plist-get (commonplace-server-request :commonplace/readNote (list :uri uri)) :text))

(defun notebook-published (uri)
  "Return the text of URI in the user's file, for who knows no working copy."
  (let ((process-environment
         (cons (concat "XDG_STATE_HOME=" (make-temp-file "elsewhere-" t)) process-environment)))
    (programs-run "show" (commonplace-note-id uri) "--notebook" commonplace-notebook)))

(defun notebook-codes ()
  "Return the codes of the diagnostics that Flymake has."
  (mapcar (lambda (diagnostic)
            (let ((text (substring-no-properties (flymake-diagnostic-text diagnostic))))
              (if (string-match "\\[\\([a-z0-9-]+\\)\\]" text) (match-string 1 text) text)))
          (flymake-diagnostics)))

(defun notebook-told (part)
  "Return non-nil if a message had PART."
  (seq-some (lambda (message) (string-search part message)) notebook-messages))

(defun notebook-answer (answer function)
  "Call FUNCTION where who is asked to choose enters ANSWER.
ANSWER may be a function of the table and what may be entered."
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt table &rest _)
               (if (functionp answer) (funcall answer table) answer))))
    (funcall function)))

(defun notebook-kill-server ()
  "Kill the server as the system would, and wait until that is known."
  (let ((process (jsonrpc--process (commonplace-server-live))))
    (signal-process process 'SIGKILL)
    (programs-wait "the server to end" (lambda () (not (commonplace-server-live))))
    ;; In batch, while a timer is due, Emacs 30 puts off what is to be done about a process that
    ;; ended: its own descriptor for timers counts as input.
    (unless (process-get process 'jsonrpc-sentinel-cleanup-started)
      (funcall (process-sentinel process) process "killed\n"))))

(provide 'notebook)
;;; notebook.el ends here
