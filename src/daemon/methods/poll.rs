//! `poll/…`

use std::ops::ControlFlow;

use qbcoach_protocol as wire;
use qbcoach_protocol::error::OUT_OF_TURN;
use qbcoach_protocol::method::*;
use qbcoach_protocol::{Audience, Lane, Reveal};

use super::{MethodTable, MethodTableError, match_of, work_out};
use crate::peer::Call;
use crate::rpc_error::{RpcError, of_coach};
use crate::{Daemon, Moment, to_wire};
use qbcoach_engine::coaching::{Budget, Thinking};
use qbcoach_engine::rules::{Move, Side};
use qbcoach_sessions::queens_blood::Match;

pub(crate) fn register(table: &mut MethodTable) -> Result<(), MethodTableError> {
    table.add(PollGet, async |daemon, call, _| {
        Ok(daemon.polls.get(call.peer.delay()))
    })?;
    table.add(PollOpen, async |daemon, call, params| {
        let moment = daemon.moment(&call, &params.session_id, None).await?;
        let reveal = params.reveal.unwrap_or_default();
        let poll = work_out(&call, moment, move |moment| poll(moment, reveal)).await?;
        daemon.polls.open(poll, params.command)
    })?;
    table.add(PollVote, async |daemon, call, params| {
        close_if_over(&daemon, &call).await;
        daemon.polls.vote(&params.voter, params.option)
    })?;
    table.add(PollClose, async |daemon, _, _| Ok(daemon.polls.close()))
}

/// A poll ends with the moment that it asks about.
async fn close_if_over(daemon: &Daemon, call: &Call) {
    let Some((session, seq)) = daemon.polls.subject() else {
        return;
    };
    let now = daemon.moment(call, &session, None).await;
    if now.map_or(true, |now| now.seq != seq) {
        daemon.polls.close();
    }
}

/// The most plays among the options: a viewer has to read them in a few seconds.
const MOST_PLAYS: usize = 8;

fn poll(moment: &Moment, reveal: Reveal) -> Result<wire::Poll, RpcError> {
    let game = match_of(moment)?;
    let out_of_turn = |reason: &str| {
        RpcError::new(OUT_OF_TURN, reason)
            .with("expected", "you")
            .hint("ask the viewers when it is your turn")
    };
    let state = &game.annotated.state;
    if state.position.is_over() {
        return Err(out_of_turn(
            "the match is over, so there is nothing to play",
        ));
    }
    let draw_due = state.phase() == qbcoach_engine::simulation::action::Phase::Draw;
    if state.position.to_act != Side::You || draw_due {
        return Err(out_of_turn("there is nothing for you to play now"));
    }
    let mut options = match reveal {
        Reveal::Nothing => lanes(moment),
        Reveal::Hand => plays(game)?,
    };
    if options.is_empty() {
        let reason = match reveal {
            Reveal::Nothing => "you have no tile to play on, so passing is the only move",
            Reveal::Hand => "no card of your hand can be played, so passing is the only move",
        };
        return Err(RpcError::new(OUT_OF_TURN, reason)
            .with("expected", "a choice")
            .hint("if your hand is not entered yet, enter it and ask again"));
    }
    options.push(option(None, None, "Pass".to_owned()));
    for (option, number) in options.iter_mut().zip(1..) {
        option.option = number;
    }
    Ok(wire::Poll {
        number: 0,
        session_id: moment.session.to_string(),
        seq: moment.seq,
        open: true,
        reveal,
        command: "!vote".to_owned(),
        options,
        votes: 0,
    })
}

fn option(
    lane: Option<Lane>,
    play: Option<(wire::CardName, String)>,
    label: String,
) -> wire::PollOption {
    let (card, tile) = play.unzip();
    wire::PollOption {
        option: 0,
        lane,
        card,
        tile,
        label,
        votes: 0,
    }
}

/// The lanes in which you have an empty tile. They are read from what a stream sees, so they
/// cannot tell more.
fn lanes(moment: &Moment) -> Vec<wire::PollOption> {
    let wire::Snapshot::Match(seen) = to_wire::session::snapshot(moment, Audience::Stream) else {
        return Vec::new();
    };
    let is_open = |tile: &wire::Tile| tile.owner == wire::Owner::You && tile.card.is_none();
    let lanes = [(Lane::Top, "TOP"), (Lane::Mid, "MID"), (Lane::Bot, "BOT")];
    lanes
        .into_iter()
        .filter(|(_, word)| {
            let mut tiles = seen.board.tiles.iter();
            tiles.any(|tile| tile.tile.starts_with(word) && is_open(tile))
        })
        .map(|(lane, word)| option(Some(lane), None, format!("Play in {word}")))
        .collect()
}

/// The legal plays by card and tile. If there are many, those that look best at first sight;
/// their order does not tell which is the best.
fn plays(game: &Match) -> Result<Vec<wire::PollOption>, RpcError> {
    let (book, state) = (game.book(), &game.annotated.state);
    let hand = state.holdings[Side::You].hand.cards();
    let mut plays = state.position.board.legal_plays(book, Side::You, &hand);
    if plays.len() > MOST_PLAYS {
        let draft = game.coach.draft(&game.annotated, Budget::default(), |_| {
            ControlFlow::Continue(())
        });
        let advice = draft.map_err(|error| of_coach(&error))?;
        let advice = advice.reference(Thinking::No);
        let ranked = advice
            .moves
            .iter()
            .filter_map(|advised| match advised.made {
                Move::Play(play) => Some(play),
                Move::Pass => None,
            });
        let best: Vec<_> = ranked.take(MOST_PLAYS).collect();
        plays.retain(|play| best.contains(play));
    }
    let plays = plays.into_iter().map(|play| {
        let card = to_wire::card_name(&book.catalogue, play.card);
        let label = format!("{} to {}", card.name, play.tile);
        option(None, Some((card, play.tile.to_string())), label)
    });
    Ok(plays.collect())
}
