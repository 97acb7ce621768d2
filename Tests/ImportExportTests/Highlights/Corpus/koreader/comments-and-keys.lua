--[[ LOOP ]]
-- a comment
return { title = 3, doc_props = { title = 'Walden', }, annotations = { { drawer = "lighten", text = "Bare keys; list", pageno = 3, datetime = "2024-01-01 00:00:00" }; { drawer = "invert", text = "tab\tand \104i", pageno = 4, datetime = "2024-01-01 00:00:01" } }, flag = true, none = nil }