(event (side) @name) @item
(own_words) @item
