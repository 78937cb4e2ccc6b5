// The part of the language of match texts that the desk's editor uses.

export interface Place {
  line: number;
  character: number;
}

export interface Range {
  start: Place;
  end: Place;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

export interface Mark {
  range: Range;
  severity: number;
  code: string;
  message: string;
}

export interface Item {
  label: string;
  detail?: string;
  sortText: string;
  filterText: string;
  textEdit: TextEdit;
}

/** What each question is answered with. */
export interface LanguageAnswers {
  "textDocument/completion": { items: Item[] };
  "textDocument/hover": { contents: { value: string } } | null;
  "textDocument/formatting": TextEdit[];
}

/** What the daemon tells by itself. */
export interface LanguageNotices {
  "textDocument/publishDiagnostics": { uri: string; version?: number; diagnostics: Mark[] };
}
