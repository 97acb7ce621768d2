return {
    ["annotations"] = {
        [1] = { ["datetime"] = "2024-01-02 03:04:05", ["drawer"] = "lighten", ["pos0"] = "a", ["pos1"] = "b", ["note"] = "about nothing that is left", ["pageno"] = 3 },
    },
    ["doc_props"] = { ["title"] = "Walden", ["authors"] = "Henry David Thoreau" },
}
