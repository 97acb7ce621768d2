;;; notebook.el --- A notebook for each test, and a second machine  -*- lexical-binding: t; -*-

;;; Code:

(when (version< emacs-version "29.1")
  (error "Load this where the package runs"))

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-note)
(require 'commonplace-find)
(require 'commonplace-conflict)
(require 'commonplace-edit)
(require 'flymake)

(defvar notebook-binary (getenv "COMMONPLACE_BIN"))
(defvar notebook-emacs (or (getenv "EMACS_UNDER_TEST")
                           (expand-file-name invocation-name invocation-directory)))
(defvar notebook-connections nil "What `notebook-other' started in this test.")
(defvar notebook-messages nil "What was told in this test, the last first.")

(defun notebook-run (&rest arguments)
  "Return what the command line prints for ARGUMENTS."
  (with-temp-buffer
    (let ((default-directory "/")
          (coding-system-for-read 'utf-8-unix))
      (apply #'call-process notebook-binary nil t nil arguments)
      (buffer-string))))

(defun notebook-tell (format &rest arguments)
  "Remember the message that FORMAT and ARGUMENTS make."
  (when format (push (apply #'format-message format arguments) notebook-messages)))

(defun notebook-call (function)
  "Call FUNCTION where `commonplace-notebook' is a new starter notebook."
  (let* ((directory (file-name-as-directory (make-temp-file "notebook-" t)))
         (commonplace-notebook (expand-file-name "starter.libnotes" directory))
         (commonplace-server-command (list notebook-binary "lsp"))
         (commonplace-timeout 20)
         (eglot-autoreconnect nil)
         (eglot-confirm-server-edits nil)
         (eglot-events-buffer-size 0)
         (eglot-events-buffer-config '(:size 0 :format short))
         (default-directory directory)
         (notebook-messages nil)
         (notebook-connections nil))
    (notebook-run "init" "--notebook" commonplace-notebook)
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
  (dolist (connection notebook-connections)
    (ignore-errors (jsonrpc-shutdown connection)))
  (commonplace-server--leave)
  (setq commonplace-server--leaving nil
        commonplace-server--last nil))

(defmacro notebook-test (name &rest body)
  "Define the test NAME, whose BODY has a notebook of its own."
  (declare (indent 1))
  `(ert-deftest ,name ()
     (notebook-call (lambda () ,@body))))

;; What there is

(defun notebook-uri (index)
  "Return the URI of the note at INDEX, by title."
  (plist-get (aref (plist-get (commonplace-server-request
                               :commonplace/listNotes '(:sort "title"))
                              :notes)
                   index)
             :uri))

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
    (notebook-run "show" (commonplace-note-id uri) "--notebook" commonplace-notebook)))

(defun notebook-wait (what condition &optional seconds)
  "Wait until CONDITION, a function, holds; fail with WHAT after SECONDS."
  (let ((end (+ (float-time) (or seconds 15))) value)
    (while (not (or (setq value (funcall condition)) (> (float-time) end)))
      (accept-process-output nil 0.02)
      ;; Timers run while Emacs sits.
      (sit-for 0.01))
    (unless value (ert-fail (format "waited in vain for %s" what)))
    value))

(defun notebook-told (part)
  "Return non-nil if a message had PART."
  (seq-some (lambda (message) (string-search part message)) notebook-messages))

;; Another machine, or another editor

(defun notebook-other ()
  "Return a connection to another server on the notebook."
  (let ((other (make-instance
                'jsonrpc-process-connection
                :name "other"
                :process (let ((default-directory "/"))
                           (make-process :name "other" :command (list notebook-binary "lsp")
                                         :connection-type 'pipe :coding 'utf-8-emacs-unix
                                         :noquery t :stderr (get-buffer-create " *other*"))))))
    (push other notebook-connections)
    (jsonrpc-request other :initialize
                     (list :processId nil :rootUri nil :capabilities (make-hash-table)
                           :initializationOptions (list :notebook commonplace-notebook)))
    (jsonrpc-notify other :initialized (make-hash-table))
    other))

(defun notebook-other-writes (uri text)
  "Have another server store TEXT as URI."
  (jsonrpc-request (or (car notebook-connections) (notebook-other))
                   :commonplace/writeNote (list :uri uri :text text)))

(defun notebook-kill-server ()
  "Kill the server as the system would, and wait until that is known."
  (let ((process (jsonrpc--process (commonplace-server-live))))
    (signal-process process 'SIGKILL)
    (notebook-wait "the server to end" (lambda () (not (commonplace-server-live))))
    ;; In batch, while a timer is due, Emacs 30 puts off what is to be done about a process that
    ;; ended: its own descriptor for timers counts as input.
    (unless (process-get process 'jsonrpc-sentinel-cleanup-started)
      (funcall (process-sentinel process) process "killed\n"))))

(provide 'notebook)
;;; notebook.el ends here
