//! Rows of the tables: written, and read back.

use super::*;

pub(super) fn write_one(
    transaction: &Transaction<'_>,
    request: &WriteRequest,
) -> rusqlite::Result<()> {
    match request {
        WriteRequest::Create(stored) => {
            let session = &stored.session;
            let summary = &session.summary;
            transaction
                .prepare_cached(
                    "INSERT INTO session (id, game, mode, title, setup, created_ms, updated_ms, \
                     seq, turn, over, closed, opponent, total_you, total_enemy) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9, ?10, ?11, ?12, ?13)",
                )?
                .execute(params![
                    session.id.number(),
                    summary.game,
                    summary.mode,
                    summary.title,
                    session.setup,
                    session.created_ms,
                    session.updated_ms,
                    summary.turn,
                    summary.over,
                    session.closed,
                    summary.opponent,
                    summary.result.map(|result| result.0.you),
                    summary.result.map(|result| result.0.enemy),
                ])?;
            append(transaction, session.id, &stored.events, summary)
        }
        WriteRequest::Append {
            id,
            events,
            summary,
            ..
        } => append(transaction, *id, events, summary),
        WriteRequest::ReplaceSetup { id, setup, .. } => transaction
            .prepare_cached("UPDATE session SET setup = ?2 WHERE id = ?1")?
            .execute(params![id.number(), setup])
            .map(|_| ()),
        WriteRequest::Close(id, _) => set_closed(transaction, *id, true),
        WriteRequest::Reopen(id, _) => set_closed(transaction, *id, false),
        WriteRequest::Delete(id, _) => {
            let delete = |sql| transaction.prepare_cached(sql)?.execute([id.number()]);
            delete("DELETE FROM event WHERE session = ?1")?;
            delete("DELETE FROM session WHERE id = ?1").map(|_| ())
        }
    }
}

pub(super) fn set_closed(
    transaction: &Transaction<'_>,
    id: SessionId,
    closed: bool,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE session SET closed = ?2 WHERE id = ?1")?
        .execute(params![id.number(), closed])
        .map(|_| ())
}

pub(super) fn append(
    transaction: &Transaction<'_>,
    id: SessionId,
    events: &[EventRow],
    summary: &Summary,
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO event (session, seq, at_ms, kind, body, act_id) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for event in events {
        let (kind, body) = event.body.columns();
        let act_id = event.act_id.as_ref().map(ActId::as_str);
        insert.execute(params![
            id.number(),
            event.seq,
            event.at_ms,
            kind,
            body,
            act_id
        ])?;
    }
    if let Some(last) = events.last() {
        transaction
            .prepare_cached(
                "UPDATE session SET seq = ?2, turn = ?3, over = ?4, updated_ms = ?5, \
                 total_you = ?6, total_enemy = ?7 WHERE id = ?1",
            )?
            .execute(params![
                id.number(),
                last.seq,
                summary.turn,
                summary.over,
                last.at_ms,
                summary.result.map(|result| result.0.you),
                summary.result.map(|result| result.0.enemy),
            ])?;
    }
    Ok(())
}

pub(super) const SELECT: &str = "SELECT id, game, mode, title, setup, created_ms, updated_ms, seq, turn, \
                      over, closed, opponent, total_you, total_enemy FROM session";

pub(super) fn session_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<SessionRow> {
    Ok(SessionRow {
        id: SessionId::new(row.get(0)?),
        summary: Summary {
            game: row.get(1)?,
            mode: row.get(2)?,
            title: row.get(3)?,
            opponent: row.get(11)?,
            turn: row.get(8)?,
            over: row.get(9)?,
            result: match (row.get(12)?, row.get(13)?) {
                (Some(you), Some(enemy)) => Some(FinalTotals(BySide::new(you, enemy))),
                _ => None,
            },
        },
        setup: row.get(4)?,
        created_ms: row.get(5)?,
        updated_ms: row.get(6)?,
        seq: row.get(7)?,
        closed: row.get(10)?,
    })
}

pub(super) fn event_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<EventRow> {
    let kind: String = row.get(2)?;
    let body: String = row.get(3)?;
    let body = EventBody::of_columns(kind, body);
    Ok(EventRow {
        seq: row.get(0)?,
        at_ms: row.get(1)?,
        body,
        // A name that is too long has not been written by this program.
        act_id: row
            .get::<_, Option<String>>(4)?
            .and_then(|name| ActId::new(&name).ok()),
    })
}
