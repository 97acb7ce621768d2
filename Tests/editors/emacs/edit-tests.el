;;; edit-tests.el --- What the server changes while one types  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)
(require 'xref)
(require 'imenu)

(defun edit-type (keys)
  "Type KEYS as a user does."
  (seq-doseq (key keys)
    (let ((last-command-event key))
      (if (eq key ?\n) (call-interactively #'newline) (self-insert-command 1 key)))))

(notebook-test edit-return-goes-on-with-a-list-behind-its-mark
  (let ((uri (notebook-uri 0))
        (commonplace-edit-patience programs-patience))
    (programs-other-writes uri "- one\n")
    (find-file uri)
    (end-of-line)
    (let ((noninteractive nil)) (edit-type "\ntwo"))
    (should (equal (buffer-string) "- one\n- two\n"))
    (should (looking-at "\n\\'"))
    (edit-type "\n\nthree 😀")
    (should (equal (buffer-string) "- one\n- two\n\nthree 😀\n"))))

(notebook-test edit-positions-count-as-the-server-does
  (let ((uri (notebook-uri 0)))
    (programs-other-writes uri "😀😀 The capital of Peru is Lima.\n")
    (find-file uri)
    (search-forward "Lima")
    (commonplace-make-cloze (match-beginning 0) (point))
    (should (equal (buffer-string) "😀😀 The capital of Peru is ?[](Lima).\n"))
    (should (= 1 (how-many "Lima" (point-min) (point-max))))))

(notebook-test edit-imenu-lists-headings-and-xref-finds-hashtags
  (find-file (plist-get (cdr (assoc "Welcome to your commonplace book"
                                    (commonplace-find--notes nil)))
                        :uri))
  (should (assoc "Welcome to your commonplace book" (imenu--make-index-alist t)))
  (goto-char (point-min))
  (search-forward "#welcom")
  (should (xref-backend-references 'eglot "#welcome")))
;;; edit-tests.el ends here
