#!/bin/sh
# Files by Graphviz.
echo 'digraph { Layla -> Fahad [label="100 riyals", URL="https://example.com/"] }' | dot -Tpdf >"$1/graph.pdf"
