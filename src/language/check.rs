//! Replays a text: which line is illegal and by which rule, what is legal and odd, and
//! the score after each line.

use qbcoach_engine::rules::{IllegalMove, MatchScore, Side};
use qbcoach_engine::simulation::action::{Action, ActionRefusal};
use qbcoach_notation::{Change, FaultKind, Line, MatchText, PieceKind, Span, Statement};
use qbcoach_sessions::game::Game;
use qbcoach_sessions::queens_blood::{Library, Match, MatchRefusal, MatchSetup, SetupFault};
use qbcoach_sessions::undo_line::UndoLine;

use super::odd::{OddActs, odd_setup};
use super::rule;

/// Later lines are read for their form only. A match has about fifty events.
pub const MOST_EVENTS: usize = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Error = 1,
    Warning = 2,
}

/// Something about a line that its author should know.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The index of the line.
    pub line: usize,
    pub span: Span,
    pub severity: Severity,
    /// The name of the fault, or of the rule that refuses the line.
    pub code: &'static str,
    pub message: String,
    pub cause: Cause,
}

/// What fixes need to know.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    Form(FaultKind),
    Setup,
    Refused(MatchRefusal),
    OutOfTurn { expected: Side },
    Odd,
}

/// The match after a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub turn: u32,
    pub score: MatchScore,
    pub over: bool,
}

#[derive(Debug)]
pub struct Checked {
    pub text: MatchText,
    /// In the order of the text.
    pub findings: Vec<Finding>,
    /// For each line, the match after it; none for lines that are no event, and from the
    /// first line on that could not be played.
    pub standings: Vec<Option<Standing>>,
    /// The first line, by its index, that could not be played or read.
    pub stopped_at: Option<usize>,
}

impl Checked {
    pub fn of(library: &Library, source: &str) -> Checked {
        let text = MatchText::read(&library.catalogue, source);
        let mut findings: Vec<Finding> = text
            .faults()
            .map(|(line, fault)| Finding {
                line: line.number - 1,
                span: fault.span,
                severity: Severity::Error,
                code: fault.kind.code(),
                message: fault.kind.to_string(),
                cause: Cause::Form(fault.kind.clone()),
            })
            .collect();
        let mut standings = vec![None; text.lines.len()];
        let mut playing = Playing::begin(library, &text);
        match &mut playing {
            Ok(playing) => {
                let mut odd = OddActs::new();
                while let Some(line) = playing.step(library, Some(&mut odd)) {
                    standings[line] = Some(playing.standing());
                }
                findings.extend(playing.refused.take());
                findings.extend(odd.warnings);
            }
            Err(fault) => findings.extend(fault.take().map(|fault| *fault)),
        }
        let stopped_at = findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.line)
            .min();
        odd_setup(&text, &mut findings);
        findings.sort_by_key(|finding| (finding.line, finding.span.start, finding.severity));
        drop(playing);
        Checked {
            text,
            findings,
            standings,
            stopped_at,
        }
    }

    pub fn has_errors(&self) -> bool {
        self.stopped_at.is_some()
    }

    /// The match before a line; none if a line before it cannot be played. The lines
    /// before are played again: that takes less than keeping every moment would cost.
    pub fn before(&self, library: &Library, line: usize) -> Option<Match> {
        self.moment_before(library, line).map(|moment| moment.game)
    }

    pub(crate) fn moment_before(&self, library: &Library, line: usize) -> Option<Moment> {
        let mut playing = Playing::begin(library, &self.text).ok()?;
        playing.play_to(library, line);
        if playing.refused.is_some() || playing.next_event() < line {
            return None;
        }
        Some(Moment {
            game: playing.games.now().clone(),
            can_undo: !playing.acts.in_effect.is_empty(),
            can_redo: !playing.acts.undone.is_empty(),
        })
    }

    /// The match after a line.
    pub fn after(&self, library: &Library, line: usize) -> Option<Match> {
        self.before(library, line + 1)
    }

    /// The index of the line of the last event.
    pub fn last_event(&self) -> Option<usize> {
        let is_event = |line: &Line| matches!(line.statement, Statement::Change(_));
        self.text.lines.iter().rposition(is_event)
    }

    /// The acts in effect before the first line that cannot be played, with the indices of
    /// their lines, and the setup.
    pub fn played(&self, library: &Library) -> Option<(MatchSetup, Vec<(usize, Action)>)> {
        let mut playing = Playing::begin(library, &self.text).ok()?;
        playing.play_to(library, usize::MAX);
        Some((playing.setup, playing.acts.in_effect))
    }
}

