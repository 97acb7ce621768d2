;;; list-story-tests.el --- The story of lists and images  -*- lexical-binding: t; -*-

;; The part about lists and images of Tests/editors/story.md, step by step in one Emacs.

;;; Code:

(require 'notebook)
(require 'story)
(require 'commonplace-image)
(require 'commonplace-list)
(require 'xref)

(defvar list-story-uri nil "The note on Walden.")
(defvar list-story-image nil "The file of the image.")

(defun list-story-titles ()
  "Return the first words of the lines of the table."
  (mapcar (lambda (line) (car (split-string line "[ :]" t)))
          (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n" t)))

(defun list-story-see ()
  (commonplace-notes)
  (should (= 5 (length (list-story-titles))))
  (programs-wait "the due prompts"
                 (lambda ()
                   (revert-buffer)
                   (string-match-p "#[a-z].* [0-9]+ due +[0-9]\\{4\\}-" (buffer-string)))))

(defun list-story-sort ()
  (commonplace-list-sort 'title)
  (should (equal (list-story-titles) '("Charles" "Henry" "Jane" "Seneca" "Welcome")))
  (commonplace-list-sort 'title t)
  (should (equal (list-story-titles) '("Welcome" "Seneca" "Jane" "Henry" "Charles"))))

(defun list-story-see-titles ()
  (goto-char (point-min))
  (search-forward "Henry")
  (commonplace-list-open)
  (setq list-story-uri buffer-file-name)
  (should (equal (buffer-name) "Henry David Thoreau: Walden"))
  (search-forward "#nature")
  (let ((groups (mapcar (lambda (item) (xref-location-group (xref-item-location item)))
                        (xref-backend-references (xref-find-backend) "LSP identifier at point."))))
    (should (member "Charles Darwin: On the Origin of Species" groups))
    (should-not (seq-some #'commonplace-uri-p groups))))

(defun list-story-add ()
  (setq list-story-image (expand-file-name "pond.gif" (file-name-directory programs-notebook)))
  (let ((coding-system-for-write 'binary))
    (write-region "GIF89a\1\0\1\0" nil list-story-image nil 'quiet))
  (goto-char (point-max))
  (insert "\n")
  (commonplace-add-image list-story-image "pond")
  (should (string-match-p "!\\[pond\\](assets/[0-9A-Fa-f]+\\.gif)\\'" (buffer-string)))
  (save-buffer)
  (should (string-search "![pond](assets/" (notebook-stored list-story-uri))))

(defun list-story-drop ()
  (require 'dnd)
  (insert "\n\n")
  (commonplace-image--drop (concat "file://" list-story-image) 'copy)
  (should (looking-back "!\\[\\](assets/[0-9A-Fa-f]+\\.gif)" (line-beginning-position)))
  (save-buffer))

(defun list-story-open ()
  (goto-char (point-min))
  (search-forward "![pond](ass")
  (eglot--signal-textDocument/didChange)
  (let ((opened nil))
    (cl-letf (((symbol-function 'browse-url-of-file) (lambda (file) (setq opened file))))
      (commonplace-follow-link))
    (should (file-readable-p opened))))

(defun list-story-due (uri)
  "Return how many prompts of the note URI are due."
  (plist-get (commonplace-server-request :commonplace/review/counts (list :uri uri)) :due))

(defun list-story-extract ()
  (let ((session (plist-get (commonplace-server-request :commonplace/review/start
                                                        (list :uri list-story-uri))
                            :session))
        (made nil))
    (commonplace-server-request :commonplace/review/reveal (list :session session))
    (commonplace-server-request :commonplace/review/answer (list :session session :ease "good"))
    (commonplace-server-request :commonplace/review/stop (list :session session))
    (let ((due (list-story-due list-story-uri))
          (first (save-excursion (goto-char (point-min)) (forward-line) (point))))
      (setq made (commonplace-server-execute
                  "commonplace.extractNote"
                  (list :uri list-story-uri
                        :version (plist-get (eglot--VersionedTextDocumentIdentifier) :version)
                        :range (list :start (commonplace-edit--position first)
                                     :end (commonplace-edit--position (point-max))))))
      (should (< 0 due))
      (should (= due (list-story-due (plist-get made :uri)))))))

(defun list-story-file ()
  (notebook-close)
  ;; The buffer that is shown now may be of a folder that another test removed.
  (let ((default-directory temporary-file-directory))
    (story-check-whole)
    (programs-wait "the file"
                   (lambda () (not (equal "0" (story-sqlite "SELECT count(*) FROM entry
                                                             WHERE key LIKE 'assets/%.gif'")))))
    (should-not (equal "0" (story-sqlite "SELECT count(*) FROM entry
                                          WHERE text LIKE '%![pond](assets/%'")))))

(story-define
 "story_lists"
 '(("see a list of notes" . list-story-see)
   ("sort it" . list-story-sort)
   ("see titles" . list-story-see-titles)
   ("add an image" . list-story-add)
   ("drop an image" . list-story-drop)
   ("open it" . list-story-open)
   ("extract a part with its review states" . list-story-extract)
   ("the file holds it" . list-story-file))
 #'notebook-call)
;;; list-story-tests.el ends here
