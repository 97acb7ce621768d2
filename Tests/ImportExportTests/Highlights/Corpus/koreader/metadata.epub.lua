-- /mnt/onboard/Walden - Henry David Thoreau.epub
return {
    ["annotations"] = {
        [1] = {
            ["chapter"] = "Economy",
            ["color"] = "yellow",
            ["datetime"] = "2024-08-21 10:11:12",
            ["drawer"] = "lighten",
            ["page"] = "/body/DocFragment[3]/body/p[1]/text().0",
            ["pageno"] = 11,
            ["pos0"] = "/body/DocFragment[3]/body/p[1]/text().0",
            ["pos1"] = "/body/DocFragment[3]/body/p[1]/text().40",
            ["text"] = "The mass of men",
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
            ["text"] = "lead \"lives\" of\
quiet desperation",
            ["note"] = "A note\
on two lines",
            ["pageref"] = "xiv",
        },
        [3] = {
            ["datetime"] = "2024-08-25 10:11:12",
            ["page"] = "/body/DocFragment[4]",
            ["text"] = "in Economy",
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
