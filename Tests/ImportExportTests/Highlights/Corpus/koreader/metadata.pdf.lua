-- /mnt/onboard/Walden - Henry David Thoreau.epub
return {
    ["annotations"] = {
        [1] = {
            ["datetime"] = "2024-08-22 10:11:12",
            ["drawer"] = "lighten",
            ["page"] = 7,
            ["pos0"] = { ["page"] = 7, ["x"] = 10.5, ["y"] = 2e2 },
            ["pos1"] = { ["page"] = 7, ["x"] = 20, ["y"] = 200 },
            ["text"] = "In a PDF",
        },
    },
    ["doc_props"] = { ["title"] = "" },
}
