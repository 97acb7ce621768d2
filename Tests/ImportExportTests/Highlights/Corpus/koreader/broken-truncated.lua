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
            ["pos1"] = "/body/DocFragment[3]/body/p[1]/