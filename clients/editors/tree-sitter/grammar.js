// The grammar of match texts for tree-sitter, which Helix and Zed colour with. It reads the
// form of lines; what is legal the language server tells.
/* eslint-disable no-undef */

/** A word in any case. */
const word = (text) =>
  new RegExp([...text].map((letter) => `[${letter}${letter.toUpperCase()}]`).join(""));

module.exports = grammar({
  name: "qb",

  extras: () => [/[ \t]/],

  rules: {
    source_file: ($) => repeat(choice(seq(optional($._line), $._newline))),

    _newline: () => /\r?\n/,

    _line: ($) =>
      choice(
        $.comment,
        $.own_words,
        seq(choice($.separator, $.setup, $.side_setup, $.event), optional($.comment)),
      ),

    comment: () => /#[^\r\n]*/,
    separator: () => "---",

    // Titles, names and tags may contain anything.
    own_words: ($) =>
      seq(
        choice(
          alias(word("title"), $.keyword),
          seq($.side, alias(choice(word("name"), word("tag")), $.keyword)),
        ),
        optional($.words),
      ),
    words: () => token(prec(-3, /[^\s][^\r\n]*/)),

    setup: ($) =>
      choice(
        seq(
          alias(choice(word("mode"), word("rules"), word("seed"), word("position")), $.keyword),
          repeat1($.value),
        ),
        seq(alias(choice(word("first"), word("autoplay")), $.keyword), repeat1($.side)),
      ),

    side_setup: ($) =>
      seq($.side, alias(choice(word("deck"), word("hand")), $.keyword), optional($.cards)),

    event: ($) =>
      choice(
        seq($.side, alias(word("play"), $.keyword), $.card, $.tile),
        seq($.side, alias(word("pass"), $.keyword)),
        seq($.side, alias(word("draw"), $.keyword), $.card),
        seq(
          $.side,
          alias(word("mulligan"), $.keyword),
          optional($.cards),
          optional(seq("->", optional($.cards))),
        ),
        seq($.side, alias(word("setdeck"), $.keyword), optional($.cards)),
        seq(alias(word("hand"), $.keyword), optional($.cards)),
        seq(
          alias(word("set"), $.keyword),
          choice("-", seq($.setting, repeat(seq(";", $.setting)))),
        ),
        seq(alias(choice(word("undo"), word("redo")), $.keyword), $.number),
      ),

    side: () => token(prec(1, choice(/[yY][oO][uU]/, /[eE][nN][eE][mM][yY]/))),

    cards: ($) => seq($.card, repeat(seq(choice(",", ";"), $.card))),
    // The words of a name, or a number, with or without a count.
    card: ($) => prec.right(repeat1(choice($._name, $.number))),
    _name: () => token(prec(-2, /[^\s,;#\-][^\s,;#]*/)),
    number: () => token(prec(0, /[0-9]+[xX]?/)),

    setting: ($) => seq($.tile, $.state),
    state: () => token(prec(-1, /[^\s;#]+/)),
    tile: () => token(prec(2, /([tT][oO][pP]|[mM][iI][dD]|[bB][oO][tT])-?[1-5]|[tTmMbB][1-5]/)),
    value: () => token(prec(-1, /[^\s#]+/)),
  },
});
