;;; commonplace-edit.el --- Changing notes by the server's means  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Edits by the server after which Eglot would leave point at another position, and completion.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-highlight)
(require 'map)

(defvar commonplace-edit-patience 1
  "Maximum number of seconds that a key waits for the server's edits.")

(defun commonplace-edit--position (place)
  "Return PLACE of the current buffer as a position."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char place)
      (list :line (1- (line-number-at-pos)) :character (- place (pos-bol))))))

(defun commonplace-edit--replace (edits)
  "Apply EDITS to the current buffer, as one step that can be undone."
  (let ((places (mapcar (lambda (edit)
                          (let ((range (plist-get edit :range)))
                            (list (commonplace-highlight-point (plist-get range :start))
                                  (commonplace-highlight-point (plist-get range :end))
                                  (plist-get edit :newText))))
                        edits)))
    (atomic-change-group
      ;; Starts with the last edit, so that earlier positions stay valid.
      (pcase-dolist (`(,begin ,end ,text) (sort places (lambda (a b) (> (car a) (car b)))))
        (goto-char begin)
        (delete-region begin end)
        (insert text)))))

(defun commonplace-edit-typed ()
  "Apply the server's edits after a typed character, such as Return in a list.
Unlike in Eglot, point moves after text that is inserted at point."
  (when-let* ((trigger (plist-get (eglot--capabilities (eglot-current-server))
                                  :documentOnTypeFormattingProvider))
              (typed (and (characterp last-command-event) (string last-command-event)))
              ((or (equal typed (plist-get trigger :firstTriggerCharacter))
                   (seq-contains-p (plist-get trigger :moreTriggerCharacter) typed)))
              ((commonplace-highlight--server)))
    (let ((edits (ignore-errors
                   (commonplace-server-request
                    :textDocument/onTypeFormatting
                    (list :textDocument (eglot--TextDocumentIdentifier)
                          :position (commonplace-edit--position (point))
                          :ch typed
                          :options (list :tabSize tab-width :insertSpaces t))
                    :timeout commonplace-edit-patience)))
          (place (copy-marker (point) t)))
      (commonplace-edit--replace (append edits nil))
      (goto-char place)
      (set-marker place nil))))

;; Completion

(defcustom commonplace-preview-completions t
  "Whether to show the first completion while you type a hashtag or an emoji.
This uses `completion-preview-mode', which needs Emacs 30."
  :type 'boolean
  :group 'commonplace)

(defun commonplace-edit--begun-p ()
  "Return non-nil if point is in a word like a server completion."
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
  "Use the server's completions in the current buffer, and show the first one."
  (remove-hook 'completion-at-point-functions #'eglot-completion-at-point t)
  (add-hook 'completion-at-point-functions #'commonplace-edit-complete nil t)
  (when (and commonplace-preview-completions (fboundp 'completion-preview-mode))
    (setq-local completion-preview-minimum-symbol-length 1)
    (completion-preview-mode 1)))

(defun commonplace-make-cloze (begin end)
  "Turn the region from BEGIN to END into the answer of a cloze."
  (interactive "r")
  (unless (or noninteractive (use-region-p))
    (user-error "Select the answer first: the words that the cloze hides"))
  (commonplace-highlight--server)
  (let* ((range (list :start (commonplace-edit--position begin) :end (commonplace-edit--position end)))
         (actions (commonplace-server-request
                   :textDocument/codeAction
                   (list :textDocument (eglot--TextDocumentIdentifier) :range range
                         :context '(:diagnostics [] :only ["refactor.rewrite"] :triggerKind 1))))
         (cloze (seq-find (lambda (action) (string-search "cloze" (plist-get action :title)))
                          actions)))
    (unless cloze
      (user-error "Cannot make a cloze: select plain text within one line, without “)”"))
    (save-excursion
      (commonplace-edit--replace
       (append (map-nested-elt cloze '(:edit :documentChanges 0 :edits)) nil)))
    (deactivate-mark)))

(provide 'commonplace-edit)
;;; commonplace-edit.el ends here
