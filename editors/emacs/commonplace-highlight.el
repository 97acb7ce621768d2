;;; commonplace-highlight.el --- Faces from the server's tokens  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Highlights the visible lines and the lines around them, from `textDocument/semanticTokens/range'.
;; So a key in a long note does not request all tokens.  The faces are in the property
;; `font-lock-face', so turning off `font-lock-mode' also turns them off.

;;; Code:

(require 'commonplace)
(require 'commonplace-server)

(defcustom commonplace-highlight-delay 0.05
  "Idle seconds until the text is highlighted after a change or a scroll."
  :type 'number
  :group 'commonplace)

(defvar-local commonplace-highlight--painted nil
  "The regions with up-to-date highlights, each (BEGIN . END).")
(defvar-local commonplace-highlight--tick nil
  "The tick of the text for `commonplace-highlight--painted'.")
(defvar-local commonplace-highlight--timer nil
  "The timer for the next highlighting.")

;; Positions in a text, counted in characters, as negotiated with the server

(defun commonplace-highlight--forward (characters limit)
  "Go forward by CHARACTERS, at most to LIMIT."
  (goto-char (min limit (+ (point) characters))))

(defun commonplace-highlight-point (position)
  "Return the buffer position of the protocol's POSITION."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (forward-line (plist-get position :line))
      (commonplace-highlight--forward (plist-get position :character) (line-end-position))
      (point))))

;; Painting

(defun commonplace-highlight--faces (server)
  "Return a vector of the faces for the token types of SERVER."
  (let* ((provider (plist-get (eglot--capabilities server) :semanticTokensProvider))
         (types (plist-get (plist-get provider :legend) :tokenTypes)))
    (vconcat (mapcar (lambda (type) (cdr (assoc type commonplace-token-faces))) types))))

(defun commonplace-highlight--paint (data begin end server)
  "Highlight DATA, tokens of SERVER, from BEGIN, the start of a line, to END."
  (let ((faces (commonplace-highlight--faces server))
        (first t)
        (index 0))
    (save-excursion
      (save-restriction
        (widen)
        (with-silent-modifications
          (remove-list-of-text-properties begin end '(font-lock-face))
          (goto-char begin)
          (while (< index (length data))
            (let ((lines (aref data index))
                  (type (aref data (+ index 3))))
              (when first
                (setq lines (- lines (1- (line-number-at-pos begin)))
                      first nil))
              (when (> lines 0) (forward-line lines))
              (let ((limit (line-end-position)))
                (commonplace-highlight--forward (aref data (1+ index)) limit)
                (let ((start (point)))
                  (commonplace-highlight--forward (aref data (+ index 2)) limit)
                  (when-let* ((face (and (< type (length faces)) (aref faces type))))
                    (put-text-property start (point) 'font-lock-face face))
                  (goto-char start))))
            (setq index (+ index 5))))))))

(defun commonplace-highlight--range (begin end)
  "Return the parameters of a token request for the lines from BEGIN to END."
  (let ((first (1- (line-number-at-pos begin t))))
    (list :textDocument (eglot--TextDocumentIdentifier)
          :range (list :start (list :line first :character 0)
                       :end (list :line (+ first (count-lines begin end)) :character 0)))))

(defun commonplace-highlight--server ()
  "Return the server if it has tokens for the current buffer.
Also send the buffer's latest changes to the server."
  (when-let* (((eglot-managed-p))
              (server (eglot-current-server))
              ((jsonrpc-running-p server))
              ((plist-get (eglot--capabilities server) :semanticTokensProvider)))
    (eglot--signal-textDocument/didChange)
    server))

(defun commonplace-highlight--lines (begin end)
  "Return the region of the whole lines from BEGIN to END."
  (save-excursion
    (save-restriction
      (widen)
      (cons (progn (goto-char begin) (line-beginning-position))
            (progn (goto-char end) (line-beginning-position 2))))))

(defun commonplace-highlight-ensure (&optional begin end)
  "Highlight from BEGIN to END, by default the whole buffer, before returning."
  (when-let* ((server (commonplace-highlight--server)))
    (pcase-let ((`(,begin . ,end)
                 (commonplace-highlight--lines (or begin (point-min)) (or end (point-max)))))
      (let ((tokens (commonplace-server-request
                     :textDocument/semanticTokens/range
                     (commonplace-highlight--range begin end))))
        (commonplace-highlight--paint (plist-get tokens :data) begin end server)
        (commonplace-highlight--remember begin end)))))

(defun commonplace-highlight--remember (begin end)
  "Record that the region from BEGIN to END is highlighted."
  (let ((tick (buffer-chars-modified-tick)))
    (unless (eql tick commonplace-highlight--tick)
      (setq commonplace-highlight--tick tick
            commonplace-highlight--painted nil))
    (push (cons begin end) commonplace-highlight--painted)))

(defun commonplace-highlight--painted-p (region)
  "Return non-nil if the colors of REGION are up to date."
  (and (eql commonplace-highlight--tick (buffer-chars-modified-tick))
       (seq-some (lambda (painted)
                   (and (<= (car painted) (car region)) (>= (cdr painted) (cdr region))))
                 commonplace-highlight--painted)))

(defun commonplace-highlight--shown (window)
  "Return the visible region of WINDOW, from its start and height."
  (save-excursion
    (save-restriction
      (widen)
      (let ((height (window-height window)))
        (goto-char (window-start window))
        (cons (line-beginning-position) (line-beginning-position (1+ height)))))))

(defun commonplace-highlight--around (region window)
  "Return REGION of WINDOW, extended by the window's height above and below."
  (save-excursion
    (save-restriction
      (widen)
      (let ((height (window-height window)))
        (cons (progn (goto-char (car region)) (line-beginning-position (- 1 height)))
              (progn (goto-char (cdr region)) (line-beginning-position (1+ height))))))))

(defun commonplace-highlight--update (buffer)
  "Highlight what windows show of BUFFER where needed, without waiting."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (setq commonplace-highlight--timer nil)
      (when commonplace-highlight-mode
        (dolist (window (get-buffer-window-list buffer nil t))
          (let ((shown (commonplace-highlight--shown window)))
            (unless (commonplace-highlight--painted-p shown)
              (commonplace-highlight--ask (commonplace-highlight--around shown window)))))))))

(defun commonplace-highlight--ask (region)
  "Request tokens for REGION of the current buffer, and highlight it later."
  (when-let* ((server (commonplace-highlight--server)))
    (let ((buffer (current-buffer))
          (tick (buffer-chars-modified-tick)))
      (jsonrpc-async-request
       server :textDocument/semanticTokens/range
       (commonplace-highlight--range (car region) (cdr region))
       :success-fn
       (lambda (tokens)
         (when (buffer-live-p buffer)
           (with-current-buffer buffer
             ;; If the text has changed since the request, another request follows.
             (when (and commonplace-highlight-mode (= tick (buffer-chars-modified-tick)))
               (commonplace-highlight--paint (plist-get tokens :data) (car region) (cdr region)
                                             server)
               (commonplace-highlight--remember (car region) (cdr region))))))
       :error-fn #'ignore
       :timeout-fn #'ignore))))

(defun commonplace-highlight--soon (&rest _)
  "Highlight the visible part of the current buffer when Emacs is idle."
  (unless commonplace-highlight--timer
    (setq commonplace-highlight--timer
          (run-with-idle-timer commonplace-highlight-delay nil
                               #'commonplace-highlight--update (current-buffer)))))

(defun commonplace-highlight--scrolled (window &rest _)
  "Highlight the text in WINDOW soon."
  (with-current-buffer (window-buffer window)
    (commonplace-highlight--soon)))

(defun commonplace-highlight--advise ()
  "Make `font-lock-ensure', which printing and exporting use, wait for the server.
Turning on Font Lock replaces the function, so this runs again then."
  (add-function :before (local 'font-lock-ensure-function) #'commonplace-highlight-ensure))

(define-minor-mode commonplace-highlight-mode
  "Highlight the buffer with the server's tokens.
`commonplace-mode' turns this on when a server is connected."
  :group 'commonplace
  (if commonplace-highlight-mode
      (progn
        (add-hook 'after-change-functions #'commonplace-highlight--soon nil t)
        (add-hook 'window-scroll-functions #'commonplace-highlight--scrolled nil t)
        (add-hook 'window-size-change-functions #'commonplace-highlight--scrolled nil t)
        (add-hook 'window-buffer-change-functions #'commonplace-highlight--scrolled nil t)
        (add-hook 'font-lock-mode-hook #'commonplace-highlight--advise nil t)
        (commonplace-highlight--advise)
        (commonplace-highlight--soon))
    (remove-hook 'after-change-functions #'commonplace-highlight--soon t)
    (remove-hook 'window-scroll-functions #'commonplace-highlight--scrolled t)
    (remove-hook 'window-size-change-functions #'commonplace-highlight--scrolled t)
    (remove-hook 'window-buffer-change-functions #'commonplace-highlight--scrolled t)
    (remove-hook 'font-lock-mode-hook #'commonplace-highlight--advise t)
    (remove-function (local 'font-lock-ensure-function) #'commonplace-highlight-ensure)))

(provide 'commonplace-highlight)
;;; commonplace-highlight.el ends here
