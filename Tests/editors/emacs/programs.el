;;; programs.el --- The server and the command line, from without  -*- lexical-binding: t; -*-

;;; Commentary:

;; For any Emacs, whether the package runs in it or not.

;;; Code:

(require 'ert)
(require 'seq)
(require 'jsonrpc)

(defvar programs-notebook nil "The notebook that a test is about.")

(defconst programs-patience 30
  "The most seconds that one wait may take.  Many, since the machine may be slow or busy.")
;; That of requests that do not say, as Eglot's.
(setq jrpc-default-request-timeout programs-patience)

(defvar programs-binary (getenv "COMMONPLACE_BIN"))
(defvar programs-connections nil "What `programs-other' started in this test.")

(defun programs-run (&rest arguments)
  "Return what the command line prints for ARGUMENTS."
  (with-temp-buffer
    (let ((default-directory "/")
          (coding-system-for-read 'utf-8-unix))
      (apply #'call-process programs-binary nil t nil arguments)
      (buffer-string))))

(defun programs-wait (what condition)
  "Wait until CONDITION, a function, holds; fail with WHAT if that takes too long."
  (let ((end (+ (float-time) programs-patience)) value)
    (while (not (or (setq value (funcall condition)) (> (float-time) end)))
      (accept-process-output nil 0.02)
      ;; Timers run while Emacs sits.
      (sit-for 0.01))
    (unless value (ert-fail (format "waited in vain for %s" what)))
    value))

;; Another machine, or another editor

(defun programs-other ()
  "Return a connection to another server on the notebook."
  (or (car programs-connections)
      (let ((other (make-instance
                    'jsonrpc-process-connection
                    :name "other"
                    :process (let ((default-directory "/"))
                               (make-process :name "other" :command (list programs-binary "lsp")
                                             :connection-type 'pipe :coding 'utf-8-emacs-unix
                                             :noquery t :stderr (get-buffer-create " *other*"))))))
        (push other programs-connections)
        (jsonrpc-request other :initialize
                         (list :processId nil :rootUri nil :capabilities (make-hash-table)
                               :initializationOptions (list :notebook programs-notebook)))
        (jsonrpc-notify other :initialized (make-hash-table))
        other)))

(defun programs-other-writes (uri text)
  "Have another server store TEXT as URI, over what is stored there."
  (let* ((other (programs-other))
         (stored (jsonrpc-request other :commonplace/readNote (list :uri uri))))
    (jsonrpc-request other :commonplace/writeNote
                     (list :uri uri :text text :baseVersion (plist-get stored :version)))))

(defun programs-close ()
  "End the other servers."
  (dolist (connection programs-connections)
    (ignore-errors (jsonrpc-shutdown connection)))
  (setq programs-connections nil))

(provide 'programs)
;;; programs.el ends here
