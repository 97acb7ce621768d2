;;; commonplace-view.el --- Documents that the server makes  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Search results and other documents, whose links open notes; and the links in notes.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-highlight)

(defun commonplace-view--link-at (place)
  "Return the link at PLACE in the current buffer, or nil."
  (unless (eglot-current-server)
    (commonplace-fail "The server is not connected to this buffer"))
  (let ((line (1- (line-number-at-pos place t)))
        (links (commonplace-server-request
                :textDocument/documentLink
                (list :textDocument (eglot--TextDocumentIdentifier)))))
    (seq-find (pcase-lambda ((map (:range (map (:start start) (:end end)))))
                (and (<= (plist-get start :line) line (plist-get end :line))
                     (<= (commonplace-highlight-point start) place)
                     (< place (commonplace-highlight-point end))))
              links)))

(defun commonplace-follow-link ()
  "Open the target of the link at point: a note, a search, a file or a web page."
  (interactive)
  (let* ((link (commonplace-view--link-at (point)))
         (target (plist-get link :target))
         (image (and link (not (stringp target)) (commonplace-view-image link))))
    (cond (image (commonplace-view--open-image image))
          ((not (stringp target)) (user-error "The cursor is not on a link that can be opened"))
          ((commonplace-uri-p target) (commonplace-view-open target))
          ((string-prefix-p "file:" target) (find-file (commonplace-server-file target)))
          ((string-match-p "\\`\\(?:https?\\|mailto\\):" target) (browse-url target))
          (t (user-error "This kind of link cannot be opened here")))))

(defun commonplace-view-image (link)
  "Resolve LINK, and return its image file; nil if it is not an image."
  (let ((target (ignore-errors
                  (plist-get (commonplace-server-request :documentLink/resolve link) :target))))
    (and (stringp target) (string-prefix-p "file:" target) (commonplace-server-file target))))

(defun commonplace-view--open-image (file)
  "Show FILE, an image, in Emacs if possible, or else in the system's viewer."
  (if (display-images-p)
      (find-file-other-window file)
    (browse-url-of-file file)))

(defun commonplace-view-open (target)
  "Visit TARGET, a document's URI; its fragment, such as L12, is a line."
  (let ((parts (split-string target "#")))
    (find-file (car parts))
    (when (string-match "\\`L\\([0-9]+\\)" (or (cadr parts) ""))
      (goto-char (point-min))
      (forward-line (1- (string-to-number (match-string 1 (cadr parts))))))))

(defun commonplace-view-refresh (uri)
  "Read the view called URI again, if it is open."
  (when-let* ((buffer (get-file-buffer uri)))
    (with-current-buffer buffer
      (revert-buffer t t t))))

(defvar-keymap commonplace-view-mode-map
  :doc "The keymap of documents that the server generates."
  "RET" #'commonplace-follow-link
  "g" #'revert-buffer-quick
  "q" #'quit-window)

(define-minor-mode commonplace-view-mode
  "Minor mode for read-only documents that the server generates."
  :group 'commonplace
  (setq buffer-read-only t))

(provide 'commonplace-view)
;;; commonplace-view.el ends here
