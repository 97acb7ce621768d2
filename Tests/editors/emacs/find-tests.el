;;; find-tests.el --- Searching, listing and making notes  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)

(notebook-test find-note-by-title
  (notebook-answer (lambda (table)
                 (should (member "Henry David Thoreau: Walden" (all-completions "Hen" table)))
                 (should (eq 'commonplace-note
                             (cdr (assq 'category
                                        (cdr (funcall table "" nil 'metadata))))))
                 "Henry David Thoreau: Walden")
               (lambda () (call-interactively #'commonplace-find-note)))
  (should (string-prefix-p "# Henry David Thoreau: Walden" (buffer-string))))

(notebook-test find-note-that-is-not-there-makes-it
  (cl-letf (((symbol-function 'y-or-n-p) (lambda (question)
                                           (string-search "\"On walking\"" question))))
    (notebook-answer "On walking" (lambda () (commonplace-find-note))))
  (should (string-search "On walking" (buffer-string)))
  (should (eglot-managed-p))
  (should (assoc "On walking" (notebook-notes))))

(notebook-test find-by-a-part-of-the-title-in-any-case
  (let ((count (length (notebook-notes))))
    (dolist (typed '("walden" "WALDEN" "thoreau" "walden henry" "henry david thoreau: walden"))
      (notebook-answer typed #'commonplace-find-note)
      (should (string-prefix-p "# Henry David Thoreau: Walden" (buffer-string))))
    (should (= count (length (notebook-notes))))))

(notebook-test find-by-a-part-of-several-titles-asks-which
  (commonplace-new-note "Walden again")
  (let ((answers '("walden" "Walden again"))
        (offered nil))
    (notebook-answer (lambda (table)
                   (push (all-completions "" table) offered)
                   (pop answers))
                 #'commonplace-find-note)
    (should (string-search "Walden again" (buffer-string)))
    (should (equal (sort (car offered) #'string<)
                   '("Henry David Thoreau: Walden" "Walden again")))))

(notebook-test find-makes-nothing-that-was-not-wanted
  (let ((count (length (notebook-notes))))
    (cl-letf (((symbol-function 'y-or-n-p) #'ignore))
      (notebook-answer "wladen" #'commonplace-find-note))
    (should (notebook-told "No note was created"))
    (should (= count (length (notebook-notes))))))

(notebook-test find-completes-words-of-titles-in-any-order
  (let* ((table (commonplace-title-list-table (commonplace-title-read nil)))
         (metadata (completion-metadata "" table nil))
         (completion-styles '(basic)))
    (dolist (typed '("walden" "walden david" "WALD thor"))
      (should (equal "Henry David Thoreau: Walden"
                     (car (completion-try-completion typed table nil (length typed) metadata))))
      (should (equal '("Henry David Thoreau: Walden" . 0)
                     (completion-all-completions typed table nil (length typed) metadata))))
    (should-not (completion-try-completion "wladen" table nil 6 metadata))))

(notebook-test find-what-a-command-makes-is-shown-by-who-asked-for-it
  (notebook-uri 0)
  (let ((server (commonplace-server-live))
        (shown nil))
    (cl-letf (((symbol-function 'commonplace-server--show) (lambda (uri _) (push uri shown)))
              ((symbol-function 'commonplace-server-request)
               (lambda (&rest _)
                 (dolist (uri '("commonplace://n/other.md" "commonplace://n/made.md"))
                   (eglot-handle-request server 'window/showDocument :uri uri))
                 ;; On a slow machine the result comes later.
                 (let ((later nil))
                   (run-at-time 0 nil (lambda () (setq later t)))
                   (programs-wait "a timer" (lambda () later)))
                 '(:uri "commonplace://n/made.md"))))
      (commonplace-server-execute "commonplace.newNote")
      (programs-wait "what else is to be shown" (lambda () shown))
      (should (equal shown '("commonplace://n/other.md"))))))

(notebook-test find-what-comes-while-an-answer-is-waited-for-is-read-later
  (let ((view "commonplace-view://notes/search?q=neighbours")
        (reads 0))
    (find-file view)
    (advice-add 'revert-buffer :before (lambda (&rest _) (setq reads (1+ reads)))
                '((name . find-count)))
    (unwind-protect
        (progn
          (let ((commonplace-server--asking t))
            (eglot-handle-notification (commonplace-server-live) 'commonplace/viewChanged :uri view)
            (dotimes (_ 10) (sit-for 0.02))
            (should (= 0 reads)))
          (programs-wait "the view" (lambda () (= 1 reads))))
      (advice-remove 'revert-buffer 'find-count))))

(notebook-test find-notes-of-one-title-are-told-apart
  (commonplace-new-note "Same")
  (commonplace-new-note "Same")
  (let ((notes (notebook-notes)))
    (should (assoc "Same" notes))
    (should (assoc "Same<2>" notes))
    (should-not (equal (plist-get (cdr (assoc "Same" notes)) :id)
                       (plist-get (cdr (assoc "Same<2>" notes)) :id)))))

(notebook-test find-tags-then-notes
  (let ((answers '("#philosophy" "Seneca: Letters to Lucilius")))
    (notebook-answer (lambda (table)
                   (should (member (car answers) (all-completions "" table)))
                   (pop answers))
                 (lambda () (call-interactively #'commonplace-tags))))
  (should (string-prefix-p "# Seneca" (buffer-string))))

(notebook-test find-search-while-typing
  (let* ((last (list ""))
         (table (commonplace-find--search-table last)))
    ;; As completion asks: nothing, then more and more of the query.
    (should-not (all-completions "" table))
    (should (all-completions "wood" table))
    (let* ((lines (completion-all-completions "neighbours" table nil 10))
           (lines (if (consp (last lines)) (progn (setcdr (last lines) nil) lines) lines))
           (metadata (completion-metadata "neighbours" table nil))
           (shown (funcall (completion-metadata-get metadata 'affixation-function) lines)))
      (should (equal lines '("Jane Austen: Pride and Prejudice")))
      (should (string-search "sport for our neighbours" (nth 2 (car shown))))
      (should (seq-some (lambda (index)
                          (eq (get-text-property index 'face (nth 2 (car shown)))
                              'commonplace-match))
                        (number-sequence 0 (1- (length (nth 2 (car shown)))))))
      ;; Going through the lines asks nothing.
      (cl-letf (((symbol-function 'commonplace-find--hits) #'ignore))
        (should (test-completion (car lines) table))
        (should (try-completion (car lines) table)))
      (should (equal (car last) "neighbours")))))

(notebook-test find-search-goes-to-the-match
  (let ((commonplace-search-history nil))
    (notebook-answer (lambda (table) (car (all-completions "neighbours" table)))
                 #'commonplace-search)
    (should (string-prefix-p "# Jane Austen" (buffer-string)))
    (should (looking-at "neighbours"))
    (should (equal commonplace-search-history '("neighbours")))))

(notebook-test find-search-without-a-choice-shows-all
  (notebook-answer "neighbours" #'commonplace-search)
  (should (string-prefix-p "commonplace-view://" buffer-file-name))
  (should (string-search "Jane Austen" (buffer-string))))

(notebook-test find-search-with-vertico-as-it-asks
  (unless (require 'vertico nil t)
    (ert-skip "Vertico is not installed"))
  (let* ((last (list ""))
         (table (commonplace-find--search-table last))
         (minibuffer-completion-table table)
         (minibuffer-completion-predicate nil)
         (state (vertico--recompute (length "neighbours") "neighbours")))
    (should (equal (alist-get 'vertico--candidates state)
                   '("Jane Austen: Pride and Prejudice")))))

(notebook-test find-lines-are-safe-to-show
  (should (equal (commonplace-find-line "a\nb\tc \u202ed\u0007 ") "a b c  d")))

(notebook-test find-and-delete
  (commonplace-new-note "Short-lived")
  (let ((uri buffer-file-name))
    (commonplace-delete-note)
    (should-not (get-file-buffer uri))
    (should-not (assoc "Short-lived" (notebook-notes)))))
;;; find-tests.el ends here
