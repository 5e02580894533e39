"""Settings of the documentation site, which `./gramme docs` builds with Sphinx."""

import os
import re

project = "Gramme"
copyright = "the authors of Gramme, Apache License 2.0"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
# Headings get the same anchors as on GitHub, so that links work in both places.
myst_heading_anchors = 4
highlight_language = "text"

html_theme = "furo"
html_title = "Gramme"
html_show_sphinx = False
html_copy_source = False


LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)([^)#\s]+)\)")
PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def name_source_files(app, page, source):
    """Links to files of the source code, which is not on the site, become the files' paths."""
    folder = os.path.join(PROJECT, os.path.dirname(page))

    def replaced(link):
        path = os.path.normpath(os.path.join(folder, link[2]))
        if path.endswith((".md", ".png", ".svg")) or not os.path.exists(path):
            return link[0]
        return f"{link[1]} (`{os.path.relpath(path, PROJECT)}`)"

    source[0] = LINK.sub(replaced, source[0])


def setup(app):
    app.connect("source-read", name_source_files)
