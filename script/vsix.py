#!/usr/bin/env python3
"""Assembles the extension for Visual Studio Code; run by script/vsix.

    script/vsix.py EXTENSION COMPILED CLIENT OUTPUT [SERVER]

COMPILED has the JavaScript of the sources; CLIENT has the translated language client in `client`, and the
archive of its sources. A .vsix is a zip file with two lists, `extension.vsixmanifest` and
`[Content_Types].xml`, and the files below `extension/`.
"""

import json
import os
import platform
import re
import sys
import tarfile
import time
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(__file__).resolve().parent.parent
MODULES = Path("/usr/share/nodejs")
FOLDERS = ["l10n", "media", "syntaxes", "walkthrough"]
FILES = ["language-configuration.json", "package.nls.json", "README.md"]
TARGETS = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}
TYPES = {
    ".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".css": "text/css",
    ".svg": "image/svg+xml", ".png": "image/png", ".txt": "text/plain", ".sh": "application/x-sh",
    ".vsixmanifest": "text/xml",
}
LIST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}{target}/>
    <DisplayName>{displayName}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Tags>{tags}</Tags>
    <Categories>{categories}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
{properties}
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/{icon}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
{assets}
  </Assets>
</PackageManifest>
"""


def tree(folder, place, wanted=lambda path: True):
    """Pairs of a path in the package and the bytes of each file in a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and wanted(path):
            yield f"{place}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def modules(client):
    """The language client and all that it requires, each with its package.json."""
    found, wanted = {}, ["vscode-languageclient"]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        folder = client / "client" / name
        folder = folder if folder.exists() else MODULES / name
        package = json.loads((folder / "package.json").read_text("utf-8"))
        found[name] = (folder, package)
        wanted += package.get("dependencies", {})
    return dict(sorted(found.items()))


def module_files(name, folder, package):
    kept = {key: package[key] for key in ("name", "version", "license", "main", "exports", "engines", "dependencies")
            if key in package}
    yield f"node_modules/{name}/package.json", pretty(kept)
    yield from tree(folder.resolve(), f"node_modules/{name}",
                    lambda path: path.suffix in {".js", ".cjs"} and "bin" not in path.relative_to(folder.resolve()).parts)


def notices(client, parts):
    """Whose work is in the package; and the script by which the client ends a server that hangs."""
    texts = ["The extension has these modules in it, on these terms.\n"]
    with tarfile.open(next(client.glob("*.tar.xz"))) as archive:
        def member(end):
            name = next(name for name in archive.getnames() if name.endswith(end))
            return archive.extractfile(name).read()
        terms, script = member("/License.txt").decode(), member("client/src/node/terminateProcess.sh")
    for name, (folder, package) in parts.items():
        copyright = Path(f"/usr/share/doc/node-{name}/copyright")
        texts.append(f"== {name} {package['version']}\n\n"
                     + (copyright.read_text("utf-8") if MODULES in folder.parents else terms).strip() + "\n")
    yield "THIRD-PARTY-NOTICES.txt", "\n".join(texts).encode()
    yield "node_modules/vscode-languageclient/lib/node/terminateProcess.sh", script


def readme(text):
    """The page without links that lead out of the package."""
    return re.sub(r"\[([^\]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)


def pretty(value):
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def manifest(package, localized, target):
    links = {"Source": package["repository"]["url"], "Getstarted": package["repository"]["url"],
             "Support": package["bugs"]["url"], "Learn": package["homepage"]}
    values = {
        "Microsoft.VisualStudio.Code.Engine": package["engines"]["vscode"],
        "Microsoft.VisualStudio.Code.ExtensionDependencies": "",
        "Microsoft.VisualStudio.Code.ExtensionPack": "",
        "Microsoft.VisualStudio.Code.ExtensionKind": ",".join(package["extensionKind"]),
        "Microsoft.VisualStudio.Code.LocalizedLanguages": "",
        **{f"Microsoft.VisualStudio.Services.Links.{name}": url for name, url in links.items()},
        "Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown": "true",
        "Microsoft.VisualStudio.Services.Content.Pricing": "Free",
    }
    assets = {
        "Code.Manifest": "package.json", "Services.Content.Details": "README.md",
        "Services.Content.Changelog": "CHANGELOG.md", "Services.Content.License": "LICENSE.txt",
        "Services.Icons.Default": package["icon"],
    }
    return LIST.format(
        name=quoteattr(package["name"]), version=quoteattr(package["version"]),
        publisher=quoteattr(package["publisher"]),
        target=f" TargetPlatform={quoteattr(target)} " if target else " ",
        displayName=escape(localized(package["displayName"])),
        description=escape(localized(package["description"])),
        tags=escape(",".join(package["keywords"])), categories=escape(",".join(package["categories"])),
        icon=escape(package["icon"]),
        properties="\n".join(f"      <Property Id={quoteattr(key)} Value={quoteattr(value)}/>"
                             for key, value in values.items()),
        assets="\n".join(f'    <Asset Type="Microsoft.VisualStudio.{kind}" Path="extension/{path}"'
                         ' Addressable="true"/>' for kind, path in assets.items())).encode()


def content_types(names):
    endings = sorted({os.path.splitext(name)[1] for name in names} - {""})
    return ('<?xml version="1.0" encoding="utf-8"?>\n'
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\n'
            + "".join(f'  <Default Extension="{ending}" ContentType="{TYPES[ending]}"/>\n' for ending in endings)
            + "</Types>\n").encode()


def main(extension, compiled, client, output, server=None):
    package = json.loads((extension / "package.json").read_text("utf-8"))
    words = json.loads((extension / "package.nls.json").read_text("utf-8"))
    target = None
    if server and platform.machine() not in TARGETS:
        sys.exit(f"vsix: the editor has no name for {platform.machine()}")
    if server:
        target = TARGETS[platform.machine()]

    parts = modules(client)
    shipped = {key: value for key, value in package.items()
               if key not in {"devDependencies", "scripts", "private"}}
    shipped["dependencies"] = {"vscode-languageclient": parts["vscode-languageclient"][1]["version"]}
    files = {"package.json": pretty(shipped)}
    files.update(tree(compiled, "out", lambda path: path.suffix == ".js"))
    for folder in FOLDERS:
        files.update(tree(extension / folder, folder))
    files.update({name: (extension / name).read_bytes() for name in FILES})
    files["README.md"] = readme(files["README.md"].decode()).encode()
    files["CHANGELOG.md"] = readme((ROOT / "CHANGELOG.md").read_text("utf-8")).encode()
    files["LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
    for name, (folder, part) in parts.items():
        files.update(module_files(name, folder, part))
    files.update(notices(client, parts))
    if server:
        files["server/commonplace"] = server.read_bytes()

    localized = lambda text: re.sub(r"^%(.+)%$", lambda match: words[match[1]], text)
    files = {f"extension/{name}": data for name, data in files.items()}
    lists = {"extension.vsixmanifest": manifest(package, localized, target)}
    lists["[Content_Types].xml"] = content_types([*lists, *files])
    moment = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in [*lists.items(), *sorted(files.items())]:
            entry = zipfile.ZipInfo(name, moment)
            runs = name == "extension/server/commonplace" or name.endswith(".sh")
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    print(f"{output}: {len(files)} files, {output.stat().st_size} bytes")


main(*map(Path, sys.argv[1:]))
