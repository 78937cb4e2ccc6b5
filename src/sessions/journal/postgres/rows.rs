//! Rows of the tables: written, and read back.

use tokio_postgres::{Error, Row};

use super::pool::Connection;
use super::{EventRow, SessionRow, StoredSession, WriteRequest, act_id};
use crate::act_id::ActId;
use crate::game::{FinalTotals, Summary};
use crate::journal::EventBody;
use crate::nodes::Epoch;
use crate::session_id::SessionId;
use qbcoach_engine::rules::BySide;

const CREATE: &str = "
    WITH created AS (
        INSERT INTO session (id, game, mode, title, setup, created_ms, updated_ms, seq, turn,
            is_over, closed, opponent, total_you, total_enemy, owner, epoch)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1)
        RETURNING id
    ), written AS (
        INSERT INTO event (session, seq, at_ms, kind, body, act_id)
        SELECT created.id, e.seq, e.at_ms, e.kind, e.body, e.act_id
        FROM created, unnest(CAST($16 AS BIGINT[]), CAST($17 AS BIGINT[]), CAST($18 AS TEXT[]),
            CAST($19 AS TEXT[]), CAST($20 AS TEXT[])) AS e (seq, at_ms, kind, body, act_id)
        RETURNING seq
    )
    SELECT id FROM created";

/// Raises `seq` where the epoch and the expected `seq` match, and feeds the events from
/// that row: no row, no event.
const APPEND: &str = "
    WITH raised AS (
        UPDATE session SET seq = $3, turn = $4, is_over = $5, updated_ms = $6, total_you = $7,
            total_enemy = $8
        WHERE id = $1 AND epoch = $2 AND seq = CAST($9 AS BIGINT)
        RETURNING id
    )
    INSERT INTO event (session, seq, at_ms, kind, body, act_id)
    SELECT raised.id, e.seq, e.at_ms, e.kind, e.body, e.act_id
    FROM raised, unnest(CAST($10 AS BIGINT[]), CAST($11 AS BIGINT[]), CAST($12 AS TEXT[]),
        CAST($13 AS TEXT[]), CAST($14 AS TEXT[])) AS e (seq, at_ms, kind, body, act_id)";

pub(super) const LIST: &str = "
    SELECT id, game, mode, title, setup, created_ms, updated_ms, seq, turn, is_over, closed,
        opponent, total_you, total_enemy, epoch
    FROM session ORDER BY id";

pub(super) const SESSION: &str = "
    SELECT id, game, mode, title, setup, created_ms, updated_ms, seq, turn, is_over, closed,
        opponent, total_you, total_enemy, epoch
    FROM session WHERE id = $1";

pub(super) const EVENTS: &str = "
    SELECT seq, at_ms, kind, body, act_id FROM event
    WHERE session = $1 AND seq > $2 AND seq <= $3 ORDER BY seq";

/// The database knows signed numbers only. Ours never come near the end of them.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Writes a request in one statement; the number of rows that it changed.
pub(super) async fn write(
    connection: &Connection,
    request: &WriteRequest,
    owner: i64,
) -> Result<u64, Error> {
    let of = |id: &SessionId, epoch: &Epoch| (signed(id.number()), signed(*epoch));
    match request {
        WriteRequest::Create(stored) => create(connection, stored, owner).await,
        WriteRequest::Append {
            id,
            epoch,
            events,
            summary,
        } => append(connection, of(id, epoch), events, summary).await,
        WriteRequest::ReplaceSetup { id, epoch, setup } => {
            let (id, epoch) = of(id, epoch);
            let sql = "UPDATE session SET setup = $3 WHERE id = $1 AND epoch = $2";
            connection.execute(sql, &[&id, &epoch, setup]).await
        }
        WriteRequest::Close(id, epoch) => {
            let (id, epoch) = of(id, epoch);
            let sql = "UPDATE session SET closed = TRUE WHERE id = $1 AND epoch = $2";
            connection.execute(sql, &[&id, &epoch]).await
        }
        WriteRequest::Reopen(id, epoch) => {
            let (id, epoch) = of(id, epoch);
            let sql = "UPDATE session SET closed = FALSE WHERE id = $1 AND epoch = $2";
            connection.execute(sql, &[&id, &epoch]).await
        }
        WriteRequest::Delete(id, epoch) => {
            let (id, epoch) = of(id, epoch);
            let sql = "DELETE FROM session WHERE id = $1 AND epoch = $2";
            connection.execute(sql, &[&id, &epoch]).await
        }
    }
}

