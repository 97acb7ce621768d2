;;; commonplace-files.el --- Notes as files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The file name handler of commonplace: and commonplace-view:.  Operations on names use only the
;; name, so that a list of recent files does not start a server.  Operations without a function here
;; run as for any file, in a directory on this machine.

;;; Code:

(require 'commonplace)

(defvar commonplace-note-read-only)
(defvar commonplace-note-uri)
(defvar commonplace-note-view-title)
(defvar commonplace-note-version)

(defvar commonplace-files-directory
  (locate-user-emacs-file "commonplace/")
  "Folder in which the texts of modified notes are kept until they are saved.")

(defconst commonplace-files--operations
  '((abbreviate-file-name . identity)
    (access-file . ignore)
    (copy-file . commonplace-files--copy)
    (delete-file . commonplace-files--delete)
    (directory-file-name . commonplace-files--without-slash)
    (directory-files . ignore)
    (directory-files-and-attributes . ignore)
    (expand-file-name . commonplace-files--expand)
    (file-accessible-directory-p . commonplace-files--directory-p)
    (file-acl . ignore)
    (file-attributes . ignore)
    (file-directory-p . ignore)
    (file-equal-p . commonplace-files--equal-p)
    (file-executable-p . ignore)
    (file-exists-p . commonplace-files--exists-p)
    (file-local-copy . commonplace-files--local-copy)
    (file-locked-p . ignore)
    (file-modes . ignore)
    (file-name-all-completions . ignore)
    (file-name-as-directory . commonplace-files--with-slash)
    (file-name-case-insensitive-p . ignore)
    (file-name-completion . ignore)
    (file-name-directory . commonplace-files--directory)
    (file-name-nondirectory . commonplace-files--last)
    (file-newer-than-file-p . commonplace-files--newer-p)
    (file-notify-add-watch . commonplace-files--unwatchable)
    (file-readable-p . commonplace-files--exists-p)
    (file-regular-p . commonplace-files--exists-p)
    (file-remote-p . commonplace-files--remote-p)
    (file-selinux-context . ignore)
    (file-symlink-p . ignore)
    (file-truename . commonplace-files--expand)
    (file-writable-p . commonplace-files--writable-p)
    (find-backup-file-name . ignore)
    (get-file-buffer . commonplace-files--buffer)
    (insert-directory . commonplace-files--insert-directory)
    (insert-file-contents . commonplace-files--insert)
    (lock-file . ignore)
    (make-auto-save-file-name . commonplace-files--auto-save-name)
    (make-directory . commonplace-files--refuse)
    (make-lock-file-name . ignore)
    (make-symbolic-link . commonplace-files--refuse)
    (rename-file . commonplace-files--refuse)
    (set-file-acl . ignore)
    (set-file-modes . ignore)
    (set-file-selinux-context . ignore)
    (set-file-times . ignore)
    (set-visited-file-modtime . ignore)
    (substitute-in-file-name . identity)
    (unhandled-file-name-directory . commonplace-files--somewhere)
    (unlock-file . ignore)
    (vc-registered . ignore)
    (verify-visited-file-modtime . always)
    (write-region . commonplace-files--write))
  "The file operations with special functions for notes.")

(defun commonplace-file-name-handler (operation &rest arguments)
  "Do OPERATION with ARGUMENTS, one of which is the name of a note."
  (if-let* ((function (alist-get operation commonplace-files--operations)))
      (apply function arguments)
    (let ((inhibit-file-name-handlers
           (cons #'commonplace-file-name-handler
                 (and (eq inhibit-file-name-operation operation)
                      inhibit-file-name-handlers)))
          (inhibit-file-name-operation operation)
          (default-directory (commonplace-files--somewhere)))
      (apply operation arguments))))

;; Names

(defun commonplace-files--root (name)
  "Return the part of NAME that names the notebook, without the slash after it."
  (and (string-match "\\`commonplace\\(?:-view\\)?://[^/]*" name)
       (match-string 0 name)))

