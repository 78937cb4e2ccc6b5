"""What Zed's extension starts, under the capabilities that Zed tells. ZED is the extension's
folder, ZED_SETTINGS the lines of our page; qbcoach is on the PATH."""

import json
import os
import re
import tomllib
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

FOLDER = Path(os.environ["ZED"])
SETTINGS = json.loads(Path(os.environ["ZED_SETTINGS"]).read_text())
BINARY = SETTINGS["lsp"]["qbcoach"]["binary"]
URI = "file:///match.qb"


def zed() -> types.ClientCapabilities:
    """Zed counts columns in units of UTF-16 and asks for hints again when told to."""
    refresh = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    lenses = types.CodeLensWorkspaceClientCapabilities(refresh_support=True)
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=["utf-16"]),
        workspace=types.WorkspaceClientCapabilities(
            inlay_hint=refresh, code_lens=lenses, configuration=True, workspace_folders=True
        ),
        text_document=types.TextDocumentClientCapabilities(
            inlay_hint=types.InlayHintClientCapabilities(dynamic_registration=False),
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                related_information=True, version_support=True
            ),
        ),
    )


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[BINARY["path"], *BINARY["arguments"]])
)
async def client(lsp_client: LanguageClient):
    params = types.InitializeParams(capabilities=zed())
    lsp_client.greeting = await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def test_the_extension_names_the_language_and_its_server():
    extension = tomllib.loads((FOLDER / "extension.toml").read_text())
    assert extension["schema_version"] == 1
    assert {"id", "name", "version", "authors", "description"} <= extension.keys()
    server = extension["language_servers"]["qbcoach"]
    language = tomllib.loads((FOLDER / "languages/qb/config.toml").read_text())
    assert server["languages"] == [language["name"]]
    assert language["path_suffixes"] == ["qb"]
    # The settings of the page start the same program as the extension itself.
    code = (FOLDER / "src/lib.rs").read_text()
    assert re.findall(r'which\("(.*?)"\)', code) == [BINARY["path"]]
    assert re.findall(r'vec!\["(.*?)"\.to_owned\(\)\]', code) == BINARY["arguments"]


@pytest.mark.asyncio
async def test_a_faulty_text_is_marked_in_the_columns_that_zed_counts(client: LanguageClient):
    assert client.greeting.capabilities.position_encoding == "utf-16"
    text = "you play モスクローラー MID-9 # 🐛\nenemy play Crawlr MID-5\n"
    item = types.TextDocumentItem(uri=URI, language_id="qb", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    marks = [(mark.code, mark.range.start.character) for mark in client.diagnostics[URI]]
    lines = text.splitlines()
    assert ("notATile", lines[0].index("MID-9")) in marks
    assert ("unknownCard", lines[1].index("Crawlr")) in marks
