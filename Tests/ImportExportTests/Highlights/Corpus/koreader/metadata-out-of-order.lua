-- /mnt/onboard/Walden - Henry David Thoreau.epub
return {
    ["annotations"] = {
        [3] = {
            ["chapter"] = "Economy",
            ["color"] = "yellow",
            ["datetime"] = "2024-08-23 10:11:12",
            ["drawer"] = "lighten",
            ["page"] = "/body/DocFragment[3]/body/p[3]/text().0",
            ["pageno"] = 13,
            ["pos0"] = "/body/DocFragment[3]/body/p[3]/text().0",
            ["pos1"] = "/body/DocFragment[3]/body/p[3]/text().40",
            ["text"] = "Third",
        },
        [1] = {
            ["chapter"] = "Economy",
            ["color"] = "yellow",
            ["datetime"] = "2024-08-21 10:11:12",
            ["drawer"] = "lighten",
            ["page"] = "/body/DocFragment[3]/body/p[1]/text().0",
            ["pageno"] = 11,
            ["pos0"] = "/body/DocFragment[3]/body/p[1]/text().0",
            ["pos1"] = "/body/DocFragment[3]/body/p[1]/text().40",
            ["text"] = "First",
        },
        [2] = {
            ["chapter"] = "Economy",
            ["color"] = "yellow",
            ["datetime"] = "2024-08-22 10:11:12",
            ["drawer"] = "lighten",
            ["page"] = "/body/DocFragment[3]/body/p[2]/text().0",
            ["pageno"] = 12,
            ["pos0"] = "/body/DocFragment[3]/body/p[2]/text().0",
            ["pos1"] = "/body/DocFragment[3]/body/p[2]/text().40",
            ["text"] = "Second",
        },
    },
    ["doc_props"] = {
        ["title"] = "Walden",
        ["authors"] = "Henry David Thoreau\
Ralph Waldo Emerson",
        ["identifiers"] = "uuid:1234\
isbn:9780691096124",
        ["series"] = "Pond #1",
    },
    ["partial_md5_checksum"] = "0123456789abcdef0123456789abcdef",
}
