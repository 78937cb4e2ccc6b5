(comment) @comment
(separator) @punctuation.delimiter
(keyword) @keyword
(side) @variable.builtin
(card) @type
(tile) @constant
(state) @constant.builtin
(value) @constant.builtin
(number) @number
(words) @string
["->" "," ";"] @punctuation.delimiter