/// A match before a line, and whether something can be taken back there, or again be done.
pub(crate) struct Moment {
    pub game: Match,
    pub can_undo: bool,
    pub can_redo: bool,
}

/// Acts that were not taken back.
#[derive(Default)]
struct Acts {
    in_effect: Vec<(usize, Action)>,
    undone: Vec<(usize, Action)>,
}

impl Acts {
    fn change(&mut self, line: usize, change: &Change) {
        match change {
            Change::Act(action) => {
                self.in_effect.push((line, action.clone()));
                self.undone.clear();
            }
            Change::Undo(count) => {
                let left = self.in_effect.len().saturating_sub(*count as usize);
                self.undone.extend(self.in_effect.drain(left..).rev());
            }
            Change::Redo(count) => {
                let left = self.undone.len().saturating_sub(*count as usize);
                self.in_effect.extend(self.undone.drain(left..).rev());
            }
        }
    }
}

/// A text being replayed.
struct Playing<'a> {
    text: &'a MatchText,
    setup: MatchSetup,
    games: UndoLine<Match>,
    acts: Acts,
    /// The next line to look at.
    next: usize,
    events: usize,
    /// Whether each side moves in its turn, as in `qbcoach replay`; an analysis that says
    /// that it is one lets either side move.
    strict: bool,
    refused: Option<Finding>,
}

impl<'a> Playing<'a> {
    /// An error without a finding if a fault of form already says what is wrong.
    fn begin(library: &Library, text: &'a MatchText) -> Result<Playing<'a>, Option<Box<Finding>>> {
        let mut setup_lines = text.lines.iter().take_while(|line| !line.is_event);
        // A setup with a fault is not known, so nothing is played from it.
        let unread = setup_lines.any(|line| !line.faults.is_empty());
        if unread {
            return Err(None);
        }
        let setup = MatchSetup::from(text.setup.clone());
        let begun = Match::begin(library, &setup);
        let game = begun.map_err(|refusal| Some(Box::new(setup_finding(text, &refusal))))?;
        Ok(Playing {
            text,
            setup,
            games: UndoLine::new(game),
            acts: Acts::default(),
            next: 0,
            events: 0,
            strict: text.is_plain(),
            refused: None,
        })
    }

    fn standing(&self) -> Standing {
        let game = self.games.now();
        let state = &game.annotated.state;
        Standing {
            turn: state.turn,
            score: state.position.board.score(game.book()),
            over: state.position.is_over(),
        }
    }

    /// The line of the next event that is not played yet, or the end.
    fn next_event(&self) -> usize {
        let mut rest = self.text.lines.iter().enumerate().skip(self.next);
        let next = rest.find(|(_, line)| is_event(line));
        next.map_or(usize::MAX, |(index, _)| index)
    }

    /// Plays the lines before `line`.
    fn play_to(&mut self, library: &Library, line: usize) {
        while self.next_event() < line {
            if self.step(library, None).is_none() {
                return;
            }
        }
    }

    /// Plays the next event and returns its line; none at the end, or where it stops.
    /// What is odd about it is noted if it is asked for.
    fn step(&mut self, library: &Library, odd: Option<&mut OddActs>) -> Option<usize> {
        let index = self.next_event();
        let line = self.text.lines.get(index)?;
        if self.refused.is_some() || self.events >= MOST_EVENTS {
            return None;
        }
        let Statement::Change(change) = &line.statement else {
            return None;
        };
        let now = self.games.now();
        let refusal = match change {
            Change::Undo(count) => self.games.undo(*count).err().map(taken_back("undo")),
            Change::Redo(count) => self.games.redo(*count).err().map(taken_back("redo")),
            Change::Act(action) => match self.out_of_turn(action) {
                Some(expected) => Some(Refusal::turn(expected)),
                None => match now.act(library, action) {
                    Ok((next, _)) => {
                        if let Some(odd) = odd {
                            odd.look(library, now, line, action);
                        }
                        self.games.push(next);
                        None
                    }
                    Err(refusal) => Some(Refusal::of(refusal)),
                },
            },
        };
        if let Some(refusal) = refusal {
            self.refused = Some(Finding {
                line: index,
                span: refusal.place(line),
                severity: Severity::Error,
                code: refusal.code,
                message: refusal.message,
                cause: refusal.cause,
            });
            return None;
        }
        self.acts.change(index, change);
        self.next = index + 1;
        self.events += 1;
        Some(index)
    }

    fn out_of_turn(&self, action: &Action) -> Option<Side> {
        let position = &self.games.now().annotated.state.position;
        match action {
            Action::Move { side, .. }
                if self.strict && *side != position.to_act && !position.is_over() =>
            {
                Some(position.to_act)
            }
            _ => None,
        }
    }
}

fn is_event(line: &Line) -> bool {
    match line.statement {
        Statement::Change(_) => true,
        Statement::Unread => !line.faults.is_empty(),
        _ => false,
    }
}

struct Refusal {
    code: &'static str,
    message: String,
    cause: Cause,
}

fn taken_back(code: &'static str) -> impl Fn(String) -> Refusal {
    move |message| Refusal {
        code,
        message,
        cause: Cause::Odd,
    }
}

impl Refusal {
    fn turn(expected: Side) -> Refusal {
        Refusal {
            code: "outOfTurn",
            message: IllegalMove::OutOfTurn { expected }.to_string(),
            cause: Cause::OutOfTurn { expected },
        }
    }

