;;; history-tests.el --- Trash, earlier texts, merging, images, lists  -*- lexical-binding: t; -*-

;; The answers are the tests' own: recorded, or made up for what is rare.

;;; Code:

(require 'notebook)
(require 'commonplace-history)
(require 'commonplace-image)
(require 'commonplace-list)

(defvar history-asked nil "What was asked, the last first: (METHOD . PARAMETERS).")

(defmacro history-answer (answers &rest body)
  "Evaluate BODY where ANSWERS, an alist from methods, are the server's.
An answer may be a function of the parameters."
  (declare (indent 1))
  `(let ((answers ,answers)
         (request (symbol-function 'commonplace-server-request))
         (history-asked nil))
     (cl-letf (((symbol-function 'commonplace-server-request)
                (lambda (method parameters &rest more)
                  (if-let* ((answer (assq method answers)))
                      (progn
                        (push (cons method parameters) history-asked)
                        (if (functionp (cdr answer)) (funcall (cdr answer) parameters)
                          (cdr answer)))
                    (apply request method parameters more)))))
       ,@body)))

(defun history-asked-for (method)
  "Return the parameters with which METHOD was asked last."
  (cdr (assq method history-asked)))

(defun history-choose (answer function)
  "Call FUNCTION interactively where ANSWER, or what it makes of the table, is chosen."
  (notebook-answer answer (lambda () (call-interactively function))))

;; The trash

(notebook-test history-restores-a-note-that-is-chosen
  (let ((uri (notebook-uri 0)))
    (history-answer `((:commonplace/listTrash
                       . (:notes [(:uri ,uri :title "Gone" :changed "2024-03-01T09:30:00Z")]))
                      (:commonplace/restoreNote . (:uri ,uri)))
      (history-choose (lambda (table)
                        (should (equal '("Gone") (all-completions "" table)))
                        (should (string-match-p
                                 "2024-03-0. ..:30"
                                 (funcall (cdr (assq 'annotation-function
                                                     (cdr (funcall table "" nil 'metadata))))
                                          "Gone")))
                        "gone")
                      #'commonplace-restore-note)
      (should (equal (list :uri uri) (history-asked-for :commonplace/restoreNote)))
      (should (equal uri buffer-file-name)))))

(notebook-test history-deletes-for-good-after-a-question
  (history-answer '((:commonplace/emptyTrash . (:deleted 2)))
    (cl-letf (((symbol-function 'yes-or-no-p) #'ignore))
      (commonplace-delete-for-good '("a" "b"))
      (should-not (history-asked-for :commonplace/emptyTrash)))
    (cl-letf (((symbol-function 'yes-or-no-p) (lambda (question)
                                                (string-search "2 notes" question))))
      (commonplace-delete-for-good '("a" "b"))
      (should (equal '(:uris ["a" "b"]) (history-asked-for :commonplace/emptyTrash)))
      (should (notebook-told "2 notes were permanently deleted")))))

(notebook-test history-says-that-the-trash-is-empty
  (notebook-uri 0)
  (history-answer '((:commonplace/listTrash . (:notes [])))
    (should-error (call-interactively #'commonplace-restore-note) :type 'user-error)
    (should-error (call-interactively #'commonplace-delete-for-good) :type 'user-error)))

(notebook-test history-and-trash-are-documents
  (notebook-visit)
  (let ((id (commonplace-note-id buffer-file-name)))
    (history-answer '((:commonplace/readView
                       . (lambda (parameters) (list :text (plist-get parameters :uri)))))
      (commonplace-history)
      (should (equal (buffer-string) (concat "commonplace-view://notes/history?note=" id)))
      (commonplace-trash)
      (should (equal (buffer-string) "commonplace-view://notes/trash")))))

(notebook-test history-saving-in-the-trash-is-told
  (notebook-visit)
  (insert "mine\n")
  (history-answer '((:commonplace/writeNote . (:version "v:2" :trashed t)))
    (save-buffer)
    (programs-wait "the message" (lambda () (notebook-told "is in the trash")))))

;; Earlier texts

(defconst history-kept
  '(:title "Walden" :state "present"
    :texts [(:uri "commonplace-view://n/text?note=A&version=now:2" :version "now:2"
             :written "2024-03-02T09:30:00Z" :size 90 :firstLine "# Walden")
            (:uri "commonplace-view://n/text?note=A&version=old:1" :version "old:1"
             :written "2024-03-01T09:30:00Z" :writtenBy "phone" :replaced "2024-03-02T09:30:00Z"
             :size 2048 :firstLine "# Old")])
  "What is kept of a note.")

(defun history-first (table)
  "Return the only line of TABLE, after a look at what is shown with it."
  (let ((lines (all-completions "" table)))
    (should (= 1 (length lines)))
    (should (string-search "phone, 2k  # Old"
                           (funcall (cdr (assq 'annotation-function
                                               (cdr (funcall table "" nil 'metadata))))
                                    (car lines))))
    (car lines)))

(notebook-test history-opens-and-compares-an-earlier-text
  (notebook-visit)
  (let ((note (current-buffer)) (compared nil))
    (history-answer `((:commonplace/listHistory . ,history-kept)
                      (:commonplace/readView . (:text "# Old\n")))
      (save-window-excursion
        (history-choose #'history-first #'commonplace-earlier-text)
        (should (equal (buffer-string) "# Old\n"))
        (should buffer-read-only))
      (set-buffer note)
      (cl-letf (((symbol-function 'ediff-buffers) (lambda (&rest both) (setq compared both))))
        (history-choose #'history-first #'commonplace-compare-earlier-text))
      (should (eq note (cadr compared)))
      (should (string-search "old:1" (buffer-file-name (car compared)))))))

(notebook-test history-shows-the-words-that-changed
  (notebook-visit)
  (let ((id (commonplace-note-id buffer-file-name)))
    (history-answer `((:commonplace/listHistory . ,history-kept)
                      (:commonplace/readView
                       . ,(lambda (asked) (list :text (plist-get asked :uri) :title "Words of it"))))
      (history-choose #'history-first #'commonplace-changed-words)
      (should (equal (buffer-string)
                     (format "commonplace-view://notes/difference?note=%s&from=old%%3A1" id)))
      (should (equal (buffer-name) "Words of it")))))

(notebook-test history-restores-an-earlier-text-over-the-listed-one
  (let ((uri (notebook-visit)))
    (history-answer `((:commonplace/listHistory . ,history-kept)
                      (:commonplace/restoreText . (:version "new:3")))
      (history-choose #'history-first #'commonplace-restore-earlier-text)
      (should (equal (history-asked-for :commonplace/restoreText)
                     (list :uri uri :version "old:1" :baseVersion "now:2")))
      (should (notebook-told "is restored")))
    (history-answer `((:commonplace/listHistory . ,history-kept)
                      (:commonplace/restoreText . (:conflict (:version "x"))))
      (should-error (history-choose #'history-first #'commonplace-restore-earlier-text)
                    :type 'user-error))
    (insert "mine\n")
    (should-error (call-interactively #'commonplace-restore-earlier-text) :type 'user-error)))

;; Merging

(notebook-test history-merges-stored-texts-in-the-note-itself
  (let* ((uri (notebook-visit))
         (stored commonplace-note-version)
         (marked "# W\n\n<<<<<<< here\nmine\n=======\ntheirs\n>>>>>>> phone\n"))
    (history-answer `((:commonplace/mergeConflict
                       . (:text ,marked :overlaps 1 :hasBase t :version "merge" :stored ,stored))
                      (:commonplace/writeNote . (:version "d:2" :isInConflict t)))
      (commonplace-resolve-conflict 'merge)
      (should (equal (history-asked-for :commonplace/mergeConflict) (list :uri uri)))
      (should (equal uri buffer-file-name))
      (should (equal (buffer-string) marked))
      (should (buffer-modified-p))
      (should (looking-at "<<<<<<<"))
      (should smerge-mode)
      (erase-buffer)
      (insert "# W\n\nboth\n")
      (save-buffer)
      (should (equal "merge" (plist-get (history-asked-for :commonplace/writeNote) :baseVersion)))
      (programs-wait "the message"
                     (lambda () (notebook-told "the note changed again"))))))

(notebook-test history-compares-the-texts-of-two-devices
  (notebook-visit)
  (let ((compared nil))
    (history-answer '((:commonplace/listConflicts
                       . (:conflicts [(:sides [(:version "a") (:version "c" :state "deleted")
                                               (:version "b" :line "3. phone, 2024-03-01 09:30:00"
                                                :uri "commonplace-view://n/text?note=A&version=b")])]))
                      (:commonplace/readView . (:text "theirs\n")))
      (cl-letf (((symbol-function 'ediff-buffers) (lambda (&rest both) (setq compared both))))
        (commonplace-resolve-conflict 'ediff))
      (should (equal "theirs\n" (with-current-buffer (cadr compared) (buffer-string)))))))

(notebook-test history-keeps-the-book-of-both
  (let ((uri (notebook-visit)))
    (insert "mine\n")
    (programs-other-writes uri (concat "theirs\n" (notebook-stored uri)))
    (should-error (save-buffer) :type 'commonplace-error)
    (history-answer '((:commonplace/copyNote . (:uri "x" :title "Copy" :version "v")))
      (commonplace-resolve-conflict 'both)
      (should (equal uri (plist-get (history-asked-for :commonplace/copyNote) :uri)))
      (should (string-prefix-p "mine\n"
                               (plist-get (history-asked-for :commonplace/copyNote) :text))))))

(notebook-test history-keeps-a-stored-text-by-its-word
  (let ((uri (notebook-visit)) (executed nil))
    (history-answer '((:commonplace/listConflicts
                       . (:conflicts [(:sides [(:version "a") (:version "b")])])))
      (cl-letf (((symbol-function 'commonplace-server-execute)
                 (lambda (&rest more) (setq executed more) nil)))
        (commonplace-resolve-conflict "phone"))
      (should (equal executed (list "commonplace.resolveConflict"
                                    (list :uri uri :keep "phone" :versions ["a" "b"])))))))

(notebook-test history-settles-the-texts-that-were-shown
  (let ((uri (notebook-visit)) (executed nil)
        (sides [(:version "a") (:version "b" :line "2. phone" :uri "commonplace-view://n/text?note=A")]))
    (history-answer `((:commonplace/listConflicts
                       . ,(lambda (_) `(:conflicts [(:sides ,sides)])))
                      (:commonplace/readView . (:text "theirs\n")))
      (cl-letf (((symbol-function 'ediff-buffers) #'ignore)
                ((symbol-function 'commonplace-server-execute)
                 (lambda (_ parameters) (push (plist-get parameters :versions) executed) nil)))
        (commonplace-resolve-conflict 'ediff)
        ;; Another device's text comes.
        (setq sides [(:version "c") (:version "b")])
        (notebook-visit)
        (commonplace-resolve-conflict "shown")
        (commonplace-resolve-conflict "shown"))
      (should (equal executed '(["c" "b"] ["a" "b"])))
      (should uri))))

;; Images

(defconst history-image
  '(:key "assets/0.png" :markdown "![pond](assets/0.png)" :message "Added pond.png")
  "What is told of an image that was added.")

(notebook-test history-adds-images-from-files-drops-and-the-clipboard
  (let ((uri (notebook-visit)))
    (history-answer `((:commonplace/addImage . ,history-image))
      (commonplace-add-image "/tmp/pond.png")
      (should (looking-back "!\\[pond\\](assets/0.png)" (point-min)))
      (should (equal (list :uri uri :path "/tmp/pond.png")
                     (history-asked-for :commonplace/addImage)))
      (should (notebook-told "Added pond.png"))
      (should (equal '("^file:" . commonplace-image--drop) (car dnd-protocol-alist)))
      (require 'dnd)
      (with-temp-file (expand-file-name "pond.PNG") (insert "x"))
      (commonplace-image--drop (concat "file://" (expand-file-name "pond.PNG")) 'copy)
      (should (equal (expand-file-name "pond.PNG")
                     (plist-get (history-asked-for :commonplace/addImage) :path)))
      (cl-letf (((symbol-function 'commonplace-image--clipboard) (lambda () "\1\2\3")))
        (commonplace-paste-image))
      (should (equal "AQID" (plist-get (history-asked-for :commonplace/addImage) :data)))
      (commonplace-image--yank 'image/png "\1\2\3")
      (should (equal "AQID" (plist-get (history-asked-for :commonplace/addImage) :data))))))

(notebook-test history-pastes-what-a-program-prints
  (notebook-visit)
  (let ((commonplace-image--programs '(("no-such-program") ("printf" "\\001\\377"))))
    (should (equal (commonplace-image--clipboard) (unibyte-string 1 255))))
  (let ((commonplace-image--programs '(("false"))))
    (should-error (commonplace-paste-image) :type 'user-error)))

(notebook-test history-shows-images-below-their-lines
  (notebook-visit)
  (let ((links '[(:range (:start (:line 0 :character 0) :end (:line 0 :character 3)))
                 (:range (:start (:line 1 :character 0) :end (:line 1 :character 0))
                  :target "https://elsewhere")]))
    (history-answer `((:textDocument/documentLink . ,links)
                      (:documentLink/resolve . (:target "file:///tmp/a%20pond.png")))
      (should-error (commonplace-images-mode 1) :type 'user-error)
      (cl-letf (((symbol-function 'display-images-p) #'always)
                ((symbol-function 'create-image)
                 (lambda (file &rest _) (list 'image :type 'png :file file))))
        (commonplace-images-mode 1)
        (let ((shown (seq-filter (lambda (overlay) (overlay-get overlay 'commonplace-image))
                                 (overlays-in (point-min) (point-max)))))
          (should (= 1 (length shown)))
          (should (equal "/tmp/a pond.png"
                         (plist-get (cdr (get-text-property
                                          1 'display (overlay-get (car shown) 'after-string)))
                                    :file))))
        (commonplace-images-mode -1)
        (should-not (overlays-in (point-min) (1- (point-max)))))
      (let ((opened nil))
        (cl-letf (((symbol-function 'browse-url-of-file) (lambda (file) (setq opened file))))
          (goto-char (point-min))
          (commonplace-follow-link))
        (should (equal opened "/tmp/a pond.png"))))))

;; Titles and lists

(notebook-test history-buffers-have-titles-for-names
  (notebook-visit)
  (should (equal (buffer-name) "Charles Darwin: On the Origin of Species"))
  (goto-char (point-min))
  (delete-line)
  (insert "# New  title\n")
  (save-buffer)
  (should (equal (buffer-name) "New  title"))
  (should (equal (commonplace-note-title "\n\n## A *b*\nc") "A *b*"))
  (should (equal (commonplace-note-title "") "Untitled")))

(notebook-test history-places-are-grouped-by-titles
  (let ((uri (notebook-uri 1)))
    (clrhash commonplace-note--titles)
    (history-answer '((:commonplace/readTitles . (:titles ["The title"])))
      (should (equal "The title" (xref-location-group (xref-make-file-location uri 1 0))))
      (should (equal (list :uris (vector uri)) (history-asked-for :commonplace/readTitles)))))
  (clrhash commonplace-note--titles))

(notebook-test history-lists-have-columns-and-an-order
  (notebook-uri 0)
  (history-answer '((:commonplace/listNotes
                     . (:notes [(:uri "commonplace://n/A/x.md" :title "Walden" :tags ["#a" "#b"]
                                 :byline "Henry David Thoreau (1854)" :due 3
                                 :modified "2024-03-01T09:30:00Z" :date "2024-03-02")
                                (:uri "commonplace://n/B/x.md" :title "" :tags [] :due 0
                                 :date "2024-03-01")])))
    (commonplace-notes)
    (should (equal "modified" (plist-get (history-asked-for :commonplace/listNotes) :sort)))
    (should (string-match-p
             "Walden +Henry David Thoreau (1854) +#a #b +3 due +2024-03-02\n *Untitled +2024-03-01"
             (buffer-substring-no-properties (point-min) (point-max))))
    (commonplace-list-sort 'author t)
    (should (equal "author" (plist-get (history-asked-for :commonplace/listNotes) :sort)))
    (should (plist-get (history-asked-for :commonplace/listNotes) :reverse))
    (goto-char (point-min))
    (should (equal "commonplace://n/A/x.md" (tabulated-list-get-id)))
    (let ((table (commonplace-title-list-table (commonplace-title-read nil))))
      (should (string-search "Henry David Thoreau (1854)  #a #b  3 due  2024-03-02"
                             (funcall (cdr (assq 'annotation-function
                                                 (cdr (funcall table "" nil 'metadata))))
                                      "Walden"))))))
;;; history-tests.el ends here
