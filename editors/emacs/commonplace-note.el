;;; commonplace-note.el --- The text of notes, to and from the server  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A buffer's record of the stored note that its text is based on; reading, writing, and following
;; what others write.

;;; Code:

(require 'commonplace)
(require 'commonplace-garbage)
(require 'commonplace-server)
(require 'xref)

(declare-function smerge-mode "smerge-mode")

(defvar-local commonplace-note-version nil
  "The stored version that this buffer is based on, nil where nothing is stored.")
(defvar-local commonplace-note-uri nil
  "The document that was read into this buffer.")
(defvar-local commonplace-note-digest nil
  "A digest of the stored text that this buffer is based on.")
(defvar-local commonplace-note-sent nil
  "A digest of a text that was sent to be stored, and not acknowledged.")
(defvar-local commonplace-note-conflict nil
  "The stored note, if this buffer is not based on it.
A plist of :version and :text, both nil where the note was deleted; and
:sides, the stored text and that of the buffer, as lists name them.")
(defvar-local commonplace-note-read-only nil
  "Non-nil where the notebook cannot be written.")
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
  "Return the SHA-256 of TEXT, which the server knows too."
  (secure-hash 'sha256 (encode-coding-string text 'utf-8-emacs-unix)))

(defun commonplace-note-rebase (version text &optional digest)
  "From now on the current buffer is based on TEXT, stored as VERSION.
DIGEST is the text's, where it is known."
  (setq commonplace-note-version version
        commonplace-note-digest (or digest (commonplace-note--digest text))
        commonplace-note-uri buffer-file-name
        commonplace-note-sent nil
        commonplace-note-conflict nil)
  ;; By this time undoing knows whether it came to the stored text or to an older one.
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
  "Return the title of the document called URI, for people."
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
  "The title that the server gives the current buffer's document, which it makes.")
(put 'commonplace-note-view-title 'permanent-local t)

(defun commonplace-note-name-buffer ()
  "Name the current buffer by the title of its document, not by its address."
  (let ((title (if commonplace-note-view-title
                   (commonplace-note-title commonplace-note-view-title)
                 (commonplace-note-title (buffer-substring-no-properties
                                          (point-min) (min (point-max) 1000))))))
    (unless (string-match-p (concat "\\`" (regexp-quote title) "\\(?:<[0-9]+>\\)?\\'") (buffer-name))
      (rename-buffer (generate-new-buffer-name title)))))

;; Where places are listed, their groups have the titles of notes.
(cl-defmethod xref-location-group :around ((location xref-file-location))
  "Name the group of LOCATION by the title of its note, if it is in one."
  (let ((group (cl-call-next-method))
        (file (xref-file-location-file location)))
    (if (commonplace-uri-p file) (commonplace-note-title-of file) group)))

;; Reading

(defun commonplace-note-fetch (uri)
  "Return what the server has as URI: a plist of :text, and for notes :version."
  (if (commonplace-note-id uri)
      (commonplace-server-request :commonplace/readNote (list :uri uri))
    (commonplace-server-request :commonplace/readView (list :uri uri))))

(defun commonplace-note-buffer (uri)
  "Return the buffer that visits URI, or the note that it names by another slug."
  (let ((id (commonplace-note-id uri)))
    (seq-find (lambda (buffer)
                (let ((name (buffer-local-value 'buffer-file-name buffer)))
                  (and (commonplace-uri-p name)
                       (if id (equal id (commonplace-note-id name)) (equal uri name)))))
              (buffer-list))))

(defun commonplace-note-replace (text)
  "Make the current buffer's text TEXT; point stays where it is in what stays."
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
  "Make the current buffer's text TEXT, and base it on STORED, which is VERSION.
Undoing this brings the base back, too: who no longer has the stored text
does not write over it."
  (let ((old (list commonplace-note-version commonplace-note-digest)))
    (undo-boundary)
    (commonplace-note-replace text)
    (commonplace-note-rebase version stored)
    (commonplace-note--record-base old)
    (undo-boundary)))

(defun commonplace-note--record-base (base)
  "Have undo make BASE, a list of version and digest, the base again."
  (unless (eq buffer-undo-list t)
    (push `(apply commonplace-note--restore-base ,base) buffer-undo-list)))

(defun commonplace-note--restore-base (base)
  "Base the current buffer on BASE again, as part of undoing or redoing."
  (commonplace-note--record-base (list commonplace-note-version commonplace-note-digest))
  (setq commonplace-note-version (car base)
        commonplace-note-digest (cadr base)
        commonplace-note-conflict nil))

;; Writing

(defun commonplace-note--request (text digest base)
  "Ask the server to store TEXT over version BASE, and return its answer.
DIGEST is enough for a server that has the text, which has every change
of the buffer by then."
  (let* ((parameters (list :uri buffer-file-name :baseVersion base))
         (answer (when (commonplace-note--is-followed-p)
                   ;; A text that cannot be sent is refused with the text
                   ;; itself.
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
  "Have TEXT stored as the current buffer's note, which is based on version BASE.
DIGEST is the text's.  A server that goes meanwhile, or went without our
knowing, is started again, once."
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
  "Store the current buffer's text; return when it is on disk.
Signal `commonplace-error' where that fails: then the buffer is as it was."
  (unless (equal commonplace-note-uri buffer-file-name)
    (commonplace-fail
     "Not saved: the buffer was not read from the notebook; \\[revert-buffer] reads it"))
  (when commonplace-note-conflict
    (commonplace-conflict-show)
    (commonplace-note--refuse))
  (commonplace-garbage-wait-if-long)
  (let* ((text (commonplace-note-text))
         (digest (commonplace-note--digest text))
         (result (condition-case failure
                     (commonplace-note--write text digest)
                   ((commonplace-error quit)
                    ;; It may have been stored all the same, and the answer lost.
                    (setq commonplace-note-sent digest)
                    (commonplace-fail "Not saved: %s" (or (cadr failure) "interrupted")))))
         (conflict (plist-get result :conflict)))
    (when-let* ((merged (plist-get conflict :merged)))
      (commonplace-note-take-over merged (plist-get conflict :version)
                                  (plist-get conflict :text))
      (set-buffer-modified-p t)
      (commonplace-fail "Not saved: lines changed outside this editor are in your text now; \
\\[save-buffer] saves both"))
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
      (run-at-time 0 nil #'message "Saved, but the note changed again and is in conflict"))
    (when (eq (plist-get result :trashed) t)
      (run-at-time 0 nil #'commonplace-note--tell-trashed (buffer-name)))))

(defun commonplace-note--tell-trashed (name)
  "Report that the note called NAME was saved in the trash."
  (message "Saved, but %s is in the trash; M-x commonplace-restore-note restores it" name))

(defun commonplace-note--write (text digest)
  "Have TEXT stored, which has DIGEST, and return the server's answer.
A text that was stored without our hearing of it is no conflict."
  (let* ((result (commonplace-note--send text digest commonplace-note-version))
         (stored (plist-get result :conflict)))
    (if (and commonplace-note-sent
             (plist-get stored :text)
             (equal (commonplace-note--digest (plist-get stored :text)) commonplace-note-sent))
        (commonplace-note--send text digest (plist-get stored :version))
      result)))

(defun commonplace-note--refuse ()
  "Signal that the note was changed elsewhere."
  (commonplace-fail
   (concat "\\<commonplace-mode-map>Not saved: note "
           (if (plist-get commonplace-note-conflict :text)
               "changed outside this editor; \\[commonplace-resolve-conflict] chooses what to keep"
             "deleted outside this editor; \\[commonplace-resolve-conflict] restores your text"))))

;; Following others

(defun commonplace-note-refresh (uris)
  "Read the open notes that URIS name again, all of them where it is nil."
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
  "Ask SERVER for what is stored of the current buffer's note."
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
     ;; Deleted elsewhere: saving will show a message.
     :error-fn #'ignore
     :timeout-fn #'ignore)))

(defun commonplace-note--take (version text)
  "Take over TEXT, stored as VERSION, where the user changed nothing.
Else say that it is there."
  (unless (equal version commonplace-note-version)
    (cond
     ((or (not (buffer-modified-p)) (equal text (commonplace-note-text)))
      (if (equal text (commonplace-note-text))
          (commonplace-note-rebase version text)
        (commonplace-note-take-over text version text))
      (set-buffer-modified-p nil))
     ((equal (commonplace-note--digest text) commonplace-note-digest)
      ;; Written again, but as it was.
      (setq commonplace-note-version version))
     ((not (equal version commonplace-note--warned))
      (setq commonplace-note--warned version)
      (message "commonplace: %s was changed outside this editor; %s" (buffer-name)
               "your text is untouched: save to merge or compare")))))

(provide 'commonplace-note)
;;; commonplace-note.el ends here
