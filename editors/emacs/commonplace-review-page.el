;;; commonplace-review-page.el --- The page of a review  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Converts a session's state from the server to text with faces.  The text of notes is inserted
;; literally.

;;; Code:

(require 'commonplace)
(require 'map)

(defgroup commonplace-review nil
  "The faces of the parts of a card."
  :group 'commonplace)

(defface commonplace-review-context '((t :inherit (shadow bold)))
  "The heading of a card, which says what to do.")
(defface commonplace-review-hint '((t :inherit (italic highlight)))
  "A hint that replaces the answer.")
(defface commonplace-review-blank '((t :inherit highlight))
  "A blank that replaces the answer.")
(defface commonplace-review-answer '((t :inherit (success bold)))
  "The revealed answer.")
(defface commonplace-review-caption '((t :inherit shadow))
  "The source and the history of a card.")
(defface commonplace-review-emphasis '((t :inherit italic))
  "Emphasis of a note.")
(defface commonplace-review-strong '((t :inherit bold))
  "Strong emphasis of a note.")
(defface commonplace-review-code '((t :inherit (fixed-pitch font-lock-constant-face)))
  "Code in a note.")
(defface commonplace-review-image '((t :inherit (italic shadow)))
  "The description that replaces an image.")
(defface commonplace-review-message '((t :inherit warning))
  "A message of the server.")

(defconst commonplace-review-page--faces
  '(("emphasis" . commonplace-review-emphasis)
    ("strong" . commonplace-review-strong)
    ("code" . commonplace-review-code)
    ("hint" . commonplace-review-hint)
    ("blank" . commonplace-review-blank)
    ("answer" . commonplace-review-answer)
    ("caption" . commonplace-review-caption)
    ("image" . commonplace-review-image))
  "The styles of a card's text, with the face of each.")

(defun commonplace-review-page--counted (count noun)
  "Return COUNT with NOUN, in the plural if needed."
  (format "%d %s%s" count noun (if (= count 1) "" "s")))

(defun commonplace-review-page-outcome (summary)
  "Return SUMMARY of the answers in words."
  (pcase-let (((map :answered :correct :incorrect) summary))
    (format "%s, %d right, %d wrong"
            (commonplace-review-page--counted answered "answer") correct incorrect)))

(defun commonplace-review-page-progress (state cram)
  "Return the progress of STATE in words; if CRAM is non-nil, nothing is recorded."
  (pcase-let* (((map :card :progress :counts) state)
               ((map :done :total) progress))
    (string-join
     (append (and (> total 0)
                  (list (if card
                            (format "Card %d of %d" (min (1+ done) total) total)
                          (format "%d of %d done" done total))))
             (list (format (if (eq (plist-get counts :isCounting) t) "at least %d due" "%d due")
                           (plist-get counts :due)))
             (and cram '("nothing is recorded")))
     " · ")))

(defun commonplace-review-page--side (side &optional face)
  "Insert SIDE of a card, with FACE for text without a style."
  (seq-doseq (run side)
    (pcase-let (((map :text :style) run))
      ;; In brackets, so that hints and images are recognizable without colors.
      (insert (propertize (if (member style '("hint" "image")) (format "[%s]" text) text)
                          'face (alist-get style commonplace-review-page--faces face nil
                                           #'equal))))))

(defun commonplace-review-page--keys (&rest lines)
  "Insert LINES, with keys for commands as by `substitute-command-keys'."
  (dolist (line lines)
    (insert "\n" (substitute-command-keys line) "\n")))

(defun commonplace-review-page--answers (answers)
  "Insert ANSWERS, the possible answers."
  (insert "\n"
          (mapconcat (pcase-lambda ((map :key :title :interval))
                       (concat (propertize key 'face 'help-key-binding) " " title
                               (if (equal interval "") ""
                                 (propertize (format " (%s)" interval)
                                             'face 'commonplace-review-caption))))
                     answers "   ")
          "\n"))

(defun commonplace-review-page--card (card)
  "Insert CARD; return the buffer position of its answer, or of its front."
  (pcase-let (((map :kind :context :front :back :history) card)
              (place nil))
    (insert (propertize context 'face 'commonplace-review-context) "\n\n")
    (setq place (point))
    ;; The back of a cloze or a quote repeats its front.
    (when (or (null back) (equal kind "question"))
      (commonplace-review-page--side front)
      (insert "\n"))
    (when back
      (when (equal kind "question")
        (insert "\n")
        (setq place (point)))
      (commonplace-review-page--side back (and (equal kind "question")
                                               'commonplace-review-answer))
      (insert "\n\n" (propertize history 'face 'commonplace-review-caption) "\n"))
    place))

(defun commonplace-review-page-insert (state)
  "Insert STATE in words; return the buffer position for point."
  (pcase-let* (((map :card :answers :message :progress :summary (:canUndo can-undo)) state)
               (undo (if (eq can-undo t) "\\[commonplace-review-undo] undo   " ""))
               (place (point)))
    (cond
     (card
      (setq place (commonplace-review-page--card card))
      (if (plist-get card :back)
          (commonplace-review-page--answers answers)
        (commonplace-review-page--keys "\\[commonplace-review-continue] show the answer"))
      (commonplace-review-page--keys
       (concat undo "\\[commonplace-review-edit] edit   \\[commonplace-review-suspend] suspend   \
\\[commonplace-review-skip] skip   \\[commonplace-review-stop] stop   \\[describe-mode] help")))
     (t
      (insert (if (eql (plist-get progress :total) 0)
                  "No cards to review.\n"
                (format "Done: %s.\n" (commonplace-review-page-outcome summary))))
      (commonplace-review-page--keys (concat undo "\\[commonplace-review-continue] close"))))
    (when message
      (insert "\n" (propertize message 'face 'commonplace-review-message) "\n"))
    place))

(defun commonplace-review-page-insert-lost (reason)
  "Insert a message that the review cannot continue, with REASON."
  (insert (propertize (format "The review cannot continue: %s" reason)
                      'face 'commonplace-review-message)
          "\n\nRecorded answers are kept.\n")
  (commonplace-review-page--keys
   "\\[commonplace-review-continue] start again   \\[commonplace-review-stop] close"))

(provide 'commonplace-review-page)
;;; commonplace-review-page.el ends here
