//! The overlay and the desk: the files of `clients/web`, embedded in the program.

use std::borrow::Cow;
use std::path::Path;

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::comments;
use crate::Daemon;

macro_rules! files {
    ($($name:literal)*) => {
        /// Every file of the pages, by its path in `clients/web`.
        pub const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../clients/web/", $name)))),*];
    };
}

files! {
    "desk.html"
    "desk/analyse.js"
    "desk/app.js"
    "desk/appearance.js"
    "desk/catalogue.js"
    "desk/combat.js"
    "desk/combat_counsel.js"
    "desk/combat_held.js"
    "desk/combat_setup.js"
    "desk/counsel.js"
    "desk/deck_form.js"
    "desk/desk.css"
    "desk/desk.js"
    "desk/dialog.js"
    "desk/due.js"
    "desk/exchange.js"
    "desk/explained.css"
    "desk/finder.js"
    "desk/first.js"
    "desk/fix.js"
    "desk/followed.js"
    "desk/forms.css"
    "desk/keys.js"
    "desk/learn.js"
    "desk/list.js"
    "desk/local_file.js"
    "desk/match.css"
    "desk/match.js"
    "desk/match_keys.js"
    "desk/match_text.css"
    "desk/match_text.js"
    "desk/own.js"
    "desk/own_deck.js"
    "desk/past.js"
    "desk/places.js"
    "desk/poll.js"
    "desk/popover.js"
    "desk/preview.js"
    "desk/puzzles.js"
    "desk/rematch.js"
    "desk/review.css"
    "desk/review.js"
    "desk/setup.js"
    "desk/stage.js"
    "desk/start.css"
    "desk/start_words.js"
    "desk/studio.js"
    "desk/style.js"
    "desk/table.js"
    "desk/watch.js"
    "desk/words.js"
    "overlay.html"
    "overlay/look.js"
    "overlay/overlay.css"
    "overlay/overlay.js"
    "overlay/stage.js"
    "shared/connection.js"
    "shared/dom.js"
    "shared/frame.js"
    "shared/look.css"
    "shared/marks.js"
    "shared/patch.js"
    "shared/sentences.js"
    "shared/session.js"
    "shared/win_course.js"
    "shared/words.js"
    "widgets/advice.js"
    "widgets/board.css"
    "widgets/board.js"
    "widgets/combat.css"
    "widgets/combat.js"
    "widgets/course.js"
    "widgets/enemy.js"
    "widgets/enemy_names.js"
    "widgets/hand.js"
    "widgets/log.js"
    "widgets/panels.css"
    "widgets/poll.js"
    "widgets/result.js"
    "widgets/score.js"
    "widgets/stream.css"
    "widgets/strip.js"
    "widgets/threat.js"
    "words/both.de.js"
    "words/both.en.js"
    "words/coach.de.js"
    "words/desk.de.js"
    "words/desk.en.js"
}

/// Pages may run, load and connect to nothing but this daemon. Inline styles are
/// allowed because users restyle the overlay with them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; connect-src 'self'; frame-src 'self'; \
                      frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

/// One of the files. A file of the same name in the user's folder replaces it.
pub(crate) async fn page(daemon: &Daemon, name: &str) -> Response {
    let Some((name, embedded)) = FILES.iter().find(|(known, _)| *known == name) else {
        let reason = "There is no such page; try / or /overlay.\n";
        return (StatusCode::NOT_FOUND, reason).into_response();
    };
    let body = match daemon.settings.pages.as_str() {
        "" => built_in(name, embedded),
        folder => match tokio::fs::read_to_string(Path::new(folder).join(name)).await {
            Ok(text) => Cow::Owned(text),
            Err(_) => built_in(name, embedded),
        },
    };
    let headers = [
        (CONTENT_TYPE, kind(name)),
        (CONTENT_SECURITY_POLICY, POLICY),
        // After an update of the daemon the browser must load the new pages.
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, body.into_owned()).into_response()
}

fn built_in(name: &str, text: &'static str) -> Cow<'static, str> {
    match kind(name) {
        SCRIPT | STYLE => Cow::Owned(comments::strip_indents(&comments::strip_comments(text))),
        _ => Cow::Borrowed(text),
    }
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => STYLE,
        Some("js") => SCRIPT,
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}
