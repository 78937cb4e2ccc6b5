"""Match texts as editors see them: pytest-lsp speaks with the daemon under the
capabilities of three editors. QBCOACH is the daemon's program."""

import os

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

URI = "file:///match.qb"
TEXT = """title against Regina 🐛
first you
you play Security Officer MID-1
enemy play Crawler MID-5
you play Crawlr MID-2
"""
EDITORS = ["visual-studio-code", "neovim", "emacs"]


@pytest_lsp.fixture(
    params=EDITORS,
    config=ClientServerConfig(server_command=[os.environ["QBCOACH"], "lsp", "--stdio"]),
)
async def client(request, lsp_client: LanguageClient):
    params = types.InitializeParams(capabilities=client_capabilities(request.param))
    lsp_client.greeting = await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, text: str, version: int = 1) -> types.TextDocumentIdentifier:
    item = types.TextDocumentItem(uri=URI, language_id="qb", version=version, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return types.TextDocumentIdentifier(uri=URI)


def whole(lines: int = 99) -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(lines, 0))


async def marks(client: LanguageClient):
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[URI])


@pytest.mark.asyncio
async def test_the_greeting_offers_what_is_served(client: LanguageClient):
    offered = client.greeting.capabilities
    assert offered.position_encoding in ("utf-8", "utf-16")
    assert offered.experimental["qbcoach"]["games"] == ["queens-blood", "mage-knight"]
    assert client.greeting.server_info.name == "qbcoach"


@pytest.mark.asyncio
async def test_a_text_is_marked_mended_and_marked_no_more(client: LanguageClient):
    document = opened(client, TEXT)
    found = await marks(client)
    assert [(mark.code, mark.range.start.line, mark.source) for mark in found] == [
        ("unknownCard", 4, "qbcoach")
    ]
    assert found[0].range.start.character == len("you play ")
    params = types.CodeActionParams(
        document, found[0].range, types.CodeActionContext(diagnostics=found)
    )
    fixes = await client.text_document_code_action_async(params)
    assert fixes[0].title == "Write `Crawler`"
    edit = fixes[0].edit.changes[URI][0]
    mended = TEXT.replace("Crawlr", edit.new_text)
    change = types.TextDocumentContentChangeWholeDocument(text=mended)
    newer = types.VersionedTextDocumentIdentifier(version=2, uri=URI)
    client.text_document_did_change(types.DidChangeTextDocumentParams(newer, [change]))
    assert await marks(client) == []


@pytest.mark.asyncio
async def test_every_question_is_answered(client: LanguageClient):
    document = opened(client, TEXT.replace("Crawlr", "Crawler"))
    assert await marks(client) == []
    at = types.Position(4, len("you play Craw"))
    hover = await client.text_document_hover_async(types.HoverParams(document, at))
    assert "019 Crawler" in hover.contents.value
    completed = await client.text_document_completion_async(
        types.CompletionParams(document, types.Position(4, len("you play ")))
    )
    assert any(item.label == "Crawler" for item in completed.items)
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole()))
    assert [hint.position.line for hint in hints] == [2, 3, 4]
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document)
    )
    assert [symbol.name for symbol in symbols][1] == "1. you play Security Officer MID-1"
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert (folds[0].start_line, folds[0].end_line) == (0, 1)
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, options)
    )
    assert not edits, "the text is written as it should be"
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(document)
    )
    assert len(tokens.data) % 5 == 0 and tokens.data
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert lenses[0].command.command == "qbcoach.review"
    places = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document, at)
    )
    assert [place.range.start.line for place in places] == [3, 4]
    first = await client.text_document_definition_async(types.DefinitionParams(document, at))
    assert first.range.start.line == 3


@pytest.mark.asyncio
async def test_our_own_methods_are_called_over_the_same_connection(client: LanguageClient):
    opened(client, TEXT.replace("Crawlr", "Crawler"))
    await marks(client)
    made = await client.protocol.send_request_async("qbcoach/session", {"uri": URI})
    session = made.sessionId if hasattr(made, "sessionId") else made["sessionId"]
    assert session == "s1"