/// Events by their columns.
struct EventColumns<'a> {
    seqs: Vec<i64>,
    times: Vec<i64>,
    kinds: Vec<String>,
    bodies: Vec<String>,
    names: Vec<Option<&'a str>>,
}

impl EventColumns<'_> {
    fn of(events: &[EventRow]) -> EventColumns<'_> {
        let of_bodies = |column: fn(&EventBody) -> String| -> Vec<String> {
            events.iter().map(|event| column(&event.body)).collect()
        };
        let numbers = |column: fn(&EventRow) -> u64| -> Vec<i64> {
            events.iter().map(|event| signed(column(event))).collect()
        };
        let names = events.iter();
        EventColumns {
            seqs: numbers(|event| event.seq),
            times: numbers(|event| event.at_ms),
            kinds: of_bodies(|body| body.columns().0.to_owned()),
            bodies: of_bodies(|body| body.columns().1),
            names: names
                .map(|event| event.act_id.as_ref().map(ActId::as_str))
                .collect(),
        }
    }
}

async fn create(connection: &Connection, stored: &StoredSession, owner: i64) -> Result<u64, Error> {
    let (session, summary) = (&stored.session, &stored.session.summary);
    let events = EventColumns::of(&stored.events);
    let totals = totals(summary);
    let created = connection
        .query(
            CREATE,
            &[
                &signed(session.id.number()),
                &summary.game,
                &summary.mode,
                &summary.title,
                &session.setup,
                &signed(session.created_ms),
                &signed(session.updated_ms),
                &signed(session.seq),
                &signed(summary.turn.into()),
                &summary.over,
                &session.closed,
                &summary.opponent,
                &totals.0,
                &totals.1,
                &owner,
                &events.seqs,
                &events.times,
                &events.kinds,
                &events.bodies,
                &events.names,
            ],
        )
        .await?;
    Ok(created.len() as u64)
}

async fn append(
    connection: &Connection,
    (id, epoch): (i64, i64),
    events: &[EventRow],
    summary: &Summary,
) -> Result<u64, Error> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else {
        return Ok(0);
    };
    let columns = EventColumns::of(events);
    let totals = totals(summary);
    connection
        .execute(
            APPEND,
            &[
                &id,
                &epoch,
                &signed(last.seq),
                &signed(summary.turn.into()),
                &summary.over,
                &signed(last.at_ms),
                &totals.0,
                &totals.1,
                &signed(first.seq.saturating_sub(1)),
                &columns.seqs,
                &columns.times,
                &columns.kinds,
                &columns.bodies,
                &columns.names,
            ],
        )
        .await
}

fn totals(summary: &Summary) -> (Option<i64>, Option<i64>) {
    let you = summary.result.map(|result| i64::from(result.0.you));
    let enemy = summary.result.map(|result| i64::from(result.0.enemy));
    (you, enemy)
}

fn unsigned(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).unsigned_abs()
}

pub(super) fn session_row(row: &Row) -> SessionRow {
    let total = |column| {
        row.get::<_, Option<i64>>(column)
            .and_then(|total| total.try_into().ok())
    };
    SessionRow {
        id: SessionId::new(unsigned(row, 0)),
        summary: Summary {
            game: row.get(1),
            mode: row.get(2),
            title: row.get(3),
            turn: unsigned(row, 8).try_into().unwrap_or_default(),
            over: row.get(9),
            opponent: row.get(11),
            result: match (total(12), total(13)) {
                (Some(you), Some(enemy)) => Some(FinalTotals(BySide::new(you, enemy))),
                _ => None,
            },
        },
        setup: row.get(4),
        created_ms: unsigned(row, 5),
        updated_ms: unsigned(row, 6),
        seq: unsigned(row, 7),
        closed: row.get(10),
    }
}

pub(super) fn event_row(row: &Row) -> EventRow {
    EventRow {
        seq: unsigned(row, 0),
        at_ms: unsigned(row, 1),
        body: EventBody::of_columns(row.get(2), row.get(3)),
        act_id: act_id(row.get(4)),
    }
}
