;;; commonplace-image.el --- Images of notes  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Images are added from files, from the clipboard and by dropping.  `commonplace-images-mode' shows
;; them below their lines, if Emacs can display images.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)
(require 'commonplace-view)

(declare-function dnd-open-local-file "dnd")
(declare-function dnd-get-local-file-name "dnd")

(defvar commonplace-images-mode)

(defcustom commonplace-image-height 200
  "Maximum height of an image in a note, in pixels."
  :type 'natnum
  :group 'commonplace)

(defconst commonplace-image--programs
  '(("wl-paste" "--no-newline" "--type" "image/png")
    ("xclip" "-selection" "clipboard" "-target" "image/png" "-out")
    ("pngpaste" "-"))
  "Programs that write the clipboard's image to their standard output.")

(defconst commonplace-image--file "\\.\\(?:png\\|jpe?g\\|gif\\|webp\\)\\'"
  "Regexp of names of files that may be images; their content decides.")

(defun commonplace-image--add (&rest content)
  "Add an image to the current note, and insert its Markdown at point.
CONTENT is a plist: the :path of a file, or :data in base64."
  (barf-if-buffer-read-only)
  (let ((image (commonplace-server-request
                :commonplace/addImage (append (list :uri (commonplace-note-here)) content))))
    (insert (plist-get image :markdown))
    (message "%s" (plist-get image :message))
    (when commonplace-images-mode (commonplace-image-refresh))))

(defun commonplace-add-image (file &optional caption)
  "Add the image FILE to this note, with CAPTION."
  (interactive (progn (commonplace-note-here)
                      (list (read-file-name "Image: " "~/" nil t) (read-string "Caption: "))))
  (apply #'commonplace-image--add :path (expand-file-name file)
         (and caption (not (string-blank-p caption)) (list :name caption))))

(defun commonplace-image--clipboard ()
  "Return the bytes of the image in the clipboard, or nil."
  (or (and (display-graphic-p)
           (seq-some (lambda (type)
                       (let ((data (ignore-errors (gui-get-selection 'CLIPBOARD type))))
                         (and (stringp data) (not (string-empty-p data))
                              (encode-coding-string data 'raw-text))))
                     '(image/png image/jpeg image/gif image/webp)))
      (seq-some (lambda (program)
                  (and (executable-find (car program))
                       (with-temp-buffer
                         (set-buffer-multibyte nil)
                         (let ((coding-system-for-read 'binary)
                               (default-directory temporary-file-directory))
                           (and (eql 0 (ignore-errors
                                         (apply #'call-process (car program) nil '(t nil) nil
                                                (cdr program))))
                                (> (buffer-size) 0)
                                (buffer-string))))))
                commonplace-image--programs)))

(defun commonplace-paste-image ()
  "Add the image in the clipboard to this note."
  (interactive)
  (commonplace-note-here)
  (let ((data (commonplace-image--clipboard)))
    (unless data
      (user-error "The clipboard has no image; \
a terminal also needs wl-clipboard, xclip or pngpaste"))
    (commonplace-image--add :data (base64-encode-string data t))))

(defun commonplace-image--yank (_type data)
  "Add the image that is yanked, whose bytes are DATA."
  (commonplace-image--add :data (base64-encode-string (encode-coding-string data 'raw-text) t)))

(defun commonplace-image--drop (uri action)
  "Add the dropped file URI if it is an image; otherwise perform ACTION as usual."
  (let ((file (dnd-get-local-file-name uri t)))
    (if (not (and file (string-match-p commonplace-image--file (downcase file))))
        (dnd-open-local-file uri action)
      (commonplace-image--add :path file)
      action)))

(defun commonplace-image-accept ()
  "Add yanked and dropped images to the note in the current buffer."
  (yank-media-handler "image/\\(?:png\\|jpeg\\|gif\\|webp\\)" #'commonplace-image--yank)
  (setq-local dnd-protocol-alist (cons '("^file:" . commonplace-image--drop)
                                       (default-value 'dnd-protocol-alist))))

;; Showing images

(defun commonplace-image--links ()
  "Return the links of the note that are images, as ((BEGIN . END) . FILE)."
  (seq-keep
   (lambda (link)
     (unless (stringp (plist-get link :target))
       (when-let* ((file (commonplace-view-image link))
                   (range (plist-get link :range)))
         (cons (cons (commonplace-highlight-point (plist-get range :start))
                     (commonplace-highlight-point (plist-get range :end)))
               file))))
   (commonplace-server-request :textDocument/documentLink
                               (list :textDocument (list :uri buffer-file-name)))))

(defun commonplace-image--hide ()
  "Remove the images from the current buffer."
  (remove-overlays (point-min) (point-max) 'commonplace-image t))

(defun commonplace-image-refresh ()
  "Update the images shown in the current note."
  (interactive)
  (commonplace-image--hide)
  (pcase-dolist (`((,begin . ,end) . ,file) (commonplace-image--links))
    (when-let* ((image (ignore-errors
                         (create-image file nil nil :max-height commonplace-image-height))))
      (let ((overlay (make-overlay begin (save-excursion (goto-char end) (line-end-position)))))
        (overlay-put overlay 'commonplace-image t)
        (overlay-put overlay 'evaporate t)
        (overlay-put overlay 'after-string
                     (concat "\n" (propertize " " 'display image)))))))

(define-minor-mode commonplace-images-mode
  "Show the images of this note below their lines."
  :group 'commonplace
  (remove-hook 'after-save-hook #'commonplace-image-refresh t)
  (commonplace-image--hide)
  (when commonplace-images-mode
    (unless (display-images-p)
      (setq commonplace-images-mode nil)
      (user-error "This Emacs cannot show images; C-c C-o on an image opens it in another program"))
    (add-hook 'after-save-hook #'commonplace-image-refresh nil t)
    (commonplace-image-refresh)))

(provide 'commonplace-image)
;;; commonplace-image.el ends here
