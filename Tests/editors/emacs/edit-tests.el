;;; edit-tests.el --- Changes by the server while the user types  -*-
;;; lexical-binding: t; -*-

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
                                    (notebook-notes)))
                        :uri))
  (should (assoc "Welcome to your commonplace book" (imenu--make-index-alist t)))
  (goto-char (point-min))
  (search-forward "#welcom")
  (should (xref-backend-references 'eglot "#welcome")))
;; Completion while the user types

(defun edit-typed (text)
  "Insert TEXT as if it was typed, and let completion be offered; return the offer."
  (insert text)
  (let ((this-command #'self-insert-command))
    (completion-preview--post-command))
  (and completion-preview-active-mode
       (concat (overlay-get completion-preview--overlay 'after-string))))

(notebook-test edit-offers-hashtags-from-the-first-character-on
  (unless (fboundp 'completion-preview-mode)
    (ert-skip "completion-preview-mode is Emacs 30's"))
  (notebook-visit)
  (goto-char (point-max))
  (should completion-preview-mode)
  (should (edit-typed "#"))
  (should (member (concat "na" (edit-typed "na")) '("nature")))
  (completion-preview-insert)
  (should (looking-back "#nature" (line-beginning-position))))

(notebook-test edit-asks-nothing-of-the-server-in-words
  (unless (fboundp 'completion-preview-mode)
    (ert-skip "completion-preview-mode is Emacs 30's"))
  (notebook-visit)
  (goto-char (point-max))
  (insert "\n\nnat")
  (cl-letf (((symbol-function 'eglot-completion-at-point)
             (lambda () (ert-fail "the server was asked"))))
    (should-not (edit-typed "u"))))

(notebook-test edit-completion-says-that-it-may-begin-at-once
  (notebook-visit)
  (goto-char (point-max))
  (insert "\n\n#nat")
  (let ((found (commonplace-edit-complete)))
    (should (plist-get (nthcdr 3 found) :company-prefix-length))
    (should (equal "#nat" (buffer-substring (nth 0 found) (nth 1 found))))
    (should (member "#nature" (all-completions "#nat" (nth 2 found)))))
  (should (memq #'commonplace-edit-complete completion-at-point-functions))
  (should-not (memq #'eglot-completion-at-point completion-at-point-functions)))
;;; edit-tests.el ends here
