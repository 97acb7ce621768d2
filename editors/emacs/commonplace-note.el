;;; commonplace-note.el --- The text of notes, to and from the server  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Reads and writes notes, and follows changes by others.  Each buffer records the stored version on
;; which its text is based.

;;; Code:

(require 'commonplace)
(require 'commonplace-garbage)
(require 'commonplace-server)
(require 'xref)

(declare-function smerge-mode "smerge-mode")

(defvar-local commonplace-note-version nil
  "The stored version on which this buffer is based; nil if there is none.")
(defvar-local commonplace-note-uri nil
  "The document that was read into this buffer.")
(defvar-local commonplace-note-digest nil
  "A digest of the stored text that this buffer is based on.")
(defvar-local commonplace-note-sent nil
  "A digest of a text that was sent to be stored, and not acknowledged.")
(defvar-local commonplace-note-conflict nil
  "The stored note, if this buffer is not based on it.
A plist of :version and :text, both nil if the note was deleted; and
:sides, the stored text and the buffer's text, as lists name them.")
(defvar-local commonplace-note-read-only nil
  "Non-nil if the notebook cannot be written.")
(defvar-local commonplace-note--warned nil
  "The stored version that the user has seen a message about.")

(dolist (variable '(commonplace-note-version commonplace-note-uri commonplace-note-digest
                    commonplace-note-sent commonplace-note-conflict
                    commonplace-note-read-only))
  (put variable 'permanent-local t))

(defun commonplace-note-text ()
  "Return the whole text of the current buffer."
  (save-restriction
    (widen)
    (buffer-substring-no-properties (point-min) (point-max))))

(defun commonplace-note--digest (text)
  "Return the SHA-256 of TEXT, as the server computes it."
  (secure-hash 'sha256 (encode-coding-string text 'utf-8-emacs-unix)))

(defun commonplace-note-rebase (version text &optional digest)
  "Record VERSION with its stored TEXT as the base of the current buffer.
DIGEST is the digest of the text, if known."
  (setq commonplace-note-version version
        commonplace-note-digest (or digest (commonplace-note--digest text))
        commonplace-note-uri buffer-file-name
        commonplace-note-sent nil
        commonplace-note-conflict nil)
  ;; With this time, undoing can tell the stored text from an older one.
  (set-visited-file-modtime (current-time))
  (when (featurep 'commonplace-conflict)
    (commonplace-conflict-close)))

;; Titles

(defun commonplace-note-title (text)
  "Return the title of TEXT: its first line as plain text."
  (let ((line (and (string-match "\\`[[:space:]]*\\(?:#+[ \t]+\\)?\\([^\n]*\\)" text)
                   (string-trim (match-string 1 text)))))
    (if (or (null line) (equal line "")) "Untitled"
      (truncate-string-to-width
       (replace-regexp-in-string "[[:cntrl:]]+" " " line) 80 nil nil t))))

(defvar commonplace-note--titles (make-hash-table :test #'equal)
  "The titles of notes that are not open, by their names.")

(defun commonplace-note-title-of (uri)
  "Return the title of the document URI, for people."
  (let ((buffer (commonplace-note-buffer uri)))
    (cond (buffer (buffer-name buffer))
          ((gethash uri commonplace-note--titles))
          (t (puthash uri (or (ignore-errors
                                (seq-first (plist-get (commonplace-server-request
                                                       :commonplace/readTitles
                                                       (list :uris (vector uri)))
                                                      :titles)))
                              (file-name-nondirectory uri))
                      commonplace-note--titles)))))

(defvar-local commonplace-note-view-title nil
  "The title of the current buffer's document, if the server generated it.")
(put 'commonplace-note-view-title 'permanent-local t)

(defun commonplace-note-name-buffer ()
  "Name the current buffer by the title of its document, not by its address."
  (let ((title (if commonplace-note-view-title
                   (commonplace-note-title commonplace-note-view-title)
                 (commonplace-note-title (buffer-substring-no-properties
                                          (point-min) (min (point-max) 1000))))))
    (unless (string-match-p (concat "\\`" (regexp-quote title) "\\(?:<[0-9]+>\\)?\\'") (buffer-name))
      (rename-buffer (generate-new-buffer-name title)))))

(cl-defmethod xref-location-group :around ((location xref-file-location))
  "Name the group of LOCATION by the title of its note, if it is in one."
  (let ((group (cl-call-next-method))
        (file (xref-file-location-file location)))
    (if (commonplace-uri-p file) (commonplace-note-title-of file) group)))

;; Reading

(defun commonplace-note-fetch (uri)
  "Return the document URI as a plist with :text, and for notes :version."
  (if (commonplace-note-id uri)
      (commonplace-server-request :commonplace/readNote (list :uri uri))
    (commonplace-server-request :commonplace/readView (list :uri uri))))

(defun commonplace-note-buffer (uri)
  "Return the buffer that visits URI, or the same note under another name."
  (let ((id (commonplace-note-id uri)))
    (seq-find (lambda (buffer)
                (let ((name (buffer-local-value 'buffer-file-name buffer)))
                  (and (commonplace-uri-p name)
                       (if id (equal id (commonplace-note-id name)) (equal uri name)))))
              (buffer-list))))

(defun commonplace-note-replace (text)
  "Replace the current buffer's text by TEXT; point stays in unchanged text."
  (let ((buffer (current-buffer))
        (inhibit-read-only t))
    (with-temp-buffer
      (insert text)
      (let ((source (current-buffer)))
        (with-current-buffer buffer
          (save-restriction
            (widen)
            (replace-buffer-contents source 0.5)))))))

(defun commonplace-note-take-over (text version stored)
  "Replace the buffer's text by TEXT, and base it on VERSION with text STORED.
Undoing this also restores the earlier base, so that a save does not
overwrite the stored text."
  (let ((old (list commonplace-note-version commonplace-note-digest)))
    (undo-boundary)
    (commonplace-note-replace text)
    (commonplace-note-rebase version stored)
    (commonplace-note--record-base old)
    (undo-boundary)))

(defun commonplace-note--record-base (base)
  "Make undo restore BASE, a list of version and digest."
  (unless (eq buffer-undo-list t)
    (push `(apply commonplace-note--restore-base ,base) buffer-undo-list)))

(defun commonplace-note--restore-base (base)
  "Restore BASE of the current buffer, as part of undoing or redoing."
  (commonplace-note--record-base (list commonplace-note-version commonplace-note-digest))
  (setq commonplace-note-version (car base)
        commonplace-note-digest (cadr base)
        commonplace-note-conflict nil))

;; Writing

(defun commonplace-note--request (text digest base)
  "Make the server save TEXT over version BASE, and return its answer.
If the server follows the buffer, send DIGEST first instead of the text."
  (let* ((parameters (list :uri buffer-file-name :baseVersion base))
         (answer (when (commonplace-note--is-followed-p)
                   ;; If the text cannot be sent here, the request with the whole text reports the
                   ;; error.
                   (ignore-errors (eglot--signal-textDocument/didChange))
                   (commonplace-server-request
                    :commonplace/writeNote `(:digest ,digest ,@parameters)))))
    (if (and answer (not (eq (plist-get answer :needsText) t)))
        answer
      (commonplace-server-request :commonplace/writeNote `(:text ,text ,@parameters)))))

(defun commonplace-note--is-followed-p ()
  "Return non-nil if the server has the current buffer's text."
  (and (commonplace-server-live)
       (eglot-managed-p)
       (eq (eglot-current-server) (commonplace-server-live))))

(defun commonplace-note--send (text digest base)
  "Save TEXT with DIGEST as the current buffer's note, over version BASE.
If the server stops or has stopped, start it again, once."
  (let ((server (commonplace-server-live)))
    (condition-case failure
        (commonplace-note--request text digest base)
      (commonplace-error
       (when (or (null server) (jsonrpc-running-p server))
         (signal (car failure) (cdr failure)))
       (setq commonplace-note-sent digest)
       (commonplace-server-forget server)
       (commonplace-note--request text digest base)))))

(defun commonplace-note-write ()
  "Save the current buffer's text; return when it is on disk.
If that fails, signal `commonplace-error'; the buffer stays modified."
  (unless (equal commonplace-note-uri buffer-file-name)
    (commonplace-fail
     "Not saved: this note was not loaded from the notebook; \\[revert-buffer] loads it"))
  (when commonplace-note-conflict
    (commonplace-conflict-show)
    (commonplace-note--refuse))
  (commonplace-garbage-wait-if-long)
  (let* ((text (commonplace-note-text))
         (digest (commonplace-note--digest text))
         (result (condition-case failure
                     (commonplace-note--write text digest)
                   ((commonplace-error quit)
                    ;; The note may have been stored although the answer was lost.
                    (setq commonplace-note-sent digest)
                    (commonplace-fail "Not saved: %s" (or (cadr failure) "interrupted")))))
         (conflict (plist-get result :conflict)))
    (when-let* ((merged (plist-get conflict :merged)))
      (commonplace-note-take-over merged (plist-get conflict :version)
                                  (plist-get conflict :text))
      (set-buffer-modified-p t)
      (commonplace-fail "Not saved: other changes were merged into your text; \
\\[save-buffer] saves all"))
    (when (plist-member result :conflict)
      (setq commonplace-note-conflict (list :version (plist-get conflict :version)
                                            :text (plist-get conflict :text)
                                            :sides (plist-get conflict :sides)))
      (commonplace-conflict-show)
      (commonplace-note--refuse))
    (commonplace-note-rebase (plist-get result :version) text digest)
    (set-buffer-modified-p nil)
    (when (bound-and-true-p smerge-mode)
      (smerge-mode -1))
    (when (eq (plist-get result :isInConflict) t)
      (run-at-time 0 nil #'message "Saved, but the note changed again: \
use M-x commonplace-resolve-conflict"))
    (when (eq (plist-get result :trashed) t)
      (run-at-time 0 nil #'commonplace-note--tell-trashed (buffer-name)))))

(defun commonplace-note--tell-trashed (name)
  "Report that the note NAME was saved in the trash."
  (message "Saved, but %s is in the trash; M-x commonplace-restore-note restores it" name))

(defun commonplace-note--write (text digest)
  "Save TEXT with DIGEST, and return the server's answer.
A text that was stored although the answer was lost is not a conflict."
  (let* ((result (commonplace-note--send text digest commonplace-note-version))
         (stored (plist-get result :conflict)))
    (if (and commonplace-note-sent
             (plist-get stored :text)
             (equal (commonplace-note--digest (plist-get stored :text)) commonplace-note-sent))
        (commonplace-note--send text digest (plist-get stored :version))
      result)))

(defun commonplace-note--refuse ()
  "Signal that the note was changed outside this editor."
  (commonplace-fail
   (concat "\\<commonplace-mode-map>Not saved: note "
           (if (plist-get commonplace-note-conflict :text)
               "changed outside this editor; \\[commonplace-resolve-conflict] asks what to keep"
             "deleted outside this editor; \\[commonplace-resolve-conflict] restores your text"))))

;; Following others

(defun commonplace-note-refresh (uris)
  "Read the open notes URIS again, or all open notes if it is nil."
  (clrhash commonplace-note--titles)
  (let ((ids (mapcar #'commonplace-note-id uris))
        (server (commonplace-server-live)))
    (dolist (buffer (and server (buffer-list)))
      (with-current-buffer buffer
        (when-let* ((id (commonplace-note-id buffer-file-name))
                    ((equal commonplace-note-uri buffer-file-name))
                    ((or (null uris) (member id ids))))
          (commonplace-note--refresh server))))))

(defun commonplace-note--refresh (server)
  "Request the stored text of the current buffer's note from SERVER."
  (let ((buffer (current-buffer))
        (tick (buffer-chars-modified-tick))
        (version commonplace-note-version))
    (jsonrpc-async-request
     server :commonplace/readNote (list :uri buffer-file-name)
     :success-fn
     (lambda (note)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (if (and (= tick (buffer-chars-modified-tick))
                    (equal version commonplace-note-version))
               (commonplace-note--take (plist-get note :version) (plist-get note :text))
             (commonplace-note--refresh server)))))
     ;; The note was deleted outside this editor: saving shows a message.
     :error-fn #'ignore
     :timeout-fn #'ignore)))

(defun commonplace-note--take (version text)
  "Show stored VERSION with its TEXT if the buffer is not modified.
Otherwise, say that the note is not current."
  (unless (equal version commonplace-note-version)
    (cond
     ((or (not (buffer-modified-p)) (equal text (commonplace-note-text)))
      (if (equal text (commonplace-note-text))
          (commonplace-note-rebase version text)
        (commonplace-note-take-over text version text))
      (set-buffer-modified-p nil))
     ((equal (commonplace-note--digest text) commonplace-note-digest)
      ;; A new version with the text on which the buffer is based.
      (setq commonplace-note-version version))
     ((not (equal version commonplace-note--warned))
      (setq commonplace-note--warned version)
      (message "commonplace: %s was changed outside this editor; %s" (buffer-name)
               "your text is untouched: save to merge or compare")))))

(provide 'commonplace-note)
;;; commonplace-note.el ends here
