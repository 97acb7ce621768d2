;;; paged-tests.el --- Lists of very many notes come in parts  -*- lexical-binding: t; -*-

;;; Code:

(require 'notebook)
(require 'commonplace-list)
(require 'commonplace-title)

(defconst paged-count 900 "How many notes there are.")
(defvar paged-asked nil "The cursors of the parts that were asked for, the last first.")
(defvar paged-held nil "Functions that answer what was asked for, the last first.")

(defun paged-note (index)
  "Return the note at INDEX."
  (list :uri (format "commonplace://n/%d/x.md" index) :title (format "Note %d of many" index)
        :tags ["#many"] :date "2024-03-01"))

(defun paged-page (parameters)
  "Return the answer to PARAMETERS."
  (let* ((start (string-to-number (or (plist-get parameters :cursor) "0")))
         (end (min paged-count (+ start (plist-get parameters :limit)))))
    (push start paged-asked)
    `(:notes ,(vconcat (mapcar #'paged-note (number-sequence start (1- end))))
      :total ,paged-count
      ,@(and (< end paged-count) (list :next (number-to-string end))))))

(defun paged-call (function)
  "Call FUNCTION where there are very many notes.
What is not waited for is answered by `paged-answer'."
  (notebook-uri 0)
  (let ((paged-asked nil) (paged-held nil))
    (cl-letf (((symbol-function 'commonplace-server-request)
               (lambda (_method parameters &rest _) (paged-page parameters)))
              ((symbol-function 'jsonrpc-async-request)
               (lambda (_server _method parameters &rest options)
                 (push (lambda (fails)
                         (if fails (funcall (plist-get options :error-fn))
                           (funcall (plist-get options :success-fn) (paged-page parameters))))
                       paged-held))))
      (funcall function))))

(defun paged-answer (&optional fails)
  "Answer the next part, once it is asked for; with an error if FAILS."
  (programs-wait "the next part to be asked for" (lambda () paged-held))
  (funcall (pop paged-held) fails))

(defmacro paged-test (name &rest body)
  "Define the test NAME, whose BODY has very many notes."
  (declare (indent 1))
  `(notebook-test ,name (paged-call (lambda () ,@body))))

(defun paged-lines ()
  "Return the number of lines of the current buffer."
  (count-lines (point-min) (point-max)))

(paged-test paged-table-has-its-first-screen-after-one-part
  (commonplace-notes)
  (should (equal paged-asked '(0)))
  (should (= 100 (paged-lines)))
  (should (equal mode-line-process " by modified, 100 of 900"))
  (dotimes (_ 4) (paged-answer))
  (should (equal (reverse paged-asked) '(0 100 300 500 700)))
  (should (= paged-count (paged-lines) (length tabulated-list-entries)))
  (should (equal mode-line-process " by modified"))
  (goto-char (point-max))
  (forward-line -1)
  (should (equal (tabulated-list-get-id) "commonplace://n/899/x.md"))
  (should-not (buffer-modified-p)))

(paged-test paged-table-is-read-once-at-a-time
  (commonplace-notes)
  (programs-wait "the second part" (lambda () paged-held))
  (let ((old (pop paged-held)))
    (revert-buffer)
    (funcall old nil)
    (should (= 100 (paged-lines))))
  (dotimes (_ 4) (paged-answer))
  (should (= paged-count (paged-lines)))
  ;; Of the old one two parts, of the new one all.
  (should (= (+ 2 5) (length paged-asked))))

(paged-test paged-table-that-is-killed-asks-for-nothing-more
  (commonplace-notes)
  (programs-wait "the second part" (lambda () paged-held))
  (kill-buffer)
  (paged-answer)
  (dotimes (_ 10) (sit-for 0.01))
  (should-not paged-held)
  (should (= 2 (length paged-asked))))

(paged-test paged-table-keeps-its-place
  (commonplace-notes)
  (dotimes (_ 4) (paged-answer))
  (goto-char (point-min))
  (search-forward "Note 750 ")
  (revert-buffer)
  (should (bobp))
  (dotimes (_ 4) (paged-answer))
  (should (equal (tabulated-list-get-id) "commonplace://n/750/x.md")))

(paged-test paged-table-that-is-long-goes-on-at-its-end
  (let ((commonplace-list-limit 300))
    (commonplace-notes)
    (goto-char (point-min))
    (cl-letf (((symbol-function 'get-buffer-window) #'ignore))
      (paged-answer)
      (dotimes (_ 10) (sit-for 0.01))
      (should-not paged-held)
      (should (equal mode-line-process " by modified, 300 of 900"))
      (run-hooks 'post-command-hook)
      (should commonplace-list--more)
      (goto-char (point-max))
      (run-hooks 'post-command-hook)
      (goto-char (point-min))
      (paged-answer)
      (should (= 500 (paged-lines))))))

(paged-test paged-table-says-that-the-rest-is-not-there
  (commonplace-notes)
  (paged-answer t)
  (should (= 100 (paged-lines)))
  (should (equal mode-line-process " by modified, incomplete")))

(paged-test paged-titles-are-offered-after-one-part
  (let* ((list (commonplace-title-read nil))
         (table (commonplace-title-list-table list)))
    (should (equal paged-asked '(0)))
    (should (= 100 (length (all-completions "" table))))
    (dotimes (_ 4) (paged-answer))
    (should (eq (commonplace-title-list-state list) 'whole))
    (should (= paged-count (length (all-completions "" table))))
    (should (equal (car (last (all-completions "" table))) "Note 899 of many"))
    (let* ((metadata (completion-metadata "" table nil))
           (commonplace-find-limit 50)
           (lines (completion-all-completions "note" table nil 4 metadata)))
      (should (= 50 (safe-length lines)))
      (should (string-search "#many" (funcall (completion-metadata-get metadata 'annotation-function)
                                              (car lines)))))))

(paged-test paged-title-of-a-later-part-is-found
  (let ((visited nil) (timer (run-at-time 0 0.02 (lambda () (when paged-held (paged-answer))))))
    (unwind-protect
        (cl-letf (((symbol-function 'find-file) (lambda (uri) (push uri visited))))
          (notebook-answer "MANY 887" #'commonplace-find-note)
          (notebook-answer "Note 3 of many" #'commonplace-find-note))
      (cancel-timer timer))
    (should (equal visited '("commonplace://n/3/x.md" "commonplace://n/887/x.md")))
    ;; The exact title waited for nothing.
    (should (<= (length paged-asked) (+ 5 2)))))

(paged-test paged-titles-that-do-not-come-are-not-waited-for
  (let ((timer (run-at-time 0 0.02 (lambda () (when paged-held (paged-answer t))))))
    (unwind-protect
        (notebook-answer
         "Note 887 of many"
         (lambda () (should-error (commonplace-find-note) :type 'user-error)))
      (cancel-timer timer))))
;;; paged-tests.el ends here
