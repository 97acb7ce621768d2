;;; pace-tests.el --- Nothing is done that long notes would feel  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)
(require 'commonplace-garbage)

(ert-deftest garbage-waits-for-a-pause ()
  (let ((gc-cons-threshold 800000)
        (commonplace-garbage--usual nil)
        (noninteractive nil)
        (timer-idle-list nil))
    (commonplace-garbage-wait)
    (should (equal gc-cons-threshold commonplace-garbage-threshold))
    (should (equal (length timer-idle-list) 1))
    (commonplace-garbage-wait)
    (should (equal (length timer-idle-list) 1))
    (commonplace-garbage--collect)
    (should (equal gc-cons-threshold 800000))
    ;; A user who sets it meanwhile has the last word, and one who has a higher
    ;; one keeps it.
    (commonplace-garbage-wait)
    (setq gc-cons-threshold 900000)
    (commonplace-garbage--collect)
    (should (equal gc-cons-threshold 900000))
    (setq gc-cons-threshold (* 2 commonplace-garbage-threshold))
    (commonplace-garbage-wait)
    (should (equal gc-cons-threshold (* 2 commonplace-garbage-threshold)))
    (let ((commonplace-garbage-threshold nil)
          (gc-cons-threshold 800000))
      (commonplace-garbage-wait)
      (should (equal gc-cons-threshold 800000)))))

(ert-deftest garbage-of-an-idle-emacs-waits-too ()
  (let ((gc-cons-threshold 800000)
        (commonplace-garbage--usual nil)
        (noninteractive nil)
        (timer-idle-list nil)
        (timer-list nil))
    (cl-letf (((symbol-function 'current-idle-time) (lambda () (seconds-to-time 60))))
      (commonplace-garbage-wait)
      (should (equal gc-cons-threshold commonplace-garbage-threshold))
      (should (equal (list (length timer-idle-list) (length timer-list)) '(0 1))))))

(notebook-test only-long-notes-let-garbage-wait
  (notebook-visit)
  (let ((waited 0))
    (cl-letf (((symbol-function 'commonplace-garbage-wait) (lambda () (setq waited (1+ waited)))))
      (run-hooks 'pre-command-hook)
      (should (equal waited 0))
      (let ((commonplace-garbage--long 10))
        (run-hooks 'pre-command-hook)
        (should (equal waited 1))))))

(notebook-test a-saved-text-is-sent-once
  (notebook-visit)
  (insert "once\n")
  (let ((sent nil))
    (cl-letf* ((notify (symbol-function 'jsonrpc-notify))
               ((symbol-function 'jsonrpc-notify)
                (lambda (server method parameters)
                  (push method sent)
                  (funcall notify server method parameters))))
      (save-buffer))
    (should-not (memq :textDocument/didSave sent))))

(notebook-test messages-are-not-formatted
  (skip-unless (boundp 'eglot-events-buffer-config))
  (setq eglot-events-buffer-config (eval (car (get 'eglot-events-buffer-config 'standard-value)) t))
  (notebook-visit)
  (should (equal (plist-get (slot-value (commonplace-server-live) '-events-buffer-config) :size) 0)))

(notebook-test messages-are-formatted-where-the-user-wants-it
  (skip-unless (boundp 'eglot-events-buffer-config))
  (setq eglot-events-buffer-config '(:size 12345 :format full))
  (notebook-visit)
  (should (equal (plist-get (slot-value (commonplace-server-live) '-events-buffer-config) :size)
                 12345)))

;; Emacs 30 keeps them there.
(defvar eglot--diagnostics)

(notebook-test many-diagnostics-wait-for-a-pause
  (let* ((uri (notebook-visit))
         (one '(:range (:start (:line 0 :character 0) :end (:line 0 :character 1))
                :severity 2 :message "waits"))
         (publish (lambda (count)
                    (eglot-handle-notification
                     (commonplace-server-live) 'textDocument/publishDiagnostics
                     :uri uri :diagnostics (make-vector count one)))))
    (let ((noninteractive nil)
          (timer-idle-list nil))
      (funcall publish 2)
      (should (equal (length eglot--diagnostics) 2))
      (funcall publish 300)
      (funcall publish 301)
      (should (equal (length eglot--diagnostics) 2))
      (should (equal (seq-count (lambda (timer)
                                  (eq (timer--function timer)
                                      #'commonplace-server--show-diagnostics))
                                timer-idle-list)
                     1))
      (commonplace-server--show-diagnostics)
      (should (equal (length eglot--diagnostics) 301))
      ;; A later report of few is not followed by an older one of many.
      (funcall publish 300)
      (funcall publish 1)
      (commonplace-server--show-diagnostics)
      (should (equal (length eglot--diagnostics) 1)))))

(provide 'pace-tests)
;;; pace-tests.el ends here
