;;; mirror-story-tests.el --- The story, in a mirror with lsp-mode  -*- lexical-binding: t; -*-

;;; Commentary:

;; Tests/editors/story.md, as the README has it for lsp-mode: notes are the files of a mirror.

;;; Code:

(require 'lsp-files)
(require 'story)
(require 'xref)

(defvar company-mode)
(defvar company-candidates)
(declare-function company-manual-begin "company")
(declare-function company-complete-selection "company")
(declare-function lsp-diagnostics "lsp-mode")
(declare-function lsp-execute-code-action "lsp-mode")
(declare-function lsp-rename "lsp-mode")
(declare-function lsp-request "lsp-mode")
(declare-function lsp-semantic-tokens--request-update "lsp-semantic-tokens")

(defvar mirror-story-uri nil "The note that the story is about, as the notebook names it.")

(defun mirror-story-stored (uri)
  "Return the text that another server has of URI."
  (plist-get (jsonrpc-request (programs-other) :commonplace/readNote (list :uri uri)) :text))

(defun mirror-story-uri (title)
  "Return the URI of the note called TITLE, nil if there is none."
  (plist-get (seq-find (lambda (note) (equal (plist-get note :title) title))
                       (plist-get (jsonrpc-request (programs-other) :commonplace/listNotes
                                                   (make-hash-table))
                                  :notes))
             :uri))

(defun mirror-story-path (&optional name)
  "Return the path of the mirror, or of the file NAME in it."
  (expand-file-name (concat "notes/" name) (file-name-directory programs-notebook)))

(defun mirror-story-file (title)
  "Return the text of the file of the note called TITLE."
  (with-temp-buffer
    (insert-file-contents (mirror-story-path (concat title ".md")))
    (buffer-string)))

(defun mirror-story-has (code)
  "Return non-nil if the current buffer has a diagnostic with CODE."
  (seq-some (lambda (diagnostic) (equal (lsp-get diagnostic :code) code))
            (gethash buffer-file-name (lsp-diagnostics))))

(defun mirror-story-face (text)
  "Return the face of TEXT."
  (save-excursion
    (goto-char (point-min))
    (search-forward text)
    (let ((face (get-text-property (match-beginning 0) 'face)))
      (if (consp face) (car face) face))))

(defun mirror-story-save ()
  "Save the current buffer, and wait until the notebook has its text."
  (save-buffer)
  (should-not (buffer-modified-p))
  (let ((text (buffer-string)))
    (programs-wait "the stored text"
                   (lambda () (equal (mirror-story-stored mirror-story-uri) text)))))

(defun mirror-story-open ()
  (find-file (mirror-story-path (concat story-title ".md")))
  (switch-to-buffer (current-buffer))
  (lsp)
  (programs-wait "the note"
                 (lambda ()
                   (and (lsp-workspaces)
                        (ignore-errors
                          (lsp-request "commonplace/readNote"
                                       (list :uri (lsp--buffer-uri)))))))
  (should (string-prefix-p "# Welcome" (buffer-string))))

(defun mirror-story-see-the-tokens ()
  ;; Idle timers and redisplay, which would ask for them and paint, are not in batch.
  (programs-wait "the colors"
                 (lambda ()
                   (lsp-semantic-tokens--request-update)
                   (accept-process-output nil 0.1)
                   (font-lock-ensure)
                   (eq (mirror-story-face "Welcome") 'lsp-face-semhl-class)))
  (should (eq (mirror-story-face "John Milton") 'lsp-face-semhl-variable))
  (should (eq (mirror-story-face "#reading/habits") 'lsp-face-semhl-type)))

(defun mirror-story-break-a-cloze ()
  (goto-char (point-max))
  (insert "\nAn ?[animal](Okapi\n")
  (programs-wait "the diagnostic" (lambda () (mirror-story-has "unterminated-cloze"))))

(defun mirror-story-fix-it-by-code-action ()
  (goto-char (point-max))
  (search-backward "?[animal]")
  (story-choose "Close the answer" (lambda () (call-interactively #'lsp-execute-code-action)))
  (should (string-suffix-p "An ?[animal](Okapi)\n" (buffer-string)))
  (programs-wait "no diagnostic" (lambda () (not (mirror-story-has "unterminated-cloze")))))

(defun mirror-story-complete-a-tag ()
  (goto-char (point-max))
  (insert "\n#reading/hab")
  ;; The modes that lsp-mode itself turns on, where it is installed; its popup
  ;; is not in batch.
  (should (equal '(t t) (list lsp-completion-mode company-mode)))
  (let ((company-frontends nil))
    (company-manual-begin)
    (should (equal company-candidates '("#reading/habits")))
    (company-complete-selection))
  (should (string-match-p "\n#reading/habits\\'" (buffer-string)))
  (insert "\n"))

(defun mirror-story-search ()
  (let ((found (mapcar (lambda (symbol)
                         (car (split-string (lsp-get (lsp-get symbol :location) :uri) "#")))
                       (lsp-request "workspace/symbol" '(:query "okapi")))))
    (should (member mirror-story-uri found))
    (should-not (seq-difference found (list mirror-story-uri (lsp--buffer-uri)))))
  ;; A hit is named as a note, which lsp-mode does not open: the file is found
  ;; by its text.
  (let ((found (xref-matches-in-directory "Okapi" "*.md" (mirror-story-path) nil)))
    (should (= 1 (length found)))
    (switch-to-buffer "*scratch*")
    (xref-pop-to-location (car found))
    (should (equal (file-name-base buffer-file-name) story-title))
    (should (looking-at "Okapi"))))

(defun mirror-story-rename-a-tag ()
  (with-temp-file (mirror-story-path "On habits.md") (insert "# On habits\n\n#reading/habits\n"))
  (let ((other (programs-wait "the other note" (lambda () (mirror-story-uri "On habits")))))
    (goto-char (point-min))
    (search-forward "#reading/hab")
    (lsp-rename "customs")
    (should (string-match-p "#reading/customs" (buffer-string)))
    (should-not (string-match-p "#reading/habits" (buffer-string)))
    (should (string-match-p "#reading/customs" (mirror-story-stored other)))
    (programs-wait "the other file"
                   (lambda () (string-match-p "#reading/customs" (mirror-story-file "On habits"))))
    (mirror-story-save)))

(defun mirror-story-meet-a-conflict-and-keep-both ()
  (goto-char (point-max))
  ;; As Emacs has it by default: then who saves is asked once.
  (setq-local create-lockfiles t)
  (insert "Written here.\n")
  (let ((theirs (concat (mirror-story-stored mirror-story-uri) "Written there.\n"))
        (mine (buffer-string))
        (asked nil))
    (programs-other-writes mirror-story-uri theirs)
    (programs-wait "the other text"
                   (lambda () (equal (mirror-story-file story-title) theirs)))
    ;; Emacs itself sees that the file is another one, asks, and saves nothing.
    (cl-letf (((symbol-function 'yes-or-no-p) (lambda (prompt) (setq asked prompt) nil)))
      (should-error (save-buffer)))
    (should (string-match-p "changed since visited" asked))
    (should (buffer-modified-p))
    ;; Saved all the same, both texts are kept, and the note says so.
    (cl-letf (((symbol-function 'yes-or-no-p) #'always))
      (save-buffer))
    (programs-wait "the conflict" (lambda () (mirror-story-has "conflict")))
    (goto-char (point-min))
    (story-choose "Keep both" (lambda () (call-interactively #'lsp-execute-code-action)))
    ;; Not by the diagnostic: lsp-mode loses what comes in one piece with an
    ;; answer that it waits for, as that there is no conflict any more. The next
    ;; change brings it again.
    (programs-wait "no conflict"
                   (lambda ()
                     (string-match-p "No note is in conflict"
                                     (programs-run "conflicts" "--notebook" programs-notebook))))
    (should (equal (buffer-string) mine))
    (should (equal (mirror-story-stored mirror-story-uri) mine))))

(defun mirror-story-make-a-cloze ()
  (goto-char (point-max))
  (insert "\nThe capital of Peru is Lima.\n")
  (search-backward "Lima")
  (push-mark (match-end 0) t t)
  (story-choose "cloze" (lambda () (call-interactively #'lsp-execute-code-action)))
  (deactivate-mark)
  (programs-wait "no diagnostic of the conflict" (lambda () (not (mirror-story-has "conflict"))))
  (should (string-match-p "is \\?\\[\\](Lima)\\." (buffer-string)))
  (mirror-story-save))

(defun mirror-story-the-file-holds-it ()
  (lsp-files-close)
  (programs-close)
  (programs-wait "the file" (lambda () (< 0 (story-rows "?[](Lima)"))))
  (story-check-file))

(story-define
 "story_mirror"
 '(("open from the notebook" . mirror-story-open)
   ("see the tokens" . mirror-story-see-the-tokens)
   ("break a cloze" . mirror-story-break-a-cloze)
   ("fix it by code action" . mirror-story-fix-it-by-code-action)
   ("complete a tag" . mirror-story-complete-a-tag)
   ("save" . mirror-story-save)
   ("search for what was just written" . mirror-story-search)
   ("rename a tag over the notebook" . mirror-story-rename-a-tag)
   ("meet a conflict and keep both" . mirror-story-meet-a-conflict-and-keep-both)
   ("make a cloze" . mirror-story-make-a-cloze)
   ("the file holds it" . mirror-story-the-file-holds-it))
 (lambda (play)
   (lsp-files-call
    (lambda ()
      (programs-run "mirror" (mirror-story-path) "--notebook" programs-notebook)
      (setq mirror-story-uri (mirror-story-uri story-title))
      (funcall play)))))
;;; mirror-story-tests.el ends here
