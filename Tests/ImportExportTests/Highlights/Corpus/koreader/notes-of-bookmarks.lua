-- /mnt/onboard/Walden - Henry David Thoreau.epub
return {
    ["bookmarks"] = {
        [1] = { ["datetime"] = "2022-01-02 03:04:05", ["highlighted"] = true, ["notes"] = "Men", ["page"] = 12, ["pos0"] = "a", ["pos1"] = "b", ["text"] = "of the first" },
        [2] = { ["datetime"] = "2022-01-02 03:04:05", ["highlighted"] = true, ["notes"] = "Heaven", ["page"] = 12, ["pos0"] = "c", ["pos1"] = "d", ["text"] = "of the second" },
        [3] = { ["datetime"] = "2022-01-02 05:04:05", ["notes"] = "in Economy", ["page"] = 15, ["text"] = "the reader named this page" },
        [4] = { ["highlighted"] = true, ["notes"] = "Undated", ["page"] = 16, ["pos0"] = "e", ["pos1"] = "f", ["text"] = "without a time" },
    },
    ["highlight"] = {
        [12] = {
            [1] = { ["datetime"] = "2022-01-02 03:04:05", ["pos0"] = "a", ["pos1"] = "b", ["text"] = "Men" },
            [2] = { ["datetime"] = "2022-01-02 03:04:05", ["pos0"] = "c", ["pos1"] = "d", ["text"] = "Heaven" },
        },
    },
    ["stats"] = { ["title"] = "Walden", ["authors"] = "Henry David Thoreau", ["md5"] = "ff" },
}
