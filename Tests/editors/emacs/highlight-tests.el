;;; highlight-tests.el --- Faces as the server says  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)
(require 'commonplace-highlight)

(defun highlight-spans ()
  "Return what of the buffer has which face, in order."
  (let ((place (point-min)) spans)
    (while (< place (point-max))
      (let ((face (get-text-property place 'font-lock-face))
            (next (next-single-property-change place 'font-lock-face nil (point-max))))
        (when face
          (push (list (string-remove-prefix "commonplace-" (symbol-name face))
                      (buffer-substring-no-properties place next))
                spans))
        (setq place next)))
    (nreverse spans)))

(defun highlight-write (text)
  "Make TEXT that of the first note, visit it and paint it."
  (let ((uri (notebook-uri 0)))
    (programs-other-writes uri text)
    (find-file uri)
    (font-lock-ensure)
    uri))

(notebook-test highlight-every-type
  (highlight-write "# A *title*\n\n> quote\n\n- ?[hint](answer) #tag/b\n\nQ: one?\nA: two\n")
  (should (equal (highlight-spans)
                 '(("delimiter" "#") ("heading" "A ") ("delimiter" "*") ("emphasis" "title")
                   ("delimiter" "*") ("delimiter" ">") ("quote" "quote") ("list-marker" "-")
                   ("cloze" "?[") ("cloze-hint" "hint") ("cloze" "](") ("cloze-answer" "answer")
                   ("cloze" ")") ("hashtag" "#tag/b") ("delimiter" "Q:") ("question" "one?")
                   ("delimiter" "A:") ("answer" "two"))))
  (should-not (buffer-modified-p)))

(notebook-test highlight-counts-characters-outside-the-first-plane
  (highlight-write "😀😀 **é日** #tag😀 `x`\n")
  (should (member '("strong" "é日") (highlight-spans)))
  (should (member '("code" "x") (highlight-spans))))

(notebook-test highlight-columns-are-characters
  (highlight-write "a😀é日z\n")
  (should (equal "utf-32" (plist-get (eglot--capabilities (eglot-current-server))
                                     :positionEncoding)))
  (dotimes (column 6)
    (let ((place (list :line 0 :character column)))
      (should (= (1+ column) (commonplace-highlight-point place)))
      (should (equal place (commonplace-edit--position (1+ column)))))))

(notebook-test highlight-only-what-windows-show-and-again-when-it-changes
  (let ((line "Some *words* here.\n\n"))
    (highlight-write (apply #'concat (make-list 2000 line)))
    (switch-to-buffer (current-buffer))
    (with-silent-modifications (remove-list-of-text-properties 1 (point-max) '(font-lock-face)))
    (setq commonplace-highlight--painted nil)
    (set-window-start nil 1)
    (commonplace-highlight--update (current-buffer))
    (programs-wait "the first page" (lambda () (get-text-property 7 'font-lock-face)))
    (should-not (text-property-not-all 20000 (point-max) 'font-lock-face nil))
    ;; Painted: nothing more is asked.
    (let ((asked nil))
      (cl-letf (((symbol-function 'commonplace-highlight--ask) (lambda (_) (setq asked t))))
        (commonplace-highlight--update (current-buffer)))
      (should-not asked))
    (goto-char (point-min))
    (insert "# ")
    (commonplace-highlight--update (current-buffer))
    (programs-wait "the heading" (lambda () (eq (get-text-property 3 'font-lock-face)
                                                'commonplace-heading)))
    (let ((middle (progn (forward-line 1000) (point))))
      (set-window-start nil middle)
      (commonplace-highlight--update (current-buffer))
      (programs-wait "the middle" (lambda () (get-text-property (+ middle 6) 'font-lock-face))))))

(notebook-test highlight-is-gone-with-font-lock-mode-and-is-not-undone
  (highlight-write "# Title\n")
  (let ((font-lock-global-modes nil) (noninteractive nil))
    (font-lock-mode 1)
    (should (get-char-property 3 'face))
    (font-lock-mode -1)
    (should-not (get-char-property 3 'face)))
  (should-not buffer-undo-list))

(notebook-test highlight-in-a-file
  (with-temp-file "loose.md" (insert "# Title\n"))
  (find-file "loose.md")
  (commonplace-mode)
  (notebook-uri 0)
  (should (eglot-managed-p))
  (font-lock-ensure)
  (should (member '("heading" "Title") (highlight-spans)))
  (set-buffer-modified-p nil)
  (kill-buffer))
;;; highlight-tests.el ends here
