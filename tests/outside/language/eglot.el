;;; eglot.el --- match texts in a real Emacs, with eglot in its strict mode  -*- lexical-binding: t -*-
;; The lines of our page are loaded before this. An error ends Emacs with a status other than 0.

(require 'eglot)
(require 'cl-lib)
(setq eglot-strict-mode '(disallow-non-standard-keys enforce-required-keys
                                                     enforce-optional-keys))
(setq eglot-sync-connect 30
      eglot-autoshutdown nil)

(defun qb-wait (what test)
  "Wait until TEST holds; fail with WHAT."
  (with-timeout (30 (error "Timeout while waiting until %s" what))
    (while (not (funcall test))
      (accept-process-output nil 0.05))))

(defvar qb-marks 'none "The texts of the newest marks.")
(cl-defmethod eglot-handle-notification :after
  (_server (_method (eql textDocument/publishDiagnostics)) &key diagnostics &allow-other-keys)
  "Note DIAGNOSTICS after eglot has read them in its strict mode."
  (setq qb-marks (mapcar (lambda (mark) (plist-get mark :message)) diagnostics)))

(let ((file (make-temp-file "match" nil ".qb" "you play Crawlr MID-1\nenemy pass\n")))
  (find-file file)
  (unless (eq major-mode 'qb-mode)
    (error "The file is in %s" major-mode))
  ;; A batch has no commands, after which the page's hook connects.
  (run-hooks 'post-command-hook)
  (qb-wait "the wrong card is marked"
           (lambda () (and (consp qb-marks) (string-match-p "no card" (car qb-marks)))))
  (goto-char (point-min))
  (search-forward "Crawlr")
  (replace-match "Crawler" t)
  (eglot--signal-textDocument/didChange)
  (qb-wait "the mark is gone" (lambda () (null qb-marks)))
  (let* ((server (eglot-current-server))
         (ask (lambda (method) (jsonrpc-request server method (eglot--TextDocumentPositionParams)))))
    (goto-char (point-min))
    (search-forward "Craw")
    (unless (string-match-p "019 Crawler" (plist-get (plist-get (funcall ask :textDocument/hover) :contents) :value))
      (error "The card is not shown"))
    (let ((answer (funcall ask :textDocument/completion)))
      (when (zerop (length (plist-get answer :items)))
        (error "Nothing is completed")))
    (eglot-format-buffer)
    (eglot-shutdown server))
  (set-buffer-modified-p nil)
  (delete-file file)
  (message "Emacs %s: done" emacs-version))