    fn of(refusal: MatchRefusal) -> Refusal {
        Refusal {
            code: rule::name(&refusal),
            message: refusal.to_string(),
            cause: Cause::Refused(refusal),
        }
    }

    /// The words that the rule is about.
    fn place(&self, line: &Line) -> Span {
        let piece = |of: fn(&PieceKind) -> bool| {
            let found = line.pieces.iter().find(|piece| of(&piece.kind));
            found.map(|piece| piece.span)
        };
        let found = match rule::subject(self.code) {
            rule::Subject::Tile => piece(|kind| matches!(kind, PieceKind::Tile(_))),
            rule::Subject::Card => piece(|kind| matches!(kind, PieceKind::Card(_))),
            rule::Subject::Side => piece(|kind| matches!(kind, PieceKind::Side(_))),
            rule::Subject::Line => None,
        };
        found.unwrap_or(line.content)
    }
}

/// A setup that cannot be begun, at the line that says so.
fn setup_finding(text: &MatchText, refusal: &MatchRefusal) -> Finding {
    let is_of = |statement: &Statement| match refusal {
        MatchRefusal::Setup(SetupFault::Deck { side, .. }) => {
            matches!(statement, Statement::Deck { side: own, .. } if own == side)
        }
        MatchRefusal::Setup(
            SetupFault::HandNotInDeck { side, .. } | SetupFault::HandTooLarge { side, .. },
        ) => match side {
            Side::You => matches!(statement, Statement::Hand(_)),
            Side::Enemy => matches!(statement, Statement::EnemyHand(_)),
        },
        MatchRefusal::Setup(SetupFault::UnseenHandInSimulation) => {
            matches!(statement, Statement::EnemyHand(_))
        }
        MatchRefusal::Setup(SetupFault::AutoplayOutsideSimulation) => {
            matches!(statement, Statement::Autoplay(_))
        }
        _ => matches!(statement, Statement::Mode(_)),
    };
    let setup = |line: &&Line| line.statement.is_setup();
    let found = text.lines.iter().rfind(|line| is_of(&line.statement));
    let found = found.or_else(|| text.lines.iter().find(setup));
    Finding {
        line: found.map_or(0, |line| line.number - 1),
        span: found.map_or(Span { start: 0, end: 0 }, |line| line.content),
        severity: Severity::Error,
        code: rule::name(refusal),
        message: refusal.to_string(),
        cause: Cause::Setup,
    }
}

/// Whether the refusal is that a draw has to be told first.
pub(crate) fn is_draw_first(cause: &Cause) -> bool {
    use qbcoach_engine::observation::ActError;
    matches!(
        cause,
        Cause::Refused(MatchRefusal::Act(ActError::Refused(
            ActionRefusal::DrawFirst
        )))
    )
}
