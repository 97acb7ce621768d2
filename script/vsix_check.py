#!/usr/bin/env python3
"""Reads an extension for Visual Studio Code back; run by script/vsix --check.

    script/vsix_check.py FILE

Prints a line for each thing that is right, in the form of TAP. Ends with 1 if one is not.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
CONTENT = "{http://schemas.openxmlformats.org/package/2006/content-types}"
LOADER = """
const [main, stub] = process.argv.slice(1);
const Module = require('module');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return request === 'vscode' ? stub : resolve.call(this, request, ...rest);
};
const { activate, deactivate } = require(main);
if (typeof activate !== 'function' || typeof deactivate !== 'function') { throw new Error('no activate'); }
console.log(JSON.stringify(Object.keys(require.cache)));
"""

count = failures = 0


def right(name, faults):
    """Prints a verdict: a list of faults, or a value that is to be true."""
    global count, failures
    count += 1
    faults = list(faults) if isinstance(faults, (list, set, tuple)) else [] if faults else [name]
    failures += bool(faults)
    print(f"{'not ok' if faults else 'ok'} {count} - {name}" + (f": {faults}" if faults else ""))


def strings(value):
    """All strings in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for member in value.values() if isinstance(value, dict) else value:
            yield from strings(member)


def check_lists(archive, names):
    entries = archive.infolist()
    right("the zip file is whole, and every name is there once",
          [archive.testzip() or ""] * bool(archive.testzip()) + [name for name in names if names.count(name) > 1])
    right("names stay below extension/",
          [name for name in names if ".." in name.split("/") or name.startswith("/")
           or not (name.startswith("extension/") or name in {"extension.vsixmanifest", "[Content_Types].xml"})])
    right("all times are equal", len({entry.date_time for entry in entries}) == 1)
    types = {node.get("Extension") for node in ElementTree.fromstring(archive.read("[Content_Types].xml"))
             .iter(CONTENT + "Default")}
    right("every kind of file is listed",
          {os.path.splitext(name)[1] for name in names if name != "[Content_Types].xml"} - types - {""})
    right("nothing is in it that is for developers",
          [name for name in names if re.search(r"\.(ts|map)$|/(src|test|types)/|tsconfig", name)])


def check_manifest(archive, names, package):
    root = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
    metadata = root.find(SCHEMA + "Metadata")
    identity = metadata.find(SCHEMA + "Identity").attrib
    right("the list has the name, version and publisher of package.json",
          [key for key, value in {"Id": "name", "Version": "version", "Publisher": "publisher"}.items()
           if identity.get(key) != package[value]])
    assets = {node.get("Type").split(".", 2)[2]: node.get("Path") for node in root.iter(SCHEMA + "Asset")}
    right("every asset is there", [path for path in assets.values() if path not in names])
    right("icon, license, changelog and description are assets",
          [kind for kind in ("Icons.Default", "Content.License", "Content.Changelog", "Content.Details", "Manifest")
           if not any(asset.endswith(kind) for asset in assets)])
    right("license and icon are named by the list itself",
          [tag for tag in ("License", "Icon") if metadata.findtext(SCHEMA + tag) not in names])
    has_server = "extension/server/commonplace" in names
    right("a target is named exactly if there is a server",
          bool(identity.get("TargetPlatform")) == has_server)
    properties = {node.get("Id"): node.get("Value") for node in root.iter(SCHEMA + "Property")}
    right("the list has the engine and the kind of package.json",
          [key for key, value in {"Engine": package["engines"]["vscode"],
                                  "ExtensionKind": ",".join(package["extensionKind"])}.items()
           if properties.get(f"Microsoft.VisualStudio.Code.{key}") != value])
    right("the list leads to the sources and to where bugs are reported",
          [key for key in ("Source", "Support")
           if not properties.get(f"Microsoft.VisualStudio.Services.Links.{key}", "").startswith("https://")])
    icon = archive.read(metadata.findtext(SCHEMA + "Icon"))
    width, height = struct.unpack(">II", icon[16:24])
    right("the icon is a square picture of 128 pixels or more",
          icon.startswith(b"\x89PNG\r\n") and width == height >= 128)


def check_package(archive, names, package):
    named = {re.sub(r"^\./", "", text) for text in strings(package)
             if re.fullmatch(r"(\./)?[\w-]+(/[\w.-]+)*\.(js|json|svg|png|md)", text) and "/" in text}
    named.add(re.sub(r"^\./", "", package["main"]))
    right("every file that package.json names is there",
          [path for path in sorted(named) if f"extension/{path}" not in names])
    right("package.json has nothing for developers",
          [key for key in ("devDependencies", "scripts", "private") if key in package])
    words = json.loads(archive.read("extension/package.nls.json"))
    used = {match[1] for text in strings(package) for match in [re.fullmatch(r"%(.+)%", text)] if match}
    right("every word of package.json is in package.nls.json, and no other", used ^ words.keys())
    right("the translations' folder has the words of the code",
          f"extension/{re.sub('^[.]/', '', package['l10n'])}/bundle.l10n.json" in names)
    page = archive.read("extension/README.md").decode()
    right("no link of the description leads out of it",
          [link for link in re.findall(r"\]\(([^)#]+)\)", page) if not link.startswith("https://")])


def check_running(archive, names, package, folder):
    for entry in archive.infolist():
        path = Path(archive.extract(entry, folder))
        path.chmod(entry.external_attr >> 16 & 0o777)
    main = folder / "extension" / package["main"]
    stub = ROOT / "Tests/editors/vscode/stub/index.js"
    environment = {key: value for key, value in os.environ.items() if key != "NODE_PATH"}
    # Elsewhere, so that no folder above has modules either.
    run = subprocess.run(["node", "-e", LOADER, str(main), str(stub)], cwd=folder, env=environment,
                         capture_output=True, text=True)
    right("it loads, and can be activated", run.returncode == 0 or [run.stderr])
    if run.returncode == 0:
        right("it loads from its own modules alone",
              [path for path in json.loads(run.stdout)
               if not path.startswith((str(folder), str(stub.parent)))])
    if "extension/server/commonplace" in names:
        server = folder / "extension/server/commonplace"
        run = subprocess.run([server, "--version"], capture_output=True, text=True)
        right("the server in it starts, and has its version", run.stdout.strip() == package["version"])


def main(file):
    with zipfile.ZipFile(file) as archive, tempfile.TemporaryDirectory() as folder:
        names = archive.namelist()
        package = json.loads(archive.read("extension/package.json"))
        check_lists(archive, names)
        check_manifest(archive, names, package)
        check_package(archive, names, package)
        check_running(archive, names, package, Path(folder).resolve())
    print(f"1..{count}")
    sys.exit(1 if failures else 0)


main(sys.argv[1])
