;;; commonplace-edit.el --- Changing notes by the server's means  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Commands for what Eglot has only as code actions.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-highlight)

(defvar commonplace-edit-patience 1
  "The most seconds that a key waits for what the server adds to it.")

(defun commonplace-edit--position (place encoding)
  "Return PLACE of the current buffer as a position, columns in ENCODING."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char place)
      (let ((line (buffer-substring-no-properties (line-beginning-position) place)))
        (list :line (1- (line-number-at-pos place t))
              :character (pcase encoding
                           ("utf-32" (length line))
                           ("utf-8" (string-bytes line))
                           (_ (/ (length (encode-coding-string line 'utf-16le)) 2))))))))

(defun commonplace-edit--actions (begin end kind)
  "Return what the server can do, of KIND, from BEGIN to END."
  (let* ((server (or (commonplace-highlight--server)
                     (user-error "No server for this buffer")))
         (encoding (commonplace-highlight-encoding server)))
    (append (commonplace-server-request
             :textDocument/codeAction
             (list :textDocument (eglot--TextDocumentIdentifier)
                   :range (list :start (commonplace-edit--position begin encoding)
                                :end (commonplace-edit--position end encoding))
                   :context (list :diagnostics [] :only (vector kind) :triggerKind 1)))
            nil)))

(defun commonplace-edit--apply (action)
  "Do ACTION, a code action."
  (when-let* ((edit (plist-get action :edit)))
    (mapc #'commonplace-edit--apply-to
          (or (mapcar (lambda (change)
                        (cons (plist-get (plist-get change :textDocument) :uri)
                              (plist-get change :edits)))
                      (plist-get edit :documentChanges))
              (cl-loop for (uri edits) on (plist-get edit :changes) by #'cddr
                       collect (cons (substring (symbol-name uri) 1) edits)))))
  (when-let* ((command (plist-get action :command)))
    (apply #'commonplace-server-execute (plist-get command :command)
           (append (plist-get command :arguments) nil))))

(defun commonplace-edit--apply-to (change)
  "Do CHANGE, a cons of a URI and text edits, in the buffer of the former."
  (with-current-buffer (find-file-noselect (commonplace-server-file (car change)))
    (save-excursion (commonplace-edit--replace (cdr change)))))

(defun commonplace-edit--replace (edits)
  "Do EDITS in the current buffer, as one that is undone at once."
  (let* ((server (eglot-current-server))
         (places (mapcar (lambda (edit)
                           (let ((range (plist-get edit :range)))
                             (list (commonplace-highlight-point (plist-get range :start) server)
                                   (commonplace-highlight-point (plist-get range :end) server)
                                   (plist-get edit :newText))))
                         edits)))
    (atomic-change-group
      ;; From the end, so that places stay what they are.
      (pcase-dolist (`(,begin ,end ,text) (sort places (lambda (a b) (> (car a) (car b)))))
        (goto-char begin)
        (delete-region begin end)
        (insert text)))))

(defun commonplace-edit-typed ()
  "Have the server go on with what was typed, as with a list after Return.
Unlike Eglot, go after the text that it inserts at point."
  (when-let* ((trigger (plist-get (eglot--capabilities (eglot-current-server))
                                  :documentOnTypeFormattingProvider))
              (typed (and (characterp last-command-event) (string last-command-event)))
              ((or (equal typed (plist-get trigger :firstTriggerCharacter))
                   (seq-contains-p (plist-get trigger :moreTriggerCharacter) typed)))
              (server (commonplace-highlight--server)))
    (let ((edits (ignore-errors
                   (commonplace-server-request
                    :textDocument/onTypeFormatting
                    (list :textDocument (eglot--TextDocumentIdentifier)
                          :position (commonplace-edit--position
                                     (point) (commonplace-highlight-encoding server))
                          :ch typed
                          :options (list :tabSize tab-width :insertSpaces t))
                    :timeout commonplace-edit-patience)))
          (place (copy-marker (point) t)))
      (commonplace-edit--replace (append edits nil))
      (goto-char place)
      (set-marker place nil))))

;; Completion

(defcustom commonplace-preview-completions t
  "Whether notes show the first completion of a hashtag while it is typed.
That is what `completion-preview-mode' does, from Emacs 30 on."
  :type 'boolean
  :group 'commonplace)

(defun commonplace-edit--begun-p ()
  "Return non-nil if point is in a word that begins as what the server completes."
  (save-excursion
    (skip-syntax-backward "w_.")
    (or (memq (char-after) '(?# ?: ?!))
        (save-excursion (re-search-backward "[#:][^ \t\n]*\\=" (line-beginning-position) t)))))

(defun commonplace-edit-complete ()
  "Complete at point as the server does, for `completion-at-point-functions'.
Automatic completion asks the server only in hashtags and
emoji, and from the first character on."
  (when (and (eglot-managed-p)
             (or (not (eq this-command #'self-insert-command))
                 (commonplace-edit--begun-p)))
    (when-let* ((found (eglot-completion-at-point)))
      `(,@(seq-take found 3) :company-prefix-length t :exclusive no
        ,@(map-into (map-filter (lambda (key _)
                                  (not (memq key '(:company-prefix-length :exclusive))))
                                (seq-drop found 3))
                    'plist)))))

(defvar completion-preview-minimum-symbol-length)
(declare-function completion-preview-mode "completion-preview")

(defun commonplace-edit-offer ()
  "Have the current buffer complete by the server, and show the completions."
  (remove-hook 'completion-at-point-functions #'eglot-completion-at-point t)
  (add-hook 'completion-at-point-functions #'commonplace-edit-complete nil t)
  (when (and commonplace-preview-completions (fboundp 'completion-preview-mode))
    (setq-local completion-preview-minimum-symbol-length 1)
    (completion-preview-mode 1)))

;;;###autoload
(defun commonplace-make-cloze (begin end)
  "Make a cloze whose answer is the region from BEGIN to END."
  (interactive "r")
  (unless (or noninteractive (use-region-p))
    (user-error "Select the answer"))
  (let* ((actions (commonplace-edit--actions begin end "refactor.rewrite"))
         (cloze (seq-find (lambda (action)
                            (string-match-p "cloze" (downcase (plist-get action :title))))
                          actions)))
    (unless cloze
      (user-error "The server makes no cloze of this"))
    (commonplace-edit--apply cloze)
    (deactivate-mark)))

(provide 'commonplace-edit)
;;; commonplace-edit.el ends here