(defun commonplace-files--somewhere (&rest _)
  "Return a directory on this machine, if possible the current one."
  (cond ((not (commonplace-uri-p default-directory)) default-directory)
        ((featurep 'commonplace-server) (commonplace-server-directory))
        (t (let ((default-directory "/")) (expand-file-name "~/")))))

(defun commonplace-files--expand (name &optional directory &rest _)
  "Return NAME, relative to DIRECTORY, as an absolute name."
  (let ((directory (if (stringp directory) directory default-directory)))
    (cond
     ((commonplace-uri-p name) (commonplace-files--plain name))
     ((or (file-name-absolute-p name) (not (commonplace-uri-p directory)))
      (let ((default-directory "/"))
        (expand-file-name name (if (commonplace-uri-p directory) "/" directory))))
     ((equal name "") (commonplace-files--without-slash directory))
     (t (commonplace-files--plain (concat (commonplace-files--with-slash directory) name))))))

(defun commonplace-files--plain (name)
  "Return NAME, the name of a note or a directory, without `.' and `..'."
  (let* ((root (commonplace-files--root name))
         (rest (substring name (length root)))
         (parts nil))
    (if (or (null (string-match-p "/\\.\\.?\\(?:/\\|\\'\\)" rest))
            (string-search "?" rest))
        name
      (dolist (part (cdr (split-string rest "/")))
        (pcase part
          ("." nil)
          (".." (pop parts))
          (_ (push part parts))))
      (concat root "/" (string-join (nreverse parts) "/")))))

(defun commonplace-files--directory (name)
  "Return NAME up to its last slash."
  (let ((root (commonplace-files--root name)))
    (if (equal root name)
        (concat name "/")
      (substring name 0 (string-match-p "[^/]*\\'" name)))))

(defun commonplace-files--last (name)
  "Return the part of NAME after its last slash."
  (if (equal (commonplace-files--root name) name)
      ""
    (substring name (length (commonplace-files--directory name)))))

(defun commonplace-files--with-slash (name)
  "Return NAME as the name of a directory."
  (if (string-suffix-p "/" name) name (concat name "/")))

(defun commonplace-files--without-slash (name)
  "Return NAME, the name of a directory, as the name of a file."
  (if (and (string-suffix-p "/" name)
           (> (length name) (1+ (length (commonplace-files--root name)))))
      (substring name 0 -1)
    name))

(defun commonplace-files--directory-p (name)
  "Return non-nil if NAME names a notebook or ends in a slash."
  (or (string-suffix-p "/" name) (equal (commonplace-files--root name) name)))

(defun commonplace-files--exists-p (name)
  "Return non-nil if NAME may be the name of a document.
Names such as .git or .dir-locals.el next to a note do not exist."
  (if-let* ((id (commonplace-note-id name)))
      (and (not (string-prefix-p "." id))
           (string-match-p "\\`\\(?:\\|[^.].*\\.md\\)\\'"
                           (substring (commonplace-files--plain name)
                                      (min (length name)
                                           (+ 2 (length (commonplace-files--root name))
                                              (length id)))))
           t)
    (and (string-prefix-p "commonplace-view:" name)
         (not (commonplace-files--directory-p name)))))

(defun commonplace-files--remote-p (name &optional part connected)
  "Return PART of the remote prefix of NAME.
With CONNECTED non-nil, only if a server runs.  Notes are remote for
Emacs, so that functions for local files ignore them: relative names,
directory-local variables, version control."
  (when (and (commonplace-uri-p name)
             (or (not connected)
                 (eq connected 'never)
                 (and (featurep 'commonplace-server) (commonplace-server-live))))
    (let* ((root (commonplace-files--root name))
           (scheme (substring root 0 (string-search ":" root))))
      (pcase part
        ('method scheme)
        ('host (substring root (+ 3 (length scheme))))
        ('localname (substring name (length root)))
        ((or 'user 'hop) nil)
        (_ root)))))

(defun commonplace-files--equal-p (left right)
  "Return non-nil if LEFT and RIGHT are names of the same document."
  (let ((id (commonplace-note-id left)))
    (if id (equal id (commonplace-note-id right)) (equal left right))))

(defun commonplace-files--writable-p (name)
  "Return non-nil if NAME is the name of a note that can be written."
  (and (commonplace-note-id name)
       (let ((buffer (commonplace-files--buffer name)))
         (not (and buffer (buffer-local-value 'commonplace-note-read-only buffer))))))

(defun commonplace-files--buffer (name)
  "Return the buffer that visits the document called NAME."
  (and (featurep 'commonplace-note) (commonplace-note-buffer name)))

;; Unsaved texts

(defun commonplace-files--auto-save-name ()
  "Return the auto-save file of the current note or record; nil in a view."
  (when-let* ((id (commonplace-note-id buffer-file-name)))
    (with-file-modes #o700
      (make-directory commonplace-files-directory t))
    (expand-file-name (format "#%s.md#" (replace-regexp-in-string "[^[:alnum:]-]" "_" id))
                      commonplace-files-directory)))

(defun commonplace-files--newer-p (left right)
  "Return non-nil if LEFT, a file with unsaved text, exists.
RIGHT is its note, whose earlier text is in the notebook.  When the note
is saved, Emacs deletes the file."
  (and (commonplace-uri-p right)
       (not (commonplace-uri-p left))
       (file-exists-p left)))

(defun commonplace-files--insert-directory (name &rest _)
  "Insert a line about NAME."
  (insert "  " name "\n"))

;; Reading

(defun commonplace-files--insert (name &optional visit begin end replace)
  "Insert the text of the document NAME; return its name and length.
VISIT, BEGIN, END and REPLACE as for `insert-file-contents'; BEGIN and
END count characters."
  (let ((name (commonplace-files--expand name))
        (new (and visit (not replace) (null buffer-file-name) (zerop (buffer-size)))))
    (condition-case failure
        (progn
          (when (commonplace-files--directory-p name)
            (commonplace-fail "Use \\[commonplace-find-note] to list the notes of a notebook"))
          (when visit (commonplace-garbage-wait))
          (let* ((document (commonplace-note-fetch name))
                 (text (plist-get document :text))
                 (part (if (or begin end)
                           (substring text (min (or begin 0) (length text))
                                      (min (or end (length text)) (length text)))
                         text)))
            (commonplace-files--put part visit replace)
            (when visit
              (setq buffer-file-name name
                    commonplace-note-read-only (eq (plist-get document :readOnly) t))
              (setq-local buffer-file-coding-system 'utf-8-unix)
              (when (stringp (plist-get document :title))
                (setq commonplace-note-view-title (plist-get document :title)))
              (commonplace-note-rebase (plist-get document :version) text)
              (set-buffer-modified-p nil))
            (list name (length part))))
      (commonplace-error
       ;; `find-file' treats file errors as a new file, and it leaves the buffer that it created for
       ;; the file.
       (when new (kill-buffer))
       (signal 'user-error (cdr failure))))))

(defun commonplace-files--put (text visit replace)
  "Insert TEXT at point, or replace the whole buffer if REPLACE is non-nil.
If VISIT is non-nil, the insertion cannot be undone."
  (cond
   (replace (commonplace-note-replace text))
   (visit (let ((buffer-undo-list t)
                (inhibit-read-only t))
            (save-excursion (insert text))))
   (t (save-excursion (insert text)))))

(defun commonplace-files--local-copy (name)
  "Return a new temporary file with the text of the document called NAME."
  (let ((text (plist-get (commonplace-note-fetch name) :text))
        (default-directory temporary-file-directory)
        (coding-system-for-write 'utf-8-unix))
    (make-temp-file "commonplace-" nil ".md" text)))

(defun commonplace-files--copy (name new-name &optional ok-if-exists &rest _)
  "Copy the document called NAME to the file NEW-NAME.
OK-IF-EXISTS as for `copy-file'."
  (when (commonplace-uri-p new-name)
    (commonplace-files--refuse))
  (let ((copy (commonplace-files--local-copy name)))
    (unwind-protect
        (copy-file copy new-name ok-if-exists)
      (delete-file copy))))

;; Writing

(defun commonplace-files--write (start end name &optional append _visit &rest _)
  "Save the current buffer's text as the note NAME.
START, END and APPEND as for `write-region': a note is saved as a whole."
  (let ((name (commonplace-files--expand name)))
    (cond
     ((not (commonplace-note-id name))
      (commonplace-fail "Not saved: the server generates this document, so it is read-only"))
     ((not (equal name buffer-file-name))
      (commonplace-fail
       "Not saved: a note cannot be saved under another name; \\[commonplace-new-note] creates a note"))
     ((or append (stringp start)
          (and start (not (and (= start 1) (= end (1+ (buffer-size)))))))
      (commonplace-fail "Not saved: a note can only be saved as a whole; use \\[save-buffer]")))
    (commonplace-note-write)
    (commonplace-files--name-buffer)
    (unless noninteractive
      (message "Wrote %s" (buffer-name)))
    nil))

(defun commonplace-files--delete (name &rest _)
  "Move the note called NAME to the trash."
  (commonplace-server-request :commonplace/deleteNote (list :uri name))
  nil)

(defun commonplace-files--refuse (&rest _)
  "Signal that this file operation does not work for notes."
  (commonplace-fail
   "A note is not a file: \\[commonplace-new-note] creates a note; \
to rename a note, change its first line"))

(defun commonplace-files--unwatchable (&rest _)
  "Signal that notes cannot be watched: the server sends notifications."
  (signal 'file-notify-error '("Cannot watch a note: the server reports its changes")))

;; Visiting

(defun commonplace-files-adopt ()
  "Set up the current buffer for a document in the notebook's directory."
  (setq default-directory (commonplace-server-directory))
  (setq-local backup-inhibited t)
  (unless (commonplace-note-id buffer-file-name)
    (commonplace-view-mode 1)))

(defun commonplace-files--found ()
  "Finish visiting a note: set its mode, its directory and its buffer's name."
  (when (commonplace-uri-p buffer-file-name)
    (cond ((commonplace-record-p buffer-file-name)
           (unless (derived-mode-p 'commonplace-book-mode) (commonplace-book-mode)))
          ((not (derived-mode-p 'commonplace-mode)) (commonplace-mode)))
    (commonplace-files-adopt)
    (commonplace-files--name-buffer)))

(defun commonplace-files--name-buffer ()
  "Name the current buffer by its title, unless it has the record of a book."
  (unless (commonplace-record-p buffer-file-name)
    (commonplace-note-name-buffer)))

;; Runs early, so that other hooks see the new directory.
(add-hook 'find-file-hook #'commonplace-files--found -90)

(provide 'commonplace-files)
;;; commonplace-files.el ends here
