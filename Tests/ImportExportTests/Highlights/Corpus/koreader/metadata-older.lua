-- /mnt/onboard/Walden - Henry David Thoreau.epub
return {
    ["bookmarks"] = {
        [1] = { ["chapter"] = "Economy", ["datetime"] = "2022-01-02 03:04:05", ["highlighted"] = true, ["notes"] = "The mass of men", ["page"] = 12, ["pos0"] = "a", ["pos1"] = "b", ["text"] = "my own note" },
        [2] = { ["datetime"] = "2022-01-02 04:04:05", ["highlighted"] = true, ["notes"] = "Heaven", ["page"] = 14, ["text"] = "Page 14 Heaven @ 2022-01-02 04:04:05" },
        [3] = { ["datetime"] = "2022-01-02 05:04:05", ["notes"] = "in Economy", ["page"] = 15 },
    },
    ["highlight"] = {
        [12] = { [1] = { ["datetime"] = "2022-01-02 03:04:05", ["drawer"] = "lighten", ["pos0"] = "a", ["pos1"] = "b", ["text"] = "The mass of men" } },
        [14] = { [1] = { ["datetime"] = "2022-01-02 04:04:05", ["drawer"] = "underscore", ["text"] = "Heaven" } },
    },
    ["stats"] = { ["title"] = "Walden", ["authors"] = "Henry David Thoreau", ["md5"] = "ff" },
}
