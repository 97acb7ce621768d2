;;; commonplace-server.el --- The connection to the server  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; One server for all notes, and for Mini Markdown in files.  Eglot manages it; this package also
;; uses it to read and write notes.

;;; Code:

(require 'commonplace)
(require 'commonplace-garbage)
(require 'commonplace-mode)
(require 'eglot)
(require 'project)

(defclass commonplace-server (eglot-lsp-server) ()
  :documentation "A server of Eglot that runs `commonplace lsp'.")

(defvar commonplace-server--last nil
  "The server that was connected last, running or not.")

(defvar commonplace-server--mourned nil
  "The server whose end was reported to the user.")

(defvar commonplace-server--held 'none
  "The documents that the server asked to show during the running command.
A list of (URI SELECTION); the symbol `none' if no command is running.")

(defvar commonplace-server-leave-timeout 5
  "Maximum number of seconds that Emacs waits for the server when it exits.")

(defvar commonplace-server--asking nil
  "Non-nil while Emacs waits for an answer of the server.")

(defvar commonplace-server--leaving nil
  "Non-nil while Emacs ends the server itself.")

;; The directory

(defun commonplace-server-directory ()
  "Return the notebook's directory, which does not depend on the current buffer."
  (let ((default-directory "/"))
    (if commonplace-notebook
        (file-name-directory (expand-file-name commonplace-notebook))
      (expand-file-name "~/"))))

(cl-defmethod project-root ((project (head commonplace)))
  "Return the root of PROJECT, the directory of a notebook."
  (cdr project))

(defun commonplace-server--project (&optional _directory)
  "Return the project of a note; for Eglot, also of other Mini Markdown."
  (and (derived-mode-p 'commonplace-mode)
       (or eglot-lsp-context (commonplace-uri-p buffer-file-name))
       (cons 'commonplace (commonplace-server-directory))))

(add-hook 'project-find-functions #'commonplace-server--project -50)

;; Messages

(cl-defmethod eglot-initialization-options ((_server commonplace-server))
  "Return the notebook, and the kind of token types that have faces."
  `(,@(and commonplace-notebook
           (list :notebook (let ((default-directory "/"))
                             (expand-file-name commonplace-notebook))))
    :semanticTokenTypes "minimarkdown"))

(cl-defmethod eglot-client-capabilities ((_server commonplace-server))
  "Add this package's capabilities to Eglot's."
  (let* ((all (copy-sequence (cl-call-next-method)))
         (document (copy-sequence (plist-get all :textDocument)))
         (types (vconcat (mapcar #'car commonplace-token-faces))))
    (setq document (plist-put document :semanticTokens
                              `(:requests (:range t :full (:delta t)) :tokenTypes ,types
                                :tokenModifiers [] :formats ["relative"])))
    (setq all (plist-put all :textDocument document)
          all (plist-put all :general '(:positionEncodings ["utf-32"])))
    (plist-put all :experimental '(:commonplace (:notesChanged t :views t
                                                    :reviewCounts t :status t)))))

(cl-defmethod eglot-handle-notification
  ((_server commonplace-server) (_method (eql commonplace/notesChanged)) &key uris
   &allow-other-keys)
  "Read the open notes URIS again, or all open notes if it is nil."
  ;; Scheduled, so that the process filter returns first.
  (run-at-time 0 nil #'commonplace-note-refresh (append uris nil)))

(cl-defmethod eglot-handle-notification
  ((_server commonplace-server) (_method (eql commonplace/viewChanged)) &key uri
   &allow-other-keys)
  "Read the view called URI again, if it is open."
  (commonplace-server-soon #'commonplace-view-refresh uri))

(cl-defmethod eglot-handle-notification
  ((_server commonplace-server) (_method (eql commonplace/review/countsChanged))
   &rest counts)
  "Store COUNTS, the counts of due cards."
  (commonplace-review-count-take counts))

(cl-defmethod eglot-handle-notification
  ((_server commonplace-server) (_method (eql commonplace/statusChanged)) &key text
   &allow-other-keys)
  "Store TEXT, the notebook's status."
  (commonplace-status-take text))

(defun commonplace-server--contact (&rest _)
  "Return the server of Eglot for Mini Markdown."
  (cons 'commonplace-server commonplace-server-command))

(add-to-list 'eglot-server-programs
             '((commonplace-mode :language-id "minimarkdown") . commonplace-server--contact))

;; Diagnostics

(defconst commonplace-server--many 200
  "Number of diagnostics that Flymake needs a long time to display.")

(defconst commonplace-server--rest 0.7
  "Idle seconds until many diagnostics are shown.")

(defvar commonplace-server--held-diagnostics nil
  "Functions that show diagnostics after a pause: an alist with URIs as keys.")

(defvar commonplace-server--diagnostics-timer nil
  "The timer for the diagnostics that wait for a pause.")

(cl-defmethod eglot-handle-notification :around
  ((_server commonplace-server) (_method (eql textDocument/publishDiagnostics))
   &key uri diagnostics &allow-other-keys)
  "Show DIAGNOSTICS of URI; many of them when the user pauses.
Flymake creates all of them again each time, and the server sends them
while the user types."
  (setf (alist-get uri commonplace-server--held-diagnostics nil t #'equal) nil)
  (if (or noninteractive (< (length diagnostics) commonplace-server--many))
      (cl-call-next-method)
    (unless commonplace-server--diagnostics-timer
      (setq commonplace-server--diagnostics-timer
            (run-with-idle-timer commonplace-server--rest nil
                                 #'commonplace-server--show-diagnostics)))
    (push (cons uri (lambda () (cl-call-next-method))) commonplace-server--held-diagnostics)))

(defun commonplace-server--show-diagnostics ()
  "Show the diagnostics that waited."
  (let ((held commonplace-server--held-diagnostics))
    (setq commonplace-server--held-diagnostics nil
          commonplace-server--diagnostics-timer nil)
    (pcase-dolist (`(,_ . ,show) held)
      (funcall show))))

;; Starting, requests and stopping

(defun commonplace-server--connected (server)
  "Store SERVER if it is a server of this package."
  (when (cl-typep server 'commonplace-server)
    (setq commonplace-server--last server)
    (commonplace-server--keep-no-events server)))

(defun commonplace-server--keep-no-events (server)
  "Do not format the messages to and from SERVER for Eglot's events buffer.
A save may contain the whole note.  If the user has set a size, keep it."
  (let ((config 'eglot-events-buffer-config))
    (unless (or (not (boundp config))
                (get config 'saved-value)
                (get config 'customized-value)
                (not (equal (default-value config)
                            (eval (car (get config 'standard-value)) t))))
      ;; Needs Emacs 30; in earlier versions, the slot has another name.
      (ignore-errors
        (setf (slot-value server '-events-buffer-config) '(:size 0 :format full))))))

(add-hook 'eglot-connect-hook #'commonplace-server--connected)

(defun commonplace-server-live ()
  "Return the running server, or nil."
  (and commonplace-server--last
       (jsonrpc-running-p commonplace-server--last)
       commonplace-server--last))

(defun commonplace-server-forget (server)
  "Wait until Eglot has detached the buffers of SERVER, which has stopped.
Another server can manage the buffers afterward."
  (with-timeout (2)
    (while (eglot--managed-buffers server)
      (accept-process-output nil 0.02))))

(defun commonplace-server--start ()
  "Start a server, wait until it is ready and return it."
  (unless (executable-find (car commonplace-server-command))
    (commonplace-fail "Cannot start the server: `%s' is not an executable"
                      (car commonplace-server-command)))
  (let* ((directory (commonplace-server-directory))
         (default-directory directory)
         (eglot-sync-connect t)
         (eglot-connect-timeout commonplace-timeout))
    (condition-case failure
        (eglot '(commonplace-mode) (cons 'commonplace directory)
               'commonplace-server commonplace-server-command "minimarkdown")
      (error (commonplace-fail "Cannot start the server: %s" (error-message-string failure)))))
  (or (commonplace-server-live)
      (commonplace-fail "The server exited during startup")))

(defun commonplace-server--reason (failure)
  "Return the message of FAILURE, without any text of a note."
  (or (and (eq (car failure) 'jsonrpc-error)
           (alist-get 'jsonrpc-error-message (seq-filter #'consp (cdr failure))))
      (if (memq (car failure) '(error jsonrpc-error))
          (error-message-string failure)
        (get (car failure) 'error-message))))

(defun commonplace-server-soon (function &rest arguments)
  "Call FUNCTION with ARGUMENTS when Emacs does not wait for an answer.
Jsonrpc may lose the answers of requests that are sent while it waits for
another answer."
  (run-at-time (if commonplace-server--asking 0.05 0) nil
               #'commonplace-server--soon function arguments))

(defun commonplace-server--soon (function arguments)
  "Call FUNCTION with ARGUMENTS, or later if Emacs waits for an answer."
  (if commonplace-server--asking
      (apply #'commonplace-server-soon function arguments)
    (apply function arguments)))

(defun commonplace-server-request (method parameters &rest options)
  "Send the request METHOD with PARAMETERS and return the answer.
Start the server if needed.  OPTIONS are as for `jsonrpc-request'.  Signal
`commonplace-error' with the reason if the request fails."
  (let ((server (or (commonplace-server-live) (commonplace-server--start))))
    (condition-case failure
        (let ((commonplace-server--asking t))
          (apply #'jsonrpc-request server method parameters
                 (append options (list :timeout commonplace-timeout))))
      ;; A stopped process, and text that is not Unicode, signal errors of other kinds.
      (error
       (commonplace-fail "%s" (if (jsonrpc-running-p server)
                                  (commonplace-server--reason failure)
                                "The server stopped"))))))

(defun commonplace-server-file (uri)
  "Return the name of the file that URI names.
Signal an error for a file on another machine: a URI in a note must not
make Emacs connect to it."
  (if (not (string-prefix-p "file:" uri))
      uri
    (let ((name (decode-coding-string
                 (url-unhex-string (url-filename (url-generic-parse-url uri))) 'utf-8)))
      (when (file-remote-p name)
        (commonplace-fail "Cannot open the file: it is on another machine"))
      name)))

(defun commonplace-server-execute (command &rest arguments)
  "Make the server execute COMMAND with ARGUMENTS, and return its result.
If the result is a document, the caller shows it."
  (let* ((commonplace-server--held nil)
         (result (commonplace-server-request
                  :workspace/executeCommand
                  (list :command command :arguments (vconcat arguments)))))
    (pcase-dolist (`(,uri ,selection) (reverse commonplace-server--held))
      (unless (equal uri (plist-get result :uri))
        (commonplace-server-soon #'commonplace-server--show uri selection)))
    result))

(cl-defmethod eglot-handle-request
  ((_server commonplace-server) (_method (eql window/showDocument)) &key uri selection
   &allow-other-keys)
  "Show the document URI at SELECTION, unless the caller of the command does."
  (if (listp commonplace-server--held)
      ;; The request arrives before the result of the command.
      (push (list uri selection) commonplace-server--held)
    (commonplace-server-soon #'commonplace-server--show uri selection))
  '(:success t))

(defun commonplace-server--show (uri selection)
  "Show the document URI, at the first line of SELECTION."
  (if (string-match-p "\\`https?:" uri)
      (browse-url uri)
    (pop-to-buffer (find-file-noselect (commonplace-server-file uri)))
    (when selection
      (goto-char (point-min))
      (forward-line (plist-get (plist-get selection :start) :line)))))

(defun commonplace-server--managed ()
  "Set up a buffer when a server manages it; report a server that stopped."
  (when (derived-mode-p 'commonplace-mode)
    (if (eglot-managed-p)
        (when (cl-typep (eglot-current-server) 'commonplace-server)
          ;; Newer versions of Eglot also highlight, but without faces for clozes.  After Return,
          ;; every version leaves point before the marker of the new list item.
          (setq-local eglot-ignored-server-capabilities
                      (append '(:semanticTokensProvider :documentOnTypeFormattingProvider)
                              (default-value 'eglot-ignored-server-capabilities)))
          (add-hook 'post-self-insert-hook #'commonplace-edit-typed 50 t)
          (unless (derived-mode-p 'commonplace-book-mode)
            (commonplace-edit-offer)
            (commonplace-image-accept))
          (commonplace-garbage-wait-while-editing)
          ;; The server already has the text of a saved note.
          (when (commonplace-uri-p buffer-file-name)
            (remove-hook 'after-save-hook #'eglot--signal-textDocument/didSave t))
          (commonplace-highlight-mode 1))
      (remove-hook 'post-self-insert-hook #'commonplace-edit-typed t)
      (remove-hook 'completion-at-point-functions #'commonplace-edit-complete t)
      (commonplace-highlight-mode -1)
      (unless (or commonplace-server--leaving
                  (commonplace-server-live)
                  (eq commonplace-server--mourned commonplace-server--last))
        (setq commonplace-server--mourned commonplace-server--last)
        (run-at-time 0 nil #'commonplace-server--tell)))))

(defun commonplace-server--tell ()
  "Report that the server has stopped."
  (unless (commonplace-server-live)
    (message "commonplace: the server stopped.  %s"
             "Your text is still here; saving it starts the server again.")))

(add-hook 'eglot-managed-mode-hook #'commonplace-server--managed)

(defun commonplace-server--leave ()
  "Let the server finish its work with the notebook's file."
  (when-let* ((server (commonplace-server-live)))
    (setq commonplace-server--leaving t)
    ;; Not `eglot-shutdown', which in Emacs 30 fails if the current buffer has no server.
    (setf (eglot--shutdown-requested server) t)
    (ignore-errors
      (jsonrpc-request server :shutdown nil :timeout commonplace-server-leave-timeout)
      (jsonrpc-notify server :exit nil)
      (with-timeout (commonplace-server-leave-timeout)
        (while (jsonrpc-running-p server)
          (accept-process-output nil 0.02))))))

(add-hook 'kill-emacs-hook #'commonplace-server--leave)

(provide 'commonplace-server)
;;; commonplace-server.el ends here
