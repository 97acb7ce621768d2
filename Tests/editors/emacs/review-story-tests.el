;;; review-story-tests.el --- The story's part about reviewing  -*- lexical-binding: t; -*-

;;; Commentary:

;; Tests/editors/story.md, “Review”, step by step, by the keys of review.  Where a step fails, those
;; after it fail.

;;; Code:

(require 'notebook)
(require 'review)
(require 'story)

(defconst review-story-text
  "# Peaks

The highest mountain of Peru is ?[](Huascarán).

Q: Which mountain is the highest of the Alps?
A: Mont Blanc
")

(defvar review-story-uri nil "The note that is reviewed.")
(defvar review-story-due nil "How many prompts were due last.")
(defvar review-story-first nil "The question that was asked first.")

(defun review-story-asked ()
  "Return the answers of the card that is asked and of the other one."
  (if (string-search "Alps" (buffer-string)) '("Mont Blanc" "Huascarán")
    '("Huascarán" "Mont Blanc")))

(defun review-story-hidden ()
  "Check that a card is asked, and that no answer is shown."
  (should (string-search "est " (buffer-string)))
  (dolist (answer (review-story-asked))
    (should-not (string-search answer (buffer-string)))))

(defun review-story-shown ()
  "Check that the card's answer is shown, and the other one's is not."
  (pcase-let ((`(,answer ,other) (review-story-asked)))
    (should (string-search answer (buffer-string)))
    (should-not (string-search other (buffer-string)))))

(defun review-story-see-what-is-due ()
  (notebook-visit)
  (setq review-story-due (plist-get (commonplace-server-request
                                     :commonplace/review/counts (make-hash-table))
                                    :due))
  (setq review-story-uri (plist-get (commonplace-server-request
                                     :commonplace/createNote (list :text review-story-text))
                                    :uri))
  (review-wait-due (+ 2 review-story-due)))

(defun review-story-start-a-review ()
  (find-file review-story-uri)
  (commonplace-review-note)
  (should (derived-mode-p 'commonplace-review-mode))
  (should (string-search "highest" (buffer-string)))
  (review-story-hidden)
  (setq review-story-first (review-story-asked))
  (should (string-search "Card 1 of 2" (review-header))))

(defun review-story-reveal ()
  (review-keys "SPC")
  (review-story-shown)
  (should (string-search "1 Wrong (1 day)" (buffer-string)))
  (should (string-search "2 Right (4 days)" (buffer-string))))

(defun review-story-answer-wrong ()
  (review-keys "1")
  (should (equal (review-story-asked) (reverse review-story-first)))
  (review-story-hidden)
  (review-wait-due (1+ review-story-due)))

(defun review-story-answer-right ()
  (review-keys "SPC" "<right>")
  (should (equal (review-story-asked) review-story-first))
  (review-story-hidden)
  (should (string-search "Card 2 of 2" (review-header))))

(defun review-story-undo ()
  (review-keys "u")
  (should (equal (review-story-asked) (reverse review-story-first)))
  (review-story-shown)
  (review-keys "RET")
  (should (equal (review-story-asked) review-story-first))
  (review-story-hidden))

(defun review-story-edit ()
  (review-keys "e")
  (should (equal buffer-file-name review-story-uri))
  (should (string-search "highest" (buffer-substring (pos-bol) (pos-eol)))))

(defun review-story-return ()
  (goto-char (pos-bol))
  (search-forward "highest" (pos-eol))
  (replace-match "tallest")
  (review-keys "C-c C-c")
  (should (derived-mode-p 'commonplace-review-mode))
  (should (equal (review-story-asked) review-story-first))
  (should (string-search "tallest" (buffer-string)))
  (should-not (string-search "highest" (buffer-string)))
  (review-story-hidden))

(defun review-story-stop ()
  (review-keys "q")
  (should-not (get-buffer "*commonplace review*"))
  (should (equal buffer-file-name review-story-uri))
  (should (notebook-told "2 answers, 1 right, 1 wrong")))

(defun review-story-resume ()
  (commonplace-review-note)
  (should (notebook-told "No cards to review"))
  (should-not (get-buffer "*commonplace review*"))
  (should (equal buffer-file-name review-story-uri)))

(defun review-story-the-file-holds-it ()
  (notebook-close)
  (story-check-whole)
  (pcase-dolist
      (`(,answer ,columns ,condition)
       '(("2|1|1" "count(*), sum(json_extract(json, '$.statistics.correct')),
                   sum(json_extract(json, '$.statistics.incorrect'))"
          "scope = '.studyLog' AND type = 2")
         ("1" "count(*)" "scope = '.studyLog' AND type = 0")
         ("2" "count(*)" "key LIKE 'prompt=%'
            AND json_extract(json, '$.promptStatistics[0].reviewCount') = 1
            AND json_extract(json, '$.promptStatistics[0].due')
                > json_extract(json, '$.promptStatistics[0].lastReview')")
         ("1" "count(*)" "key LIKE 'prompt=%'
            AND json_extract(json, '$.promptStatistics[0].totalIncorrect') = 1")
         ("1" "count(*)" "key LIKE 'prompt=%'
            AND json_extract(json, '$.rawValue') LIKE '%tallest%'")))
    (should (equal (cons condition answer)
                   (cons condition (story-sqlite (format "SELECT %s FROM entry WHERE %s"
                                                         columns condition)))))))

(story-define
 "story_review"
 '(("see what is due" . review-story-see-what-is-due)
   ("start a review" . review-story-start-a-review)
   ("reveal" . review-story-reveal)
   ("answer wrong" . review-story-answer-wrong)
   ("answer right" . review-story-answer-right)
   ("undo" . review-story-undo)
   ("edit the note in mid-review" . review-story-edit)
   ("return to the edited card" . review-story-return)
   ("stop" . review-story-stop)
   ("resume" . review-story-resume)
   ("the file holds it" . review-story-the-file-holds-it))
 #'notebook-call)
;;; review-story-tests.el ends here
