-- /mnt/onboard/Walden - Henry David Thoreau.epub
return {
    ["percent_finished"] = 0.5,
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
